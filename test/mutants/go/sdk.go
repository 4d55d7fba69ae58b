package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"math"
	"strconv"
	"strings"
)

const day = 86400

// refused is the reason why no token was made.
type refused string

func (r refused) Error() string { return string(r) }

// joinParams as they came: a number keeps its digits.
type joinParams = map[string]json.RawMessage

// sdk holds the steps of section 4.5, each of which a mutant can replace.
type sdk struct {
	serialise func(joinParams) ([]byte, error)
	base64    func([]byte) string
	clock     func(int64) int64
	seconds   func(int64) string
	key       func(string) []byte
	message   func(version, appID, seconds, params string) string
	mac       func(key, message []byte) []byte
	signature func(mac []byte) string
}

// chosen is right until a mutant changes it.
var chosen = sdk{
	serialise: func(p joinParams) ([]byte, error) { return json.Marshal(p) },
	base64:    base64.StdEncoding.EncodeToString,
	clock:     func(timestamp int64) int64 { return timestamp },
	seconds:   func(timestamp int64) string { return strconv.FormatInt(timestamp, 10) },
	key:       func(secret string) []byte { return []byte(secret) },
	message: func(version, appID, seconds, params string) string {
		return version + appID + seconds + params
	},
	mac: func(key, message []byte) []byte {
		hash := hmac.New(sha256.New, key)
		hash.Write(message)
		return hash.Sum(nil)
	},
}

// Apart, because chosen cannot name itself.
func init() {
	chosen.signature = func(mac []byte) string { return chosen.base64(mac) }
}

func sign(version, appID string, timestamp int64, params, secret string) (string, error) {
	if secret == "" {
		return "", refused("empty-secret")
	}
	message := chosen.message(version, appID, chosen.seconds(timestamp), params)
	return chosen.signature(chosen.mac(chosen.key(secret), []byte(message))), nil
}

func issue(appID, secret string, asked json.RawMessage, timestamp int64) (string, error) {
	p, err := read(asked)
	if err != nil {
		return "", err
	}
	text, err := chosen.serialise(p)
	if err != nil {
		return "", err
	}
	now, params := chosen.clock(timestamp), chosen.base64(text)
	signature, err := sign("02", appID, now, params, secret)
	return strings.Join([]string{"02", appID, chosen.seconds(now), params, signature}, "."), err
}

// fieldOf says what section 2.1 says of a member. No lower bounds are shown.
var fieldOf = map[string]struct {
	isText   bool // else an integer
	required bool
	maximum  int64
}{
	"channelId":       {isText: true, required: true},
	"userId":          {isText: true, required: true},
	"privileges":      {maximum: math.MaxInt64},
	"channelDuration": {maximum: math.MaxInt64},
	"duration":        {maximum: day},
	"size":            {maximum: math.MaxInt64},
	"delayClose":      {maximum: day},
}

func read(asked json.RawMessage) (joinParams, error) {
	var p joinParams
	if json.Unmarshal(asked, &p) != nil || p == nil {
		return nil, refused("wrong-type")
	}
	for name, field := range fieldOf {
		raw, given := p[name]
		switch {
		case !given && field.required:
			return nil, refused("missing-field")
		case given && field.isText && !fits[string](raw):
			return nil, refused("wrong-type")
		case given && !field.isText && !fits[int64](raw):
			return nil, refused("wrong-type")
		case given && !field.isText && integer(raw) > field.maximum:
			return nil, refused("out-of-range")
		}
	}
	return p, nil
}

func fits[T any](raw json.RawMessage) bool {
	var value *T // null fits no type
	return json.Unmarshal(raw, &value) == nil && value != nil
}
