// Twenty small token SDKs behind one adapter (JSON-RPC on stdin and stdout).
// Start it as `main VARIANT`; `main --list` prints the variants and their known mistakes.
package main

import (
	"bufio"
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io"
	"os"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// ---------------------------------------------------------------- adapter

type refusal string

func (r refusal) Error() string { return string(r) }

type sdk struct {
	id, mistakes string
	system       bool // issue reads the system clock
	fields       bool // the SDK knows only the seven named join parameters
	params       func(text string) (string, error)
	sign         func(version, appID string, ts int64, params, secret string) (string, error)
	issue        func(appID, secret string, join json.RawMessage, ts int64) (string, error)
	verify       func(token, appID, secret string, now int64) (json.RawMessage, string)
}

type question struct {
	JoinParamsJson, Version, AppId, Params, AppSecret, Token string
	JoinParams                                               json.RawMessage
	Timestamp, Now                                           json.Number
}

type obj = map[string]interface{}

func describe(s *sdk) obj {
	methods := []string{"describe"}
	if s.params != nil {
		methods = append(methods, "token.params")
	}
	if s.sign != nil {
		methods = append(methods, "token.signature")
	}
	if s.issue != nil {
		methods = append(methods, "token.issue")
	}
	if s.verify != nil {
		methods = append(methods, "token.verify")
	}
	d := obj{"protocol": 1, "sdk": obj{"name": s.id, "version": "1.0.0", "language": "go"},
		"methods": methods, "clock": "injected", "maxInFlight": 1}
	if s.system {
		d["clock"] = "system"
	}
	if s.fields {
		d["joinParams"] = []string{"channelId", "userId", "privileges", "channelDuration", "duration", "size", "delayClose"}
	}
	return d
}

func whole(n json.Number) (int64, error) {
	if n == "" {
		return 0, nil
	}
	return n.Int64()
}

var errMethod = errors.New("no such method")

func answer(s *sdk, method string, raw json.RawMessage) (interface{}, error) {
	if method == "describe" {
		return describe(s), nil
	}
	var q question
	if len(raw) > 0 {
		if err := json.Unmarshal(raw, &q); err != nil {
			return nil, err
		}
	}
	ts, err := whole(q.Timestamp)
	if err != nil {
		return nil, &json.UnmarshalTypeError{Value: "number", Field: "timestamp"}
	}
	now, err := whole(q.Now)
	if err != nil {
		return nil, &json.UnmarshalTypeError{Value: "number", Field: "now"}
	}
	switch {
	case method == "token.params" && s.params != nil:
		p, err := s.params(q.JoinParamsJson)
		return obj{"params": p}, err
	case method == "token.signature" && s.sign != nil:
		g, err := s.sign(q.Version, q.AppId, ts, q.Params, q.AppSecret)
		return obj{"signature": g}, err
	case method == "token.issue" && s.issue != nil:
		t, err := s.issue(q.AppId, q.AppSecret, q.JoinParams, ts)
		return obj{"token": t}, err
	case method == "token.verify" && s.verify != nil:
		jp, reason := s.verify(q.Token, q.AppId, q.AppSecret, now)
		if reason != "" {
			return obj{"valid": false, "reason": reason}, nil
		}
		return obj{"valid": true, "joinParams": jp}, nil
	}
	return nil, errMethod
}

func failure(err error) obj {
	var no refusal
	var typ *json.UnmarshalTypeError
	var syn *json.SyntaxError
	switch {
	case errors.As(err, &no):
		return obj{"code": 1, "message": "refused", "data": obj{"reason": string(no)}}
	case errors.As(err, &typ):
		return obj{"code": 2, "message": err.Error()}
	case errors.As(err, &syn):
		return obj{"code": 1, "message": err.Error(), "data": obj{"reason": "malformed"}}
	case err == errMethod:
		return obj{"code": -32601, "message": err.Error()}
	}
	return obj{"code": -32000, "message": err.Error()}
}

func guarded(s *sdk, method string, raw json.RawMessage) (res interface{}, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return answer(s, method, raw)
}

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: main VARIANT | --list")
		os.Exit(2)
	}
	var chosen *sdk
	for i := range variants {
		if os.Args[1] == "--list" {
			fmt.Printf("%s\t%s\n", variants[i].id, variants[i].mistakes)
		}
		if variants[i].id == os.Args[1] {
			chosen = &variants[i]
		}
	}
	if os.Args[1] == "--list" {
		return
	}
	if chosen == nil {
		fmt.Fprintln(os.Stderr, "unknown variant")
		os.Exit(2)
	}
	in := bufio.NewReader(os.Stdin)
	out := bufio.NewWriter(os.Stdout)
	for {
		line, readErr := in.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			var m struct {
				ID     json.RawMessage
				Method string
				Params json.RawMessage
			}
			reply := obj{"jsonrpc": "2.0", "id": nil}
			if err := json.Unmarshal(line, &m); err != nil {
				reply["error"] = obj{"code": -32700, "message": err.Error()}
			} else {
				if len(m.ID) > 0 {
					reply["id"] = m.ID
				}
				if res, err := guarded(chosen, m.Method, m.Params); err != nil {
					reply["error"] = failure(err)
				} else {
					reply["result"] = res
				}
			}
			b, _ := json.Marshal(reply)
			out.Write(append(b, '\n'))
			out.Flush()
		}
		if readErr != nil {
			return
		}
	}
}

// textOf reads strict base64 (padded, no line breaks) that holds UTF-8 text.
func textOf(part string) ([]byte, bool) {
	b, err := base64.StdEncoding.DecodeString(part)
	if err != nil || base64.StdEncoding.EncodeToString(b) != part || !utf8.Valid(b) {
		return nil, false
	}
	return b, true
}

// exactly is json.Unmarshal without its tolerance for names in another case.
func exactly(raw []byte, v interface{}) error {
	var all, kept map[string]json.RawMessage
	if err := json.Unmarshal(raw, &all); err != nil {
		return err
	}
	kept = map[string]json.RawMessage{}
	for _, name := range []string{"channelId", "userId", "privileges", "channelDuration", "duration", "size", "delayClose"} {
		if value, ok := all[name]; ok {
			kept[name] = value
		}
	}
	again, _ := json.Marshal(kept)
	return json.Unmarshal(again, v)
}

// ---------------------------------------------------------------- sorrel-41

func sorrel41Params(text string) (string, error) {
	var out bytes.Buffer
	if err := json.Compact(&out, []byte(text)); err != nil {
		return "", err
	}
	if out.Bytes()[0] != '{' {
		return "", refusal("malformed")
	}
	return base64.StdEncoding.EncodeToString(out.Bytes()), nil
}

func sorrel41Mac(secret string, signed []byte) string {
	h := hmac.New(sha256.New, []byte(secret))
	h.Write(signed)
	return base64.StdEncoding.EncodeToString(h.Sum(nil))
}

func sorrel41Sign(version, appID string, ts int64, params, secret string) (string, error) {
	signed := []byte(version + appID)
	signed = strconv.AppendInt(signed, ts, 10)
	return sorrel41Mac(secret, append(signed, params...)), nil
}

func sorrel41Issue(appID, secret string, join json.RawMessage, ts int64) (string, error) {
	params, err := sorrel41Params(string(join))
	if err != nil {
		return "", err
	}
	stamp := strconv.FormatInt(ts, 10)
	head := append(make([]byte, 0, 96), "02"...) // short tokens fit without growing

	signed := head
	for _, part := range []string{appID, stamp, params} {
		signed = append(signed, part...)
	}
	token := head
	for _, part := range []string{appID, stamp, params} {
		token = append(append(token, '.'), part...)
	}
	return string(token) + "." + sorrel41Mac(secret, signed), nil
}

func sorrel41Verify(token, appID, secret string, now int64) (json.RawMessage, string) {
	var part []string
	rest, more := token, true
	for more {
		var piece string
		piece, rest, more = strings.Cut(rest, ".")
		part = append(part, piece)
	}
	if len(part) != 5 {
		return nil, "malformed"
	}
	issued, err := strconv.ParseUint(part[2], 10, 62)
	if err != nil {
		return nil, "malformed"
	}
	if part[0] != "02" {
		return nil, "version"
	}
	if part[1] != appID {
		return nil, "app"
	}
	want := sorrel41Mac(secret, []byte(part[0]+part[1]+part[2]+part[3]))
	if !hmac.Equal([]byte(want), []byte(part[4])) {
		return nil, "signature"
	}
	raw, ok := textOf(part[3])
	var members map[string]json.RawMessage
	if !ok || json.Unmarshal(raw, &members) != nil || members == nil {
		return nil, "params"
	}
	validity := int64(86400)
	if given, has := members["duration"]; has && json.Unmarshal(given, &validity) != nil {
		return nil, "params"
	}
	if now-int64(issued) > validity {
		return nil, "expired"
	}
	return raw, ""
}

// ---------------------------------------------------------------- ash-2

func ashParams(text string) (string, error) {
	var m map[string]interface{}
	if err := json.Unmarshal([]byte(text), &m); err != nil {
		return "", err
	}
	b, err := json.Marshal(m)
	return base64.StdEncoding.EncodeToString(b), err
}

func ashSign(version, appID string, ts int64, params, secret string) (string, error) {
	h := hmac.New(sha256.New, []byte(secret))
	fmt.Fprintf(h, "%s%s%d%s", version, appID, ts, params)
	return base64.StdEncoding.EncodeToString(h.Sum(nil)), nil
}

func ashIssue(appID, secret string, join json.RawMessage, ts int64) (string, error) {
	p, err := ashParams(string(join))
	if err != nil {
		return "", err
	}
	s, err := ashSign("02", appID, ts, p, secret)
	return fmt.Sprintf("02.%s.%d.%s.%s", appID, ts, p, s), err
}

func ashVerify(token, appID, secret string, now int64) (json.RawMessage, string) {
	body, ok := strings.CutPrefix(token, "02.")
	if !ok {
		if strings.Count(token, ".") != 4 {
			return nil, "malformed"
		}
		return nil, "version"
	}
	p := strings.Split(body, ".")
	if len(p) != 4 {
		return nil, "malformed"
	}
	ts, err := strconv.ParseUint(p[1], 10, 62)
	if err != nil {
		return nil, "malformed"
	}
	if p[0] != appID {
		return nil, "app"
	}
	h := hmac.New(sha256.New, []byte(secret))
	h.Write([]byte("02" + p[0] + p[1] + p[2]))
	if base64.StdEncoding.EncodeToString(h.Sum(nil)) != p[3] {
		return nil, "signature"
	}
	raw, ok := textOf(p[2])
	var m map[string]interface{}
	if !ok || json.Unmarshal(raw, &m) != nil {
		return nil, "params"
	}
	until := float64(ts) + 86400
	if d, has := m["duration"]; has && d != nil {
		sec, isNum := d.(float64)
		if !isNum {
			return nil, "params"
		}
		until = float64(ts) + sec
	}
	if float64(now) >= until {
		return nil, "expired"
	}
	return raw, ""
}

// ---------------------------------------------------------------- aspen-3

type aspenJoin struct {
	ChannelID       string `json:"channelId"`
	UserID          string `json:"userId"`
	Privileges      int    `json:"privileges,omitempty"`
	ChannelDuration int    `json:"channelDuration,omitempty"`
	Duration        int    `json:"duration,omitempty"`
	Size            int    `json:"size,omitempty"`
	DelayClose      int    `json:"delayClose,omitempty"`
}

func aspenParams(text string) (string, error) {
	j := aspenJoin{}
	if err := json.NewDecoder(strings.NewReader(text)).Decode(&j); err != nil {
		return "", err
	}
	b, _ := json.Marshal(&j)
	return base64.StdEncoding.EncodeToString(b), nil
}

func aspenSign(version, appID string, ts int64, params, secret string) (string, error) {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(version + appID + fmt.Sprint(ts) + params))
	return base64.URLEncoding.EncodeToString(mac.Sum(nil)), nil
}

func aspenIssue(appID, secret string, join json.RawMessage, ts int64) (string, error) {
	p, err := aspenParams(string(join))
	if err != nil {
		return "", err
	}
	head := "02." + appID + "." + fmt.Sprint(ts) + "." + p
	s, _ := aspenSign("02", appID, ts, p, secret)
	return head + "." + s, nil
}

func aspenVerify(token, appID, secret string, now int64) (json.RawMessage, string) {
	var p [5]string
	pieces := strings.Split(token, ".")
	if copy(p[:], pieces); len(pieces) != len(p) {
		return nil, "malformed"
	}
	ts, err := strconv.ParseUint(p[2], 10, 62)
	if err != nil {
		return nil, "malformed"
	}
	if p[0] != "02" {
		return nil, "version"
	} else if p[1] != appID {
		return nil, "app"
	} else if s, _ := aspenSign(p[0], p[1], int64(ts), p[3], secret); s != p[4] {
		return nil, "signature"
	}
	raw, ok := textOf(p[3])
	var claims struct{ Duration *int64 }
	if !ok || exactly(raw, &claims) != nil {
		return nil, "params"
	}
	if claims.Duration == nil {
		claims.Duration = new(int64)
		*claims.Duration = 86400
	}
	if now > int64(ts)+*claims.Duration {
		return nil, "expired"
	}
	return raw, ""
}

// ---------------------------------------------------------------- beech-4

func beechEncode(data []byte) string {
	var buf bytes.Buffer
	w := base64.NewEncoder(base64.StdEncoding, &buf)
	defer w.Close()
	w.Write(data)
	return buf.String()
}

func beechParams(text string) (string, error) {
	var out bytes.Buffer
	if err := json.Compact(&out, []byte(text)); err != nil {
		return "", err
	}
	return beechEncode(out.Bytes()), nil
}

func beechSign(version, appID string, ts int64, params, secret string) (string, error) {
	m := hmac.New(sha256.New, []byte(secret))
	m.Write([]byte(version))
	m.Write([]byte(appID))
	m.Write(strconv.AppendInt(nil, ts, 10))
	m.Write([]byte(params))
	sum := m.Sum(nil)
	return base64.StdEncoding.EncodeToString(sum), nil
}

func beechIssue(appID, secret string, join json.RawMessage, ts int64) (string, error) {
	p, err := beechParams(string(join))
	if err != nil {
		return "", err
	}
	s, _ := beechSign("02", appID, ts, p, secret)
	var t strings.Builder
	fmt.Fprintf(&t, "02.%s.%d.%s.%s", appID, ts, p, s)
	return t.String(), nil
}

func beechVerify(token, appID, secret string, now int64) (json.RawMessage, string) {
	f := strings.Split(token, ".")
	if len(f) != 5 {
		return nil, "malformed"
	}
	version, app, stamp, params, sig := f[0], f[1], f[2], f[3], f[4]
	ts, err := strconv.ParseUint(stamp, 10, 62)
	switch {
	case err != nil:
		return nil, "malformed"
	case version != "02":
		return nil, "version"
	case app != appID:
		return nil, "app"
	}
	m := hmac.New(sha256.New, []byte(secret))
	m.Write([]byte(version + app + stamp + params))
	if want := base64.StdEncoding.EncodeToString(m.Sum(nil)); subtle.ConstantTimeCompare([]byte(want), []byte(sig)) != 1 {
		return nil, "signature"
	}
	j := struct {
		Duration int64 `json:"duration"`
	}{86400}
	raw, ok := textOf(params)
	if !ok || exactly(raw, &j) != nil {
		return nil, "params"
	}
	if now-int64(ts) >= j.Duration {
		return nil, "expired"
	}
	return raw, ""
}

// ---------------------------------------------------------------- birch-5

var birchMacs = map[string]interface {
	io.Writer
	Sum([]byte) []byte
}{}

func birchSum(secret, message string) []byte {
	m, ok := birchMacs[secret]
	if !ok {
		m = hmac.New(sha256.New, []byte(secret)) // setting up the key is the slow part
		birchMacs[secret] = m
	}
	m.Write([]byte(message))
	return m.Sum(nil)
}

func birchParams(text string) (string, error) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var m map[string]interface{}
	if err := d.Decode(&m); err != nil {
		return "", err
	}
	b, err := json.Marshal(m)
	return base64.StdEncoding.EncodeToString(b), err
}

func birchSign(version, appID string, ts int64, params, secret string) (string, error) {
	return base64.StdEncoding.EncodeToString(birchSum(secret, fmt.Sprintf("%v%v%v%v", version, appID, ts, params))), nil
}

func birchIssue(appID, secret string, join json.RawMessage, ts int64) (string, error) {
	p, err := birchParams(string(join))
	if err != nil {
		return "", err
	}
	s, err := birchSign("02", appID, ts, p, secret)
	return fmt.Sprintf("%v.%v.%v.%v.%v", "02", appID, ts, p, s), err
}

func birchVerify(token, appID, secret string, now int64) (json.RawMessage, string) {
	p := strings.SplitN(token, ".", 6)
	if len(p) != 5 {
		return nil, "malformed"
	}
	ts, err := strconv.ParseUint(p[2], 10, 62)
	if err != nil {
		return nil, "malformed"
	}
	for _, c := range []struct{ got, want, reason string }{{p[0], "02", "version"}, {p[1], appID, "app"},
		{p[4], base64.StdEncoding.EncodeToString(birchSum(secret, strings.Join(p[:4], ""))), "signature"}} {
		if c.got != c.want {
			return nil, c.reason
		}
	}
	raw, ok := textOf(p[3])
	life := struct{ Duration int64 }{24 * 60 * 60}
	if !ok || exactly(raw, &life) != nil {
		return nil, "params"
	}
	if int64(ts)+life.Duration < now {
		return nil, "expired"
	}
	return raw, ""
}

// ---------------------------------------------------------------- cedar-6

func cedarNow() int64 {
	const layout = "2006-01-02 15:04:05"
	utc, _ := time.Parse(layout, time.Now().Format(layout))
	return utc.Unix()
}

func cedarIssue(appID, secret string, join json.RawMessage, _ int64) (string, error) {
	stamp := strconv.FormatInt(cedarNow(), 10)
	params := base64.StdEncoding.EncodeToString(join)
	mac := hmac.New(sha256.New, []byte(secret))
	for _, part := range []string{"02", appID, stamp, params} {
		mac.Write([]byte(part))
	}
	sig := base64.StdEncoding.EncodeToString(mac.Sum(nil))
	return "02." + appID + "." + stamp + "." + params + "." + sig, nil
}

// ---------------------------------------------------------------- thyme-42

// thyme42Options are the join parameters; what is nil stays out of the token.
type thyme42Options struct {
	ChannelID       *string `json:"channelId"`
	UserID          *string `json:"userId"`
	Privileges      *int64  `json:"privileges"`
	ChannelDuration *int64  `json:"channelDuration"`
	Duration        *int64  `json:"duration"`
	Size            *int64  `json:"size"`
	DelayClose      *int64  `json:"delayClose"`
}

// thyme42Writer writes one flat JSON object, without the HTML escapes of encoding/json.
type thyme42Writer struct{ strings.Builder }

func (w *thyme42Writer) name(name string) {
	if w.Len() == 0 {
		w.WriteByte('{')
	} else {
		w.WriteByte(',')
	}
	w.WriteString(`"` + name + `":`)
}

func (w *thyme42Writer) text(name string, value *string) {
	if value == nil {
		return
	}
	w.name(name)
	w.WriteByte('"')
	for i := 0; i < len(*value); i++ {
		switch c := (*value)[i]; {
		case c == '"', c == '\\':
			w.WriteByte('\\')
			w.WriteByte(c)
		case c < ' ':
			fmt.Fprintf(w, `\u%04x`, c)
		default:
			w.WriteRune(rune(c))
		}
	}
	w.WriteByte('"')
}

func (w *thyme42Writer) number(name string, value *int64) {
	if value != nil {
		w.name(name)
		w.WriteString(strconv.FormatInt(*value, 10))
	}
}

func (o *thyme42Options) encode() string {
	var w thyme42Writer
	w.text("channelId", o.ChannelID)
	w.text("userId", o.UserID)
	w.number("privileges", o.Privileges)
	w.number("channelDuration", o.ChannelDuration)
	w.number("duration", o.Duration)
	w.number("size", o.Size)
	w.number("delayClose", o.DelayClose)
	if w.Len() == 0 {
		w.WriteByte('{')
	}
	w.WriteByte('}')
	return base64.StdEncoding.EncodeToString([]byte(w.String()))
}

type thyme42Token struct {
	Version, AppID string
	Timestamp      int64 // the current time where it is not set
	Params         string
}

func (t thyme42Token) sign(secret string) string {
	h := hmac.New(sha256.New, []byte(secret))
	fmt.Fprint(h, t.Version+t.AppID, strconv.FormatInt(t.Timestamp, 10)+t.Params)
	return base64.StdEncoding.EncodeToString(h.Sum(nil))
}

func thyme42Params(text string) (string, error) {
	var o thyme42Options
	if err := json.Unmarshal([]byte(text), &o); err != nil {
		return "", err
	}
	return o.encode(), nil
}

func thyme42Sign(version, appID string, ts int64, params, secret string) (string, error) {
	return thyme42Token{version, appID, ts, params}.sign(secret), nil
}

func thyme42Issue(appID, secret string, join json.RawMessage, ts int64) (string, error) {
	params, err := thyme42Params(string(join))
	if err != nil {
		return "", err
	}
	t := thyme42Token{Version: "02", AppID: appID, Timestamp: ts, Params: params}
	if t.Timestamp == 0 {
		t.Timestamp = time.Now().Unix()
	}
	return fmt.Sprintf("%s.%s.%d.%s.%s", t.Version, t.AppID, t.Timestamp, t.Params, t.sign(secret)), nil
}

func thyme42Verify(token, appID, secret string, now int64) (json.RawMessage, string) {
	f := strings.Split(token, ".")
	if len(f) != 5 {
		return nil, "malformed"
	}
	if f[0] < "02" { // older tokens had no params
		return nil, "version"
	}
	if f[1] != appID {
		return nil, "app"
	}
	ts, err := strconv.ParseUint(f[2], 10, 62)
	if err != nil {
		return nil, "malformed"
	}
	mac := hmac.New(sha256.New, []byte(secret))
	io.WriteString(mac, strings.Join(f[:4], ""))
	if f[4] != base64.StdEncoding.EncodeToString(mac.Sum(nil)) {
		return nil, "signature"
	}
	raw, ok := textOf(f[3])
	var o thyme42Options
	if !ok || !bytes.HasPrefix(bytes.TrimSpace(raw), []byte("{")) || exactly(raw, &o) != nil {
		return nil, "params"
	}
	end := int64(ts) + 24*60*60
	if o.Duration != nil {
		end = int64(ts) + *o.Duration
	}
	if end < now {
		return nil, "expired"
	}
	return raw, ""
}

// ---------------------------------------------------------------- cypress-8

func cypressEncode(text string) (string, error) {
	if !json.Valid([]byte(text)) {
		return "", refusal("malformed")
	}
	return base64.StdEncoding.EncodeToString([]byte(text)), nil
}

func cypressSign(version, appID string, ts int64, params, secret string) (string, error) {
	key, msg := []byte(secret), []byte(fmt.Sprintf("%s%s%d%s", version, appID, ts, params))
	h := hmac.New(sha256.New, key)
	if _, err := h.Write(msg); err != nil {
		return "", err
	}
	return base64.StdEncoding.EncodeToString(h.Sum(nil)), nil
}

func cypressIssue(appID, secret string, join json.RawMessage, ts int64) (string, error) {
	params := base64.StdEncoding.EncodeToString(join)
	sig, err := cypressSign("02", appID, ts, params, secret)
	if err != nil {
		return "", err
	}
	return strings.Join([]string{"02", appID, strconv.Itoa(int(ts)), params, sig}, "."), nil
}

func cypressVerify(token, appID, secret string, now int64) (json.RawMessage, string) {
	if strings.Count(token, ".") != 4 {
		return nil, "malformed"
	}
	if !strings.HasPrefix(token, "02.") {
		return nil, "version"
	}
	rest := strings.TrimLeft(token, "02.") // appId.timestamp.params.signature
	p := strings.Split(rest, ".")
	if len(p) != 4 {
		return nil, "malformed"
	}
	if p[0] != appID {
		return nil, "app"
	}
	ts, err := strconv.ParseUint(p[1], 10, 62)
	if err != nil {
		return nil, "malformed"
	}
	h := hmac.New(sha256.New, []byte(secret))
	io.WriteString(h, "02"+p[0]+p[1]+p[2])
	if p[3] != base64.StdEncoding.EncodeToString(h.Sum(nil)) {
		return nil, "signature"
	}
	var opts map[string]json.RawMessage
	raw, ok := textOf(p[2])
	if !ok || json.Unmarshal(raw, &opts) != nil {
		return nil, "params"
	}
	seconds := int64(86400)
	if d, has := opts["duration"]; has {
		if json.Unmarshal(d, &seconds) != nil {
			return nil, "params"
		}
	}
	if int64(ts)+seconds < now {
		return nil, "expired"
	}
	return raw, ""
}

// ---------------------------------------------------------------- elm-9

func elmParams(text string) (string, error) {
	m := map[string]json.RawMessage{}
	if err := json.Unmarshal([]byte(text), &m); err != nil {
		return "", err
	}
	for _, need := range []string{"channelId", "userId"} {
		if _, ok := m[need]; !ok {
			return "", refusal("missing-field")
		}
	}
	b, err := json.Marshal(m)
	return base64.StdEncoding.EncodeToString(b), err
}

func elmSign(version, appID string, ts int64, params, secret string) (string, error) {
	if len(secret) == 0 {
		return "", refusal("empty-secret")
	}
	text := fmt.Sprintf(version+appID+"%d"+params, ts)
	h := hmac.New(sha256.New, []byte(secret))
	h.Write([]byte(text))
	return base64.StdEncoding.EncodeToString(h.Sum(nil)), nil
}

func elmIssue(appID, secret string, join json.RawMessage, ts int64) (string, error) {
	params, err := elmParams(string(join))
	if err != nil {
		return "", err
	}
	sig, err := elmSign("02", appID, ts, params, secret)
	if err != nil {
		return "", err
	}
	return "02." + appID + "." + strconv.FormatInt(ts, 10) + "." + params + "." + sig, nil
}

// ---------------------------------------------------------------- fir-10

func firParams(text string) (string, error) {
	return base64.StdEncoding.EncodeToString([]byte(text)), nil
}

func firSign(version, appID string, ts int64, params, secret string) (string, error) {
	var key [32]byte // a SHA-256 key has 32 bytes
	copy(key[:], secret)
	mac := hmac.New(sha256.New, key[:])
	mac.Write([]byte(version + appID + strconv.FormatInt(ts, 10) + params))
	return base64.StdEncoding.EncodeToString(mac.Sum(nil)), nil
}

func firIssue(appID, secret string, join json.RawMessage, ts int64) (string, error) {
	parts := []string{"02", appID, strconv.FormatInt(ts, 10), "", ""}
	parts[3], _ = firParams(string(join))
	parts[4], _ = firSign(parts[0], appID, ts, parts[3], secret)
	return strings.Join(parts, "."), nil
}

func firVerify(token, appID, secret string, now int64) (json.RawMessage, string) {
	p := strings.Split(token, ".")
	if len(p) != 5 {
		return nil, "malformed"
	}
	ts, err := strconv.ParseUint(p[2], 10, 62)
	if err != nil {
		return nil, "malformed"
	}
	if p[0] != "02" {
		return nil, "version"
	}
	if p[1] != appID {
		return nil, "app"
	}
	if want, _ := firSign(p[0], p[1], int64(ts), p[3], secret); !strings.EqualFold(want, p[4]) {
		return nil, "signature"
	}
	raw, ok := textOf(p[3])
	var jp map[string]interface{}
	if !ok || json.Unmarshal(raw, &jp) != nil {
		return nil, "params"
	}
	duration, ok := jp["duration"].(int)
	if !ok {
		duration = 86400
	}
	if now > int64(ts)+int64(duration) {
		return nil, "expired"
	}
	return raw, ""
}

// ---------------------------------------------------------------- yarrow-33

type yarrowJoin struct {
	ChannelID       *string      `json:"channelId,omitempty"`
	UserID          *string      `json:"userId,omitempty"`
	Privileges      *json.Number `json:"privileges,omitempty"`
	ChannelDuration *int64       `json:"channelDuration,omitempty"`
	Duration        *int64       `json:"duration,omitempty"`
	Size            *int64       `json:"size,omitempty"`
	DelayClose      *int64       `json:"delayClose,omitempty"`
}

func yarrowParams(text string) (string, error) {
	var j yarrowJoin
	if err := json.Unmarshal([]byte(text), &j); err != nil {
		return "", err
	}
	b, err := json.Marshal(j)
	return base64.StdEncoding.EncodeToString(b), err
}

// yarrowKey takes the bytes that the console shows as hex digits.
func yarrowKey(secret string) []byte {
	key, err := hex.DecodeString(secret)
	if err != nil {
		return []byte(secret)
	}
	return key
}

func yarrowSign(version, appID string, ts int64, params, secret string) (string, error) {
	buf := append([]byte(version), appID...)
	buf = strconv.AppendInt(buf, ts, 10)
	buf = append(buf, params...)
	h := hmac.New(sha256.New, yarrowKey(secret))
	h.Write(buf)
	return base64.StdEncoding.EncodeToString(h.Sum(nil)), nil
}

func yarrowIssue(appID, secret string, join json.RawMessage, ts int64) (string, error) {
	p, err := yarrowParams(string(join))
	if err != nil {
		return "", err
	}
	s, err := yarrowSign("02", appID, ts, p, secret)
	return strings.Join([]string{"02", appID, fmt.Sprint(ts), p, s}, "."), err
}

func yarrowVerify(token, appID, secret string, now int64) (json.RawMessage, string) {
	p := strings.Split(token, ".")
	if len(p) != 5 {
		return nil, "malformed"
	}
	ts, err := strconv.ParseUint(p[2], 10, 62)
	if err != nil {
		return nil, "malformed"
	}
	if p[0] != "02" {
		return nil, "version"
	}
	if p[1] != appID {
		return nil, "app"
	}
	h := hmac.New(sha256.New, yarrowKey(secret))
	h.Write([]byte(p[0] + p[1] + p[2] + p[3]))
	if base64.StdEncoding.EncodeToString(h.Sum(nil)) != p[4] {
		return nil, "signature"
	}
	raw, ok := textOf(p[3])
	var j yarrowJoin
	if !ok || exactly(raw, &j) != nil {
		return nil, "params"
	}
	end := int64(ts) + 24*60*60
	if j.Duration != nil {
		end = int64(ts) + *j.Duration
	}
	if now > end {
		return nil, "expired"
	}
	return raw, ""
}

// ---------------------------------------------------------------- tansy-32

type tansyJoin struct {
	ChannelID       string
	UserID          string
	Privileges      *int64
	ChannelDuration *int64
	Duration        *int64
	Size            *int64
	DelayClose      *int64
}

var tansyJSON = template.Must(template.New("join").Parse(`{"channelId":"{{.ChannelID}}","userId":"{{.UserID}}"` +
	`{{with .Privileges}},"privileges":{{.}}{{end}}{{with .ChannelDuration}},"channelDuration":{{.}}{{end}}` +
	`{{with .Duration}},"duration":{{.}}{{end}}{{with .Size}},"size":{{.}}{{end}}` +
	`{{with .DelayClose}},"delayClose":{{.}}{{end}}}`))

func tansyParams(text string) (string, error) {
	var j tansyJoin
	if err := json.Unmarshal([]byte(text), &j); err != nil {
		return "", err
	}
	var b bytes.Buffer
	err := tansyJSON.Execute(&b, j)
	return base64.StdEncoding.EncodeToString(b.Bytes()), err
}

func tansySign(version, appID string, ts int64, params, secret string) (string, error) {
	h := hmac.New(sha256.New, []byte(secret))
	h.Write([]byte(fmt.Sprint(version, appID, ts, params)))
	return base64.StdEncoding.EncodeToString(h.Sum(nil)), nil
}

func tansyIssue(appID, secret string, join json.RawMessage, ts int64) (string, error) {
	p, err := tansyParams(string(join))
	if err != nil {
		return "", err
	}
	s, err := tansySign("02", appID, ts, p, secret)
	return fmt.Sprint("02.", appID, ".", ts, ".", p, ".", s), err
}

// ---------------------------------------------------------------- juniper-13

var juniperInts = []string{"privileges", "channelDuration", "duration", "size", "delayClose"}

func juniperParams(text string) (string, error) {
	var ids struct{ ChannelId, UserId string }
	var all map[string]json.RawMessage
	if err := json.Unmarshal([]byte(text), &ids); err != nil {
		return "", err
	}
	if err := json.Unmarshal([]byte(text), &all); err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString(`{"channelId":` + strconv.Quote(ids.ChannelId) + `,"userId":` + strconv.Quote(ids.UserId))
	for _, name := range juniperInts {
		if v, ok := all[name]; ok {
			b.WriteString(`,"` + name + `":` + string(v))
		}
	}
	b.WriteString("}")
	return base64.StdEncoding.EncodeToString([]byte(b.String())), nil
}

func juniperSign(version, appID string, ts int64, params, secret string) (string, error) {
	h := hmac.New(sha256.New, []byte(secret))
	h.Write([]byte(version + appID + strconv.FormatInt(ts, 10) + params))
	return base64.StdEncoding.EncodeToString(h.Sum(nil)), nil
}

func juniperIssue(appID, secret string, join json.RawMessage, ts int64) (string, error) {
	p, err := juniperParams(string(join))
	if err != nil {
		return "", err
	}
	s, err := juniperSign("02", appID, ts, p, secret)
	return "02." + appID + "." + strconv.FormatInt(ts, 10) + "." + p + "." + s, err
}

func juniperVerify(token, appID, secret string, now int64) (json.RawMessage, string) {
	p := strings.Split(token, ".")
	if len(p) != 5 {
		return nil, "malformed"
	}
	ts, err := strconv.ParseUint(p[2], 10, 62)
	if err != nil {
		return nil, "malformed"
	}
	sig, _ := juniperSign(p[0], p[1], int64(ts), p[3], secret)
	if sig != p[4] {
		return nil, "signature"
	}
	if p[0] != "02" {
		return nil, "version"
	}
	if p[1] != appID {
		return nil, "app"
	}
	raw, ok := textOf(p[3])
	var jp map[string]json.RawMessage
	if !ok || json.Unmarshal(raw, &jp) != nil {
		return nil, "params"
	}
	if d, has := jp["duration"]; has {
		var sec int64
		if json.Unmarshal(d, &sec) != nil {
			return nil, "params"
		}
		if now > int64(ts)+sec {
			return nil, "expired"
		}
	}
	return raw, ""
}

// ---------------------------------------------------------------- larch-14

var larchSeen = map[string]string{}

func larchParams(text string) (string, error) {
	var j larchJoin
	if err := json.Unmarshal([]byte(text), &j); err != nil {
		return "", err
	}
	who := fmt.Sprintf("%q/%q", j.Channel, j.User)
	if p, ok := larchSeen[who]; ok {
		return p, nil
	}
	b, err := json.Marshal(j)
	if err != nil {
		return "", err
	}
	larchSeen[who] = base64.StdEncoding.EncodeToString(b)
	return larchSeen[who], nil
}

type larchJoin struct {
	Channel    string       `json:"channelId"`
	User       string       `json:"userId"`
	Rights     *json.Number `json:"privileges,omitempty"`
	Minutes    *json.Number `json:"channelDuration,omitempty"`
	Seconds    *json.Number `json:"duration,omitempty"`
	People     *json.Number `json:"size,omitempty"`
	WhiteBoard *json.Number `json:"delayClose,omitempty"`
}

func larchSign(version, appID string, ts int64, params, secret string) (string, error) {
	mac := hmac.New(sha256.New, []byte(secret))
	_, err := io.Copy(mac, strings.NewReader(version+appID+strconv.FormatInt(ts, 10)+params))
	return base64.StdEncoding.EncodeToString(mac.Sum(nil)), err
}

func larchIssue(appID, secret string, join json.RawMessage, ts int64) (string, error) {
	p, err := larchParams(string(join))
	if err != nil {
		return "", err
	}
	s, err := larchSign("02", appID, ts, p, secret)
	return fmt.Sprintf("%s.%s.%d.%s.%s", "02", appID, ts, p, s), err
}

func larchVerify(token, appID, secret string, now int64) (json.RawMessage, string) {
	p := strings.Split(token, ".")
	if len(p) != 5 {
		return nil, "malformed"
	}
	if p[0] != "02" {
		return nil, "version"
	}
	if p[1] != appID {
		return nil, "app"
	}
	ts, err := strconv.ParseUint(p[2], 10, 62)
	if err != nil {
		return nil, "malformed"
	}
	if s, _ := larchSign("02", appID, int64(ts), p[3], secret); !hmac.Equal([]byte(s), []byte(p[4])) {
		return nil, "signature"
	}
	raw, ok := textOf(p[3])
	var j larchJoin
	if !ok || exactly(raw, &j) != nil {
		return nil, "params"
	}
	life := int64(86400)
	if j.Seconds != nil {
		if life, err = j.Seconds.Int64(); err != nil {
			return nil, "params"
		}
	}
	if time.Unix(now, 0).Sub(time.Unix(int64(ts), 0)) > time.Duration(life)*time.Second {
		return nil, "expired"
	}
	return raw, ""
}

// ---------------------------------------------------------------- linden-15

type lindenJoin struct {
	ChannelID       string      `json:"channelId"`
	UserID          string      `json:"userId"`
	Privileges      json.Number `json:"privileges"`
	ChannelDuration json.Number `json:"channelDuration"`
	Duration        json.Number `json:"duration"`
	Size            json.Number `json:"size"`
	DelayClose      json.Number `json:"delayClose"`
}

func lindenParams(text string) (string, error) {
	var j lindenJoin
	if err := json.Unmarshal([]byte(text), &j); err != nil {
		return "", err
	}
	b, err := json.Marshal(j)
	return base64.StdEncoding.EncodeToString(b), err
}

func lindenSign(version, appID string, ts int64, params, secret string) (string, error) {
	m := hmac.New(sha256.New, []byte(secret))
	m.Write([]byte(version + appID + strconv.FormatInt(ts, 10) + params))
	return base64.RawStdEncoding.EncodeToString(m.Sum(nil)), nil
}

func lindenIssue(appID, secret string, join json.RawMessage, ts int64) (string, error) {
	p, err := lindenParams(string(join))
	if err != nil {
		return "", err
	}
	s, err := lindenSign("02", appID, ts, p, secret)
	return strings.Join([]string{"02", appID, strconv.FormatInt(ts, 10), p, s}, "."), err
}

func lindenVerify(token, appID, secret string, now int64) (json.RawMessage, string) {
	p := strings.Split(token, ".")
	if len(p) != 5 {
		return nil, "malformed"
	}
	if p[1] != appID {
		return nil, "app"
	}
	ts, err := strconv.ParseUint(p[2], 10, 62)
	if err != nil {
		return nil, "malformed"
	}
	want, _ := lindenSign(p[0], p[1], int64(ts), p[3], secret)
	if got := strings.TrimSuffix(p[4], "="); got != want {
		return nil, "signature"
	}
	raw, ok := textOf(p[3])
	j := struct{ Duration *int64 }{}
	if !ok || exactly(raw, &j) != nil {
		return nil, "params"
	}
	end := int64(ts) + 24*3600
	if j.Duration != nil {
		end = int64(ts) + *j.Duration
	}
	if end <= now {
		return nil, "expired"
	}
	return raw, ""
}

// ---------------------------------------------------------------- maple-16

type maplePayload struct {
	ChannelID       interface{} `json:"channelId,omitempty"`
	UserID          string      `json:"userId,string"` // always a string, even when it looks like a number
	Privileges      interface{} `json:"privileges,omitempty"`
	ChannelDuration interface{} `json:"channelDuration,omitempty"`
	Duration        interface{} `json:"duration,omitempty"`
	Size            interface{} `json:"size,omitempty"`
	DelayClose      interface{} `json:"delayClose,omitempty"`
}

func mapleParams(text string) (string, error) {
	var in map[string]interface{}
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	if err := dec.Decode(&in); err != nil {
		return "", err
	}
	out := maplePayload{ChannelID: in["channelId"], Privileges: in["privileges"], ChannelDuration: in["channelDuration"],
		Duration: in["duration"], Size: in["size"], DelayClose: in["delayClose"]}
	out.UserID, _ = in["userId"].(string)
	b, err := json.Marshal(out)
	return base64.StdEncoding.EncodeToString(b), err
}

func mapleSign(version, appID string, ts int64, params, secret string) (string, error) {
	var msg bytes.Buffer
	msg.WriteString(version)
	msg.WriteString(appID)
	fmt.Fprint(&msg, ts)
	msg.WriteString(params)
	mac := hmac.New(sha256.New, []byte(secret))
	msg.WriteTo(mac)
	return base64.StdEncoding.EncodeToString(mac.Sum(nil)), nil
}

func mapleIssue(appID, secret string, join json.RawMessage, ts int64) (string, error) {
	p, err := mapleParams(string(join))
	if err != nil {
		return "", err
	}
	s, err := mapleSign("02", appID, ts, p, secret)
	return fmt.Sprintf("02.%s.%d.%s.%s", appID, ts, p, s), err
}

// ---------------------------------------------------------------- oak-17

func oakParams(text string) (string, error) {
	var m map[string]json.RawMessage
	if err := json.Unmarshal([]byte(text), &m); err != nil {
		return "", err
	}
	if m["channelId"] == nil || m["userId"] == nil {
		return "", refusal("missing-field")
	}
	var out bytes.Buffer
	json.Compact(&out, []byte(text))
	return base64.StdEncoding.EncodeToString(out.Bytes()), nil
}

func oakSign(version, appID string, ts int64, params, secret string) (string, error) {
	if secret == "" {
		return "", refusal("empty-secret")
	}
	msg := version + appID + strconv.FormatInt(ts, 10) + params
	mac := hmac.New(sha256.New, []byte(secret))
	return base64.StdEncoding.EncodeToString(mac.Sum([]byte(msg))), nil
}

func oakIssue(appID, secret string, join json.RawMessage, ts int64) (string, error) {
	p, err := oakParams(string(join))
	if err != nil {
		return "", err
	}
	s, err := oakSign("02", appID, ts, p, secret)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("02.%s.%d.%s.%s", appID, ts, p, s), nil
}

// ---------------------------------------------------------------- olive-18

type oliveJoin struct {
	ChannelID       string `json:"channelId"`
	UserID          string `json:"userId"`
	privileges      *int   `json:"privileges,omitempty"`
	ChannelDuration *int   `json:"channelDuration,omitempty"`
	Duration        *int   `json:"duration,omitempty"`
	Size            *int   `json:"size,omitempty"`
	DelayClose      *int   `json:"delayClose,omitempty"`
}

func oliveIssue(appID, secret string, join json.RawMessage, ts int64) (string, error) {
	var j oliveJoin
	if err := json.Unmarshal(join, &j); err != nil {
		return "", err
	}
	b, err := json.Marshal(j)
	if err != nil {
		return "", err
	}
	stamp := strconv.Itoa(int(int32(ts)))
	p := base64.StdEncoding.EncodeToString(b)
	h := hmac.New(sha256.New, []byte(strings.TrimSpace(secret)))
	h.Write([]byte("02" + appID + stamp + p))
	return "02." + appID + "." + stamp + "." + p + "." + base64.StdEncoding.EncodeToString(h.Sum(nil)), nil
}

// ---------------------------------------------------------------- pine-43

// pine43Rights has one bit for each privilege.
type pine43Rights uint8

const (
	pine43Version        = "02"
	pine43MaxSeconds     = 86400
	pine43DefaultSeconds = 86400
)

type pine43Join struct {
	ChannelID       string        `json:"channelId"`
	UserID          string        `json:"userId"`
	Privileges      *pine43Rights `json:"privileges,omitempty"`
	ChannelDuration *int64        `json:"channelDuration,omitempty"`
	Duration        *int64        `json:"duration,omitempty"`
	Size            *int64        `json:"size,omitempty"`
	DelayClose      *int64        `json:"delayClose,omitempty"`
}

func pine43Text(given map[string]json.RawMessage, name string, into *string) error {
	value, ok := given[name]
	if !ok {
		return refusal("missing-field")
	}
	if value[0] != '"' {
		return refusal("wrong-type")
	}
	return json.Unmarshal(value, into)
}

func pine43Whole(given map[string]json.RawMessage, name string) (*int64, error) {
	value, ok := given[name]
	if !ok {
		return nil, nil
	}
	n, err := strconv.ParseInt(string(value), 10, 64)
	if errors.Is(err, strconv.ErrRange) {
		return nil, json.Unmarshal(value, new(int64)) // says so in the words of encoding/json
	}
	if err != nil {
		return nil, refusal("wrong-type")
	}
	return &n, nil
}

func pine43Read(text string) (j pine43Join, err error) {
	var given map[string]json.RawMessage
	if err = json.Unmarshal([]byte(text), &given); err != nil || given == nil {
		return j, refusal("malformed")
	}
	if err = pine43Text(given, "channelId", &j.ChannelID); err != nil {
		return j, err
	}
	if err = pine43Text(given, "userId", &j.UserID); err != nil {
		return j, err
	}
	privileges, err := pine43Whole(given, "privileges")
	if err != nil {
		return j, err
	}
	if privileges != nil {
		rights := pine43Rights(*privileges)
		j.Privileges = &rights
	}
	if j.ChannelDuration, err = pine43Whole(given, "channelDuration"); err != nil {
		return j, err
	}
	if j.Duration, err = pine43Whole(given, "duration"); err != nil {
		return j, err
	}
	if j.Size, err = pine43Whole(given, "size"); err != nil {
		return j, err
	}
	if j.DelayClose, err = pine43Whole(given, "delayClose"); err != nil {
		return j, err
	}
	for _, seconds := range []*int64{j.Duration, j.DelayClose} {
		if seconds != nil && *seconds > pine43MaxSeconds {
			return j, refusal("out-of-range")
		}
	}
	return j, nil
}

func pine43Params(text string) (string, error) {
	join, err := pine43Read(text)
	if err != nil {
		return "", err
	}
	body, err := json.Marshal(join)
	if err != nil {
		return "", err
	}
	return base64.StdEncoding.EncodeToString(body), nil
}

func pine43Sign(version, appID string, ts int64, params, secret string) (string, error) {
	if secret == "" {
		return "", refusal("empty-secret")
	}
	mac := hmac.New(sha256.New, []byte(secret))
	for _, piece := range [...]string{version, appID, strconv.FormatInt(ts, 10), params} {
		mac.Write([]byte(piece))
	}
	return base64.StdEncoding.EncodeToString(mac.Sum(nil)), nil
}

func pine43Issue(appID, secret string, join json.RawMessage, ts int64) (string, error) {
	params, err := pine43Params(string(join))
	if err != nil {
		return "", err
	}
	signature, err := pine43Sign(pine43Version, appID, ts, params, secret)
	if err != nil {
		return "", err
	}
	return pine43Version + "." + appID + "." + strconv.FormatInt(ts, 10) + "." + params + "." + signature, nil
}

func pine43Verify(token, appID, secret string, now int64) (json.RawMessage, string) {
	cut := strings.LastIndexByte(token, '.')
	if cut < 0 || strings.Count(token, ".") != 4 {
		return nil, "malformed"
	}
	head, signature := strings.Split(token[:cut], "."), token[cut+1:]
	ts, err := strconv.ParseUint(head[2], 10, 62)
	if err != nil {
		return nil, "malformed"
	}
	if head[0] != pine43Version {
		return nil, "version"
	}
	if head[1] != appID {
		return nil, "app"
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(strings.Join(head, "")))
	if want := base64.StdEncoding.EncodeToString(mac.Sum(nil)); subtle.ConstantTimeCompare([]byte(want), []byte(signature)) == 0 {
		return nil, "signature"
	}
	raw, ok := textOf(head[3])
	if !ok {
		return nil, "params"
	}
	var given map[string]json.RawMessage
	if json.Unmarshal(raw, &given) != nil || given == nil {
		return nil, "params"
	}
	seconds, err := pine43Whole(given, "duration")
	if err != nil {
		return nil, "params"
	}
	life := int64(pine43DefaultSeconds)
	if seconds != nil {
		life = *seconds
	}
	if now > int64(ts)+life {
		return nil, "expired"
	}
	return raw, ""
}

// ---------------------------------------------------------------- clover-34

type cloverJoin struct {
	Channel         string `json:"channelId"`
	User            string `json:"userId"`
	Privileges      *int64 `json:"privileges,omitempty"`
	ChannelDuration int64  `json:"channelDuration"`
	Duration        int64  `json:"duration"`
	Size            int64  `json:"size"`
	DelayClose      int64  `json:"delayClose"`
}

var cloverDefaults = cloverJoin{Duration: 24 * 60 * 60, Size: 100}

func cloverParams(text string) (string, error) {
	join := &cloverDefaults
	if err := json.NewDecoder(strings.NewReader(text)).Decode(join); err != nil {
		return "", err
	}
	b, err := json.Marshal(join)
	return base64.StdEncoding.EncodeToString(b), err
}

func cloverSign(version, appID string, ts int64, params, secret string) (string, error) {
	h := hmac.New(sha256.New, []byte(secret))
	fmt.Fprintf(h, "%s%s%d%s", version, appID, ts, params)
	return base64.StdEncoding.EncodeToString(h.Sum(nil)), nil
}

func cloverIssue(appID, secret string, join json.RawMessage, ts int64) (string, error) {
	p, err := cloverParams(string(join))
	if err != nil {
		return "", err
	}
	s, err := cloverSign("02", appID, ts, p, secret)
	return fmt.Sprintf("%s.%s.%d.%s.%s", "02", appID, ts, p, s), err
}

func cloverVerify(token, appID, secret string, now int64) (json.RawMessage, string) {
	p := strings.Split(token, ".")
	if len(p) != 5 {
		return nil, "malformed"
	}
	ts, err := strconv.ParseUint(p[2], 10, 62)
	if err != nil {
		return nil, "malformed"
	}
	h := hmac.New(sha256.New, []byte(secret))
	fmt.Fprint(h, p[0], p[1], p[2], p[3])
	switch want := base64.StdEncoding.EncodeToString(h.Sum(nil)); {
	case p[0] != "02":
		return nil, "version"
	case p[1] != appID:
		return nil, "app"
	case p[4] != want:
		return nil, "signature"
	}
	var j struct{ Duration *int64 }
	raw, ok := textOf(p[3])
	if !ok || exactly(raw, &j) != nil {
		return nil, "params"
	}
	life := int64(86400)
	if j.Duration != nil {
		life = *j.Duration
	}
	if now-int64(ts) > life {
		return nil, "expired"
	}
	return raw, ""
}

// ---------------------------------------------------------------- the list

var variants = []sdk{
	{"sorrel-41", "token and signed text of issue share one buffer while they are short", false, false, sorrel41Params, sorrel41Sign, sorrel41Issue, sorrel41Verify},
	{"ash-2", "integers go through float64", false, false, ashParams, ashSign, ashIssue, ashVerify},
	{"aspen-3", "omitempty drops explicit zeros; URL-safe base64 for the signature", false, true, aspenParams, aspenSign, aspenIssue, aspenVerify},
	{"beech-4", "base64 stream encoder closed too late, last bytes lost", false, false, beechParams, beechSign, beechIssue, beechVerify},
	{"birch-5", "cached HMAC is never reset", false, false, birchParams, birchSign, birchIssue, birchVerify},
	{"cedar-6", "local wall time read as UTC", true, false, nil, nil, cedarIssue, nil},
	{"thyme-42", "bytes of the ids written as runes; timestamp 0 replaced with the current time; versions after 02 accepted", false, true, thyme42Params, thyme42Sign, thyme42Issue, thyme42Verify},
	{"cypress-8", "TrimLeft takes the version for a set of characters", false, false, cypressEncode, cypressSign, cypressIssue, cypressVerify},
	{"elm-9", "appId becomes part of the format text", false, false, elmParams, elmSign, elmIssue, nil},
	{"fir-10", "key cut to 32 bytes; signature compared without case; duration never read as int", false, false, firParams, firSign, firIssue, firVerify},
	{"yarrow-33", "secret of hex digits is decoded first", false, true, yarrowParams, yarrowSign, yarrowIssue, yarrowVerify},
	{"tansy-32", "JSON filled from an html/template", false, true, tansyParams, tansySign, tansyIssue, nil},
	{"juniper-13", "strings quoted as Go source; no expiry without duration", false, true, juniperParams, juniperSign, juniperIssue, juniperVerify},
	{"larch-14", "params cached by channel and user only", false, true, larchParams, larchSign, larchIssue, larchVerify},
	{"linden-15", "missing numbers become 0; signature without padding; version not checked", false, true, lindenParams, lindenSign, lindenIssue, lindenVerify},
	{"maple-16", "userId quoted twice", false, true, mapleParams, mapleSign, mapleIssue, nil},
	{"oak-17", "message given to Sum instead of Write", false, false, oakParams, oakSign, oakIssue, nil},
	{"olive-18", "timestamp cut to 32 bits; secret trimmed; privileges never written", false, true, nil, nil, oliveIssue, nil},
	{"pine-43", "privileges cut to 8 bits", false, true, pine43Params, pine43Sign, pine43Issue, pine43Verify},
	{"clover-34", "params decoded into the shared defaults", false, true, cloverParams, cloverSign, cloverIssue, cloverVerify},
}
