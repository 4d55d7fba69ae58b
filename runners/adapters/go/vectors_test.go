//go:build vectors

// Every vector about tokens as a subtest. Here:
//
//	go test -tags vectors -modfile vectors.mod .
//
// In your SDK: copy this file, delete its first line, "go get
// gopkg.in/yaml.v3" and put your calls in the place of those in sdk, and your
// errors in that of those in reasonOf. "npx channelproof vectors --copy vectors
// --format yaml" writes the folder of the vectors next to it, or
// CHANNELPROOF_VECTORS names it.
package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"sort"
	"strconv"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// sdk returns what the SDK returns for the params of a question. Translate
// only; notExpressible{err} is for what its types cannot hold.
var sdk = map[string]func(p params) (any, error){
	"token.params": func(p params) (any, error) { return MintParams(p.JoinParamsJSON), nil },
	"token.signature": func(p params) (any, error) {
		return Sign(p.Version, p.AppID, p.Timestamp, p.Params, p.AppSecret)
	},
	"token.issue": func(p params) (any, error) {
		text, _ := json.Marshal(plain(p.JoinParams))
		joinParams, err := readJoinParams(text)
		if err != nil {
			return nil, notExpressible{err}
		}
		return Issue(p.AppID, p.AppSecret, joinParams, p.Timestamp)
	},
	"token.verify": func(p params) (any, error) { return Verify(p.Token, p.AppID, p.AppSecret, p.Now) },
}

// gating is what fails a test; what the interface leaves open ("unspecified")
// never does.
var gating = []string{"required", "recommended"}

// reasonOf returns why the SDK refuses; any other error is a failure.
func reasonOf(err error) (string, bool) {
	var refused *Refused
	var invalid *InvalidToken
	switch {
	case errors.As(err, &refused):
		return refused.Reason, true
	case errors.As(err, &invalid):
		return invalid.Reason, true
	}
	return "", false
}

// The judge: nothing below here knows the SDK.

type notExpressible struct{ error }

type params struct {
	JoinParamsJSON string    `yaml:"joinParamsJson"`
	JoinParams     yaml.Node `yaml:"joinParams"`
	AppID          string    `yaml:"appId"`
	AppSecret      string    `yaml:"appSecret"`
	Version        string
	Params         string
	Token          string
	Timestamp, Now int64
}

type vector struct {
	ID, Level, Twin string
	Question        struct {
		Method string
		Params params
	}
	Expect struct {
		Verdict string
		Reasons []string
		Output  struct {
			Params, Signature string
			JoinParams        yaml.Node `yaml:"joinParams"`
		}
	}
}

var defaults = map[string]any{ // section 2.1
	"channelDuration": json.Number("0"), "duration": json.Number("86400"),
	"size": json.Number("100"), "delayClose": json.Number("0"),
}

func TestVectors(t *testing.T) {
	vectors := load(t)
	passed := map[string]bool{}
	for _, id := range sorted(vectors) {
		v := vectors[id]
		t.Run(v.ID, func(t *testing.T) {
			err := judge(v, vectors)
			var cannot notExpressible
			switch {
			case errors.As(err, &cannot):
				t.Skip(err)
			case err != nil && !contains(gating, v.Level):
				t.Skip("observed (", v.Level, "): ", err)
			case err != nil:
				t.Fatal(err)
			}
			passed[v.Question.Method] = true
		})
	}
	for method := range sdk {
		// Skipping everything is no success; -run chooses among the vectors.
		if !passed[method] && flag.Lookup("test.run").Value.String() == "" {
			t.Errorf("no vector of %s passed", method)
		}
	}
}

func sorted(vectors map[string]vector) []string {
	ids := []string{}
	for id := range vectors {
		ids = append(ids, id)
	}
	sort.Strings(ids)
	return ids
}

func load(t *testing.T) map[string]vector {
	folder := os.Getenv("CHANNELPROOF_VECTORS")
	if folder == "" {
		folder = "vectors"
	}
	files, _ := filepath.Glob(filepath.Join(folder, "token", "*.yaml"))
	found := map[string]vector{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		var family struct{ Vectors []vector }
		if err == nil {
			err = yaml.Unmarshal(text, &family)
		}
		if err != nil {
			t.Fatal(file, err)
		}
		for _, v := range family.Vectors {
			if sdk[v.Question.Method] != nil {
				found[v.ID] = v
			}
		}
	}
	if len(found) == 0 {
		t.Fatalf("no vectors in %s: npx channelproof vectors --copy vectors --format yaml writes them, and CHANNELPROOF_VECTORS names their folder", folder)
	}
	return found
}

func judge(v vector, all map[string]vector) error {
	value, err := sdk[v.Question.Method](v.Question.Params)
	if err == nil {
		if v.Expect.Verdict == "refuse" {
			return fmt.Errorf("accepted what must be refused: %v", v.Expect.Reasons)
		}
		return judgeValue(v, value)
	}
	reason, isRefusal := reasonOf(err)
	switch {
	case !isRefusal:
		return err
	case v.Expect.Verdict == "accept":
		return fmt.Errorf("refused what is right: %s", reason)
	case !contains(v.Expect.Reasons, reason):
		return fmt.Errorf("refused, but for %s and not for one of %v", reason, v.Expect.Reasons)
	case v.Twin == "":
		return nil
	}
	// Code that refuses everything proves nothing.
	twin := all[v.Twin]
	if _, err := sdk[twin.Question.Method](twin.Question.Params); err != nil {
		return fmt.Errorf("refused, and so was its right twin %s", v.Twin)
	}
	return nil
}

// judgeValue compares exactly, or by meaning where the JSON is the SDK's own choice.
func judgeValue(v vector, value any) error {
	right := v.Expect.Output
	switch v.Question.Method {
	case "token.params":
		return same(right.Params, value)
	case "token.signature":
		return same(right.Signature, value)
	case "token.issue":
		text, err := takeApart(value.(string), v.Question.Params)
		if err != nil {
			return err
		}
		return sameMeaning(&right.JoinParams, text)
	default:
		return sameMeaning(&right.JoinParams, []byte(value.(json.RawMessage)))
	}
}

// takeApart checks all of a token but the join parameters, and returns their text.
func takeApart(token string, asked params) ([]byte, error) {
	parts := strings.Split(token, ".")
	if len(parts) != 5 {
		return nil, fmt.Errorf("a token has five parts, this one %d", len(parts))
	}
	head := []string{"02", asked.AppID, strconv.FormatInt(asked.Timestamp, 10)}
	if err := same(head, parts[:3]); err != nil {
		return nil, err
	}
	text, err := base64.StdEncoding.DecodeString(parts[3])
	if err != nil || base64.StdEncoding.EncodeToString(text) != parts[3] {
		return nil, fmt.Errorf("params is not standard base64: %s", parts[3])
	}
	if len(asked.AppSecret) >= 16 && strings.Contains(token+string(text), asked.AppSecret) {
		return nil, errors.New("the secret is in the token")
	}
	// Over the params as they were sent: a second JSON encoding may differ.
	mac := hmac.New(sha256.New, []byte(asked.AppSecret))
	mac.Write([]byte(strings.Join(parts[:4], "")))
	return text, same(base64.StdEncoding.EncodeToString(mac.Sum(nil)), parts[4])
}

// sameMeaning fills in the defaults; privileges that were not requested have no
// known meaning.
func sameMeaning(asked *yaml.Node, text []byte) error {
	right, _ := plain(*asked).(map[string]any)
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber() // 60 is not 60.0
	var got map[string]any
	if err := decoder.Decode(&got); err != nil || decoder.More() {
		return fmt.Errorf("no JSON object: %s", text)
	}
	if name, isTwice := memberTwice(text); isTwice {
		return fmt.Errorf("%s stands twice", name)
	}
	if _, isAsked := right["privileges"]; !isAsked {
		delete(got, "privileges")
	}
	for name, value := range defaults {
		for _, members := range []map[string]any{right, got} {
			if _, given := members[name]; !given {
				members[name] = value
			}
		}
	}
	return same(right, got)
}

// memberTwice looks for what encoding/json passes over.
func memberTwice(text []byte) (json.Token, bool) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	_, _ = decoder.Token() // the opening bracket
	seen := map[json.Token]bool{}
	for decoder.More() {
		name, _ := decoder.Token()
		if seen[name] {
			return name, true
		}
		seen[name] = true
		var value json.RawMessage
		_ = decoder.Decode(&value)
	}
	return nil, false
}

// plain is a YAML value as encoding/json has it, numbers as they are written.
func plain(node yaml.Node) any {
	switch {
	case node.Kind == yaml.MappingNode:
		members := map[string]any{}
		for i := 0; i < len(node.Content); i += 2 {
			members[node.Content[i].Value] = plain(*node.Content[i+1])
		}
		return members
	case node.Kind == yaml.SequenceNode:
		items := []any{}
		for _, item := range node.Content {
			items = append(items, plain(*item))
		}
		return items
	case node.Tag == "!!int" || node.Tag == "!!float":
		return json.Number(node.Value)
	}
	var value any
	_ = node.Decode(&value)
	return value
}

func same(right, got any) error {
	if reflect.DeepEqual(right, got) {
		return nil
	}
	return fmt.Errorf("expected %v, got %v", right, got)
}

func contains(texts []string, text string) bool {
	for _, each := range texts {
		if each == text {
			return true
		}
	}
	return false
}
