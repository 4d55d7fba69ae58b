// A collection of small token SDKs in Go behind one adapter.
//
//	strangers --list          one line a subject: NAME wrong|right SENTENCE
//	strangers NAME            that subject, on stdin and stdout
//	strangers --shows NAME    the questions on which the mistake shows, one JSON a line
//	strangers --rule NAME     the sentence of the interface that the subject violates
//
// newBase makes the right SDK as a struct of hooks. A subject overrides hooks of it. Each wrong
// subject carries the sentence that it violates and states an input for the selftest.
package main

import (
	"bufio"
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"html"
	"io"
	"math"
	"net/url"
	"os"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"sync"
	"text/template"
	"time"
	"unicode/utf8"
)

type J = map[string]any

const day = 86400

var ints = []string{"privileges", "channelDuration", "duration", "size", "delayClose"}
var std = base64.StdEncoding

type refuse struct{ reason string }

func (r refuse) Error() string { return r.reason }

type cannot struct{ what string }

func (c cannot) Error() string { return "cannot express " + c.what }

type issueIn struct {
	appID, secret string
	raw           any // joinParams as read: texts, json.Number, ...
	has           bool
	ts            int64
}

// ---------------------------------------------------------------- the right base
type sdk struct {
	methods []string
	clock   string
	about   J
	async   bool

	now         func() string // text of the timestamp with a system clock
	stamp       func(in issueIn) string
	checkSecret func(string) error
	checkText   func(j J, n string) error
	checkInt    func(j J, n string) error
	checkBounds func(J) error
	check       func(in issueIn) (J, error)
	shape       func(J) J
	json        func(J) string
	bytes       func(string) []byte
	b64         func([]byte) string
	params      func(string) string
	key         func(string) []byte
	message     func(v, a, t, p string) []byte
	mac         func(key, msg []byte) []byte
	sigText     func([]byte) string
	sign        func(v, a, t, p, secret string) string
	join        func(v, a, t, p, s string) string
	mint        func(in issueIn, j J) string
	issue       func(in issueIn) (any, error)

	no        func(reason string) J
	split     func(token string) []string
	versionOK func(string) bool
	appOK     func(given, wanted string) bool
	readStamp func(string) (int64, error)
	sameSig   func(given, wanted string) bool
	unb64     func(string) ([]byte, error)
	parse     func([]byte) (J, error)
	expired   func(ts int64, j J, now int64) bool
	tell      func(J) any
	verify    func(token, app, secret string, now int64) (any, error)
	errorOf   func(error) J
}

func number(v any) (int64, bool) {
	switch x := v.(type) {
	case json.Number:
		if i, err := x.Int64(); err == nil {
			return i, true
		}
		if f, err := x.Float64(); err == nil && f == math.Trunc(f) && math.Abs(f) < 1<<53 {
			return int64(f), true
		}
	case int64:
		return x, true
	}
	return 0, false
}

func get(j J, n string) (int64, bool) {
	v, ok := j[n]
	if !ok {
		return 0, false
	}
	return number(v)
}

func clone(j J) J {
	r := J{}
	for k, v := range j {
		r[k] = v
	}
	return r
}

// with gives a copy in which member n, if present, is changed by f.
func with(j J, n string, f func(any) any) J {
	r := clone(j)
	if v, ok := r[n]; ok {
		r[n] = f(v)
	}
	return r
}

func text(n string, f func(string) string) func(J) J {
	return func(j J) J { return with(j, n, func(v any) any { return f(v.(string)) }) }
}

func num(n string, f func(int64) any) func(J) J {
	return func(j J) J { return with(j, n, func(v any) any { i, _ := number(v); return f(i) }) }
}

func order(j J) []string {
	ks := []string{}
	for k := range j {
		ks = append(ks, k)
	}
	sort.Strings(ks)
	return ks
}

// byHand writes JSON with own functions for texts and numbers.
func byHand(j J, str func(string) string, numText func(int64) string) string {
	parts := []string{}
	for _, k := range order(j) {
		var v string
		if s, ok := j[k].(string); ok {
			v = str(s)
		} else if i, ok := number(j[k]); ok {
			v = numText(i)
		} else {
			b, _ := json.Marshal(j[k])
			v = string(b)
		}
		parts = append(parts, `"`+k+`":`+v)
	}
	return "{" + strings.Join(parts, ",") + "}"
}

func quote(s string) string { b, _ := json.Marshal(s); return string(b) }
func dec(i int64) string    { return strconv.FormatInt(i, 10) }

func decode(b []byte) (any, error) {
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, err
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, errors.New("more after the JSON")
	}
	return v, nil
}

func newBase() *sdk {
	s := &sdk{methods: []string{"token.issue", "token.params", "token.signature", "token.verify"}, clock: "injected", about: J{}}
	s.now = func() string { return dec(time.Now().Unix()) }
	s.stamp = func(in issueIn) string {
		if s.clock == "system" {
			return s.now()
		}
		return dec(in.ts)
	}
	s.checkSecret = func(k string) error {
		if k == "" {
			return refuse{"empty-secret"}
		}
		return nil
	}
	s.checkText = func(j J, n string) error {
		v, ok := j[n]
		if !ok {
			return refuse{"missing-field"}
		}
		if _, ok := v.(string); !ok {
			return refuse{"wrong-type"}
		}
		return nil
	}
	s.checkInt = func(j J, n string) error {
		v, ok := j[n]
		if !ok {
			return nil
		}
		if _, ok := number(v); !ok {
			return refuse{"wrong-type"}
		}
		return nil
	}
	s.checkBounds = baseBounds
	s.check = func(in issueIn) (J, error) {
		if !in.has {
			return nil, refuse{"missing-field"}
		}
		j, ok := in.raw.(map[string]any)
		if !ok {
			return nil, refuse{"wrong-type"}
		}
		for _, n := range []string{"channelId", "userId"} {
			if err := s.checkText(j, n); err != nil {
				return nil, err
			}
		}
		for _, n := range ints {
			if err := s.checkInt(j, n); err != nil {
				return nil, err
			}
		}
		if err := s.checkBounds(j); err != nil {
			return nil, err
		}
		return j, nil
	}
	s.shape = func(j J) J { return j }
	s.json = func(j J) string { b, _ := json.Marshal(j); return string(b) }
	s.bytes = func(t string) []byte { return []byte(t) }
	s.b64 = std.EncodeToString
	s.params = func(t string) string { return s.b64(s.bytes(t)) }
	s.key = func(k string) []byte { return []byte(k) }
	s.message = func(v, a, t, p string) []byte { return []byte(v + a + t + p) }
	s.mac = baseMac
	s.sigText = std.EncodeToString
	s.sign = func(v, a, t, p, k string) string { return s.sigText(s.mac(s.key(k), s.message(v, a, t, p))) }
	s.join = func(v, a, t, p, g string) string { return strings.Join([]string{v, a, t, p, g}, ".") }
	s.mint = func(in issueIn, j J) string {
		t, p := s.stamp(in), s.params(s.json(s.shape(j)))
		return s.join("02", in.appID, t, p, s.sign("02", in.appID, t, p, in.secret))
	}
	s.issue = func(in issueIn) (any, error) {
		if err := s.checkSecret(in.secret); err != nil {
			return nil, err
		}
		j, err := s.check(in)
		if err != nil {
			return nil, err
		}
		return J{"token": s.mint(in, j)}, nil
	}
	s.no = func(r string) J { return J{"valid": false, "reason": r} }
	s.split = baseSplit
	s.versionOK = func(v string) bool { return v == "02" }
	s.appOK = func(g, w string) bool { return g == w }
	s.readStamp = baseStamp
	s.sameSig = func(g, w string) bool { return hmac.Equal([]byte(g), []byte(w)) }
	s.unb64 = strictB64
	s.parse = func(b []byte) (J, error) {
		if !utf8.Valid(b) {
			return nil, errors.New("not UTF-8")
		}
		v, err := decode(b)
		if err != nil {
			return nil, err
		}
		return s.check(issueIn{raw: v, has: true})
	}
	s.expired = func(ts int64, j J, now int64) bool { return now > ts+duration(j) }
	s.tell = func(j J) any { return j }
	s.verify = func(token, app, secret string, now int64) (any, error) {
		x := s.split(token)
		if x == nil {
			return s.no("malformed"), nil
		}
		if !s.versionOK(x[0]) {
			return s.no("version"), nil
		}
		if !s.appOK(x[1], app) {
			return s.no("app"), nil
		}
		ts, err := s.readStamp(x[2])
		if err != nil {
			return s.no("malformed"), nil
		}
		if !s.sameSig(x[4], s.sign(x[0], x[1], x[2], x[3], secret)) {
			return s.no("signature"), nil
		}
		b, err := s.unb64(x[3])
		if err != nil {
			return s.no("params"), nil
		}
		j, err := s.parse(b)
		if err != nil {
			return s.no("params"), nil
		}
		if s.expired(ts, j, now) {
			return s.no("expired"), nil
		}
		return J{"valid": true, "joinParams": s.tell(j)}, nil
	}
	s.errorOf = baseError
	return s
}

func baseBounds(j J) error {
	for _, n := range []string{"duration", "delayClose"} {
		if i, ok := get(j, n); ok && i > day {
			return refuse{"out-of-range"}
		}
	}
	return nil
}
func baseMac(key, msg []byte) []byte { h := hmac.New(sha256.New, key); h.Write(msg); return h.Sum(nil) }
func baseSplit(t string) []string {
	x := strings.Split(t, ".")
	n := len(x)
	if n < 5 {
		return nil
	}
	return []string{x[0], strings.Join(x[1:n-3], "."), x[n-3], x[n-2], x[n-1]}
}
func baseStamp(t string) (int64, error) {
	if t == "" || strings.Trim(t, "0123456789") != "" {
		return 0, errors.New("timestamp")
	}
	return strconv.ParseInt(t, 10, 64)
}
func strictB64(p string) ([]byte, error) {
	b, err := std.DecodeString(p)
	if err == nil && std.EncodeToString(b) != p {
		err = errors.New("base64")
	}
	return b, err
}
func duration(j J) int64 {
	if d, ok := get(j, "duration"); ok {
		return d
	}
	return day
}
func baseError(err error) J {
	switch e := err.(type) {
	case refuse:
		return J{"code": 1, "message": e.reason, "data": J{"reason": e.reason}}
	case cannot:
		return J{"code": 2, "message": e.Error()}
	}
	return J{"code": -32603, "message": err.Error()}
}

// ---------------------------------------------------------------- helpers for stated inputs
const (
	app = "app7"
	sec = "s3cr3t-Key"
	T   = int64(1760000000)
)

type Q = J

func jp(kv ...any) J {
	j := J{"channelId": "room-1", "userId": "ann"}
	for i := 0; i < len(kv); i += 2 {
		if kv[i+1] == nil {
			delete(j, kv[i].(string))
		} else {
			j[kv[i].(string)] = kv[i+1]
		}
	}
	return j
}
func issueQ(a, k string, ts int64, j any) Q {
	return Q{"method": "token.issue", "params": J{"appId": a, "appSecret": k, "timestamp": ts, "joinParams": j}}
}
func I(kv ...any) Q { return issueQ(app, sec, T, jp(kv...)) }
func N(wait int) Q {
	return Q{"method": "token.issue", "wait": wait, "params": J{"appId": app, "appSecret": sec, "joinParams": jp()}}
}
func P(t string) Q { return Q{"method": "token.params", "params": J{"joinParamsJson": t}} }
func PJ(kv ...any) Q {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.Encode(jp(kv...))
	return P(strings.TrimSuffix(b.String(), "\n"))
}
func S(a, k, p string) Q {
	return Q{"method": "token.signature", "params": J{"version": "02", "appId": a, "timestamp": T, "params": p, "appSecret": k}}
}

var par = std.EncodeToString([]byte(`{"channelId":"room-1","userId":"ann"}`))

type tok struct {
	text, v, a, t, k string
	now              int64
	p, s, all        func(string) string
	app, secret      string
}

func or(a, b string) string {
	if a == "" {
		return b
	}
	return a
}
func V(o tok) Q {
	t := or(o.text, `{"channelId":"room-1","userId":"ann"}`)
	v, a, ts, k := or(o.v, "02"), or(o.a, app), or(o.t, dec(T)), or(o.k, sec)
	p := std.EncodeToString([]byte(t))
	if o.p != nil {
		p = o.p(p)
	}
	s := std.EncodeToString(baseMac([]byte(k), []byte(v+a+ts+p)))
	if o.s != nil {
		s = o.s(s)
	}
	all := strings.Join([]string{v, a, ts, p, s}, ".")
	if o.all != nil {
		all = o.all(all)
	}
	now := o.now
	if now == 0 {
		now = T + 10
	}
	return Q{"method": "token.verify", "params": J{"token": all, "appId": or(o.app, app), "appSecret": or(o.secret, sec), "now": now}}
}
func js(kv ...any) string { b, _ := json.Marshal(jp(kv...)); return string(b) }

var (
	iss = []string{"token.issue"}
	pas = []string{"token.params"}
	sgs = []string{"token.signature"}
	ver = []string{"token.verify"}
	ip  = []string{"token.issue", "token.params"}
	is  = []string{"token.issue", "token.signature"}
	iv  = []string{"token.issue", "token.verify"}
	ips = []string{"token.issue", "token.params", "token.signature"}
)

// ---------------------------------------------------------------- sentences
const (
	rPar   = "params: standard base64 (with padding, no line breaks) of the JSON encoding of joinParams (2.1)"
	rSig   = "signature: standard base64 of HMAC-SHA256 whose key is the app secret (UTF-8 bytes) and whose message is the plain concatenation (no separators) of version, appId, timestamp and params (UTF-8 bytes)"
	rNL    = "A base64 encoder that inserts line breaks gives a token that fails authentication; the output must contain no line breaks."
	rTS    = "timestamp: current UTC time in whole seconds (decimal)."
	rEnd   = "Validity of the token = timestamp + the duration in joinParams."
	rDur   = "duration | int | token validity, in seconds | default 86400 (24 h); must be <= 86400"
	rDelay = "delayClose | int | whiteboard delayed-close time, in seconds | default 0 (close at once); maximum 24 hours (86400)"
	rSize  = "size | int | maximum number of people in the channel | default 100 (no bound is given; no rule may be invented)"
	rCD    = "channelDuration | int | maximum channel duration, in minutes | default 0 = unlimited"
	rPriv  = "privileges | int | no | meaning and allowed values: not shown (no rule may be invented)"
	rCh    = "channelId | string | yes | naming rules: not shown (no rule may be invented)"
	rUs    = "userId | string | yes | format rules: not shown (no rule may be invented)"
	rReq   = "channelId and userId required, the rest optional"
	rFive  = "Token: five parts joined by `.`: <version>.<appId>.<timestamp>.<params>.<signature>"
	rSec   = "App.Secret.Empty: the app secret is wrong or missing"
	rReuse = "a token can be reused during its validity"
	rExp   = "an expired token cannot join"
	rApp   = "appId: application id of the app"
	rVer   = "version: fixed string `02`"
	rThis  = "params: ... of joinParams (those of this call)"
	rRate  = "Rate limits: not shown (no rule may be invented)"
)

type subject struct {
	name, kind, says, rule string
	methods                []string
	shows                  func() []Q
	over                   func(s *sdk)
}

var subjects []subject

func W(name, says, rule string, methods []string, shows func() []Q, over func(s *sdk)) {
	subjects = append(subjects, subject{name, "wrong", says, rule, methods, shows, over})
}
func R(name, says string, methods []string, over func(s *sdk)) {
	subjects = append(subjects, subject{name, "right", says, "", methods, func() []Q { return nil }, over})
}
func qs(q ...Q) func() []Q { return func() []Q { return q } }

// typedJoin is the struct that many Go programs would use.
type typedJoin struct {
	ChannelID       string `json:"channelId"`
	UserID          string `json:"userId"`
	Privileges      int64  `json:"privileges"`
	ChannelDuration int64  `json:"channelDuration"`
	Duration        int64  `json:"duration"`
	Size            int64  `json:"size"`
	DelayClose      int64  `json:"delayClose"`
}

func wrongParams() {
	W("enc-not-closed", "the base64 writer is not closed: a last group of one or two bytes is lost", rPar, ip, qs(I("userId", "a"), I("userId", "ab")), func(s *sdk) {
		s.b64 = func(b []byte) string {
			var o bytes.Buffer
			e := base64.NewEncoder(std, &o)
			e.Write(b)
			return o.String()
		}
	})
	W("enc-not-flushed", "a buffered writer is not flushed: texts that do not fill it are empty, the tail of others is lost", rPar, pas, qs(PJ("userId", strings.Repeat("u", 90))), func(s *sdk) {
		s.b64 = func(b []byte) string {
			var o bytes.Buffer
			w := bufio.NewWriterSize(&o, 64)
			for _, c := range []byte(std.EncodeToString(b)) {
				w.WriteByte(c)
			}
			if w.Buffered() > 0 && o.Len() == 0 {
				w.Flush()
			}
			return o.String()
		}
	})
	W("enc-pem", "long params are folded after 64 characters, as in PEM", rNL, iss, qs(I("userId", strings.Repeat("u", 40))), func(s *sdk) {
		s.b64 = func(b []byte) string {
			x := std.EncodeToString(b)
			o := []string{}
			for len(x) > 64 {
				o, x = append(o, x[:64]), x[64:]
			}
			return strings.Join(append(o, x), "\n")
		}
	})
	W("enc-raw-long", "params of more than 128 characters lose their padding", rPar, ip, qs(I("userId", strings.Repeat("u", 70)), I("userId", strings.Repeat("u", 71)), I("userId", strings.Repeat("u", 72))), func(s *sdk) {
		s.b64 = func(b []byte) string {
			if len(b) > 96 {
				return base64.RawStdEncoding.EncodeToString(b)
			}
			return std.EncodeToString(b)
		}
	})
	W("enc-url-after-signing", "params go into the URL alphabet after signing", rPar, iss, qs(I("userId", "???~~~"), I("userId", "a???~~~"), I("userId", "ab???~~~")), func(s *sdk) {
		s.join = func(v, a, t, p, g string) string {
			return strings.Join([]string{v, a, t, strings.NewReplacer("+", "-", "/", "_").Replace(p), g}, ".")
		}
	})
	W("enc-limit-1024", "a limited reader ends the JSON at 1024 bytes", rPar, ip, qs(I("userId", strings.Repeat("u", 1000))), func(s *sdk) {
		s.bytes = func(t string) []byte { b, _ := io.ReadAll(io.LimitReader(strings.NewReader(t), 1024)); return b }
	})
	W("enc-runes-to-bytes", "each rune is cut to a byte", rPar, ip, qs(I("userId", "Ågot")), func(s *sdk) {
		s.bytes = func(t string) []byte {
			o := []byte{}
			for _, r := range t {
				o = append(o, byte(r))
			}
			return o
		}
	})
	W("enc-bytes-to-runes", "each byte of a userId becomes a rune", rUs, iss, qs(I("userId", "naïve")), func(s *sdk) {
		s.shape = text("userId", func(t string) string {
			o := []rune{}
			for i := 0; i < len(t); i++ {
				o = append(o, rune(t[i]))
			}
			return string(o)
		})
	})
	W("enc-rune-count", "the buffer is sized by the count of runes", rPar, pas, qs(PJ("channelId", "ночь")), func(s *sdk) {
		s.bytes = func(t string) []byte { b := make([]byte, utf8.RuneCountInString(t)); copy(b, t); return b }
	})
	W("enc-array-zeros", "texts below 64 bytes are encoded from a whole array of 64 bytes, zeros with them", rPar, ip, qs(I()), func(s *sdk) {
		s.bytes = func(t string) []byte {
			var a [64]byte
			if len(t) >= len(a) {
				return []byte(t)
			}
			copy(a[:], t)
			return a[:]
		}
	})
	W("enc-buffer-after-refusal", "the buffer is not reset on the way out of a refusal: the next params begins with the rest", rThis, iss, qs(I("duration", 90000), I("userId", "bob")), func(s *sdk) {
		var b bytes.Buffer
		s.checkBounds = func(j J) error {
			err := baseBounds(j)
			if err != nil {
				b.WriteString(`{"channelId":`)
			}
			return err
		}
		s.bytes = func(t string) []byte { b.WriteString(t); o := append([]byte{}, b.Bytes()...); b.Reset(); return o }
	})
	W("json-printf-format", "the user text becomes part of a format: a percent sign is read as a verb", rUs, iss, qs(I("userId", "100%"), I("userId", "50%discount")), func(s *sdk) {
		s.json = func(j J) string { f := byHand(j, quote, dec); return fmt.Sprintf(f, []any{}...) }
	})
	W("json-quote-ascii", "texts are quoted by the rules of the language: \\U escapes for characters beyond the basic plane", rPar, iss, qs(I("userId", "hi😀")), func(s *sdk) {
		s.json = func(j J) string { return byHand(j, strconv.QuoteToASCII, dec) }
	})
	W("json-quote-control", "texts are quoted by the rules of the language: \\x1b and \\a for control characters", rPar, iss, qs(I("userId", "a\x1bb"), I("userId", "a\x07")), func(s *sdk) {
		s.json = func(j J) string { return byHand(j, strconv.Quote, dec) }
	})
	W("json-js-escape", "texts are escaped for scripts: an apostrophe becomes \\'", rPar, iss, qs(I("userId", "o'neil")), func(s *sdk) {
		s.json = func(j J) string {
			return byHand(j, func(t string) string { return `"` + template.JSEscapeString(t) + `"` }, dec)
		}
	})
	W("json-fast-path", "texts without quote or backslash go through a fast path that escapes no control characters", rPar, iss, qs(I("channelId", "tab\there"), I("channelId", "line\nfeed")), func(s *sdk) {
		s.json = func(j J) string {
			return byHand(j, func(t string) string {
				if strings.ContainsAny(t, `"\`) {
					return quote(t)
				}
				return `"` + t + `"`
			}, dec)
		}
	})
	W("json-undo-escapes", "HTML escapes are undone by replacing texts, also where the user wrote a backslash and u0026", rUs, iss, qs(I("userId", `R\u0026D`)), func(s *sdk) {
		s.json = func(j J) string {
			return strings.NewReplacer(`\u0026`, "&", `\u003c`, "<", `\u003e`, ">").Replace(byHand(j, quote, dec))
		}
	})
	W("json-compact-by-text", "blanks after colon and comma are removed by text, in user texts too", rPar, ip, qs(PJ("userId", "Lee, Ann"), I("channelId", "topic: go")), func(s *sdk) {
		s.params = func(t string) string {
			return s.b64(s.bytes(strings.NewReplacer(", ", ",", ": ", ":").Replace(t)))
		}
	})
	W("json-float32", "numbers pass through a float of 32 bits", rPriv, iss, qs(I("privileges", 16777217)), func(s *sdk) {
		s.shape = func(j J) J {
			for _, n := range ints {
				j = num(n, func(i int64) any { return int64(float32(i)) })(j)
			}
			return j
		}
	})
	W("json-g-format", "numbers are written in the g format: 1e+06", "params: JSON encoding of joinParams; channelDuration | int", iss, qs(I("channelDuration", 1500000), I("channelDuration", 30000000)), func(s *sdk) {
		s.json = func(j J) string {
			return byHand(j, quote, func(i int64) string { return strconv.FormatFloat(float64(i), 'g', -1, 64) })
		}
	})
	W("json-no-omitempty", "absent numbers are minted as 0 (duration 0, size 0)", rDur, iss, qs(I()), func(s *sdk) {
		s.json = func(j J) string {
			var t typedJoin
			b, _ := json.Marshal(j)
			json.Unmarshal(b, &t)
			b, _ = json.Marshal(t)
			return string(b)
		}
	})
	W("json-omitempty", "a duration of 0 is left out by omitempty", rEnd, iss, qs(I("duration", 0)), func(s *sdk) {
		s.shape = func(j J) J {
			j = clone(j)
			if d, ok := get(j, "duration"); ok && d == 0 {
				delete(j, "duration")
			}
			return j
		}
	})
	W("json-string-option", "channelDuration has the string option: minted in quotes", rCD, iss, qs(I("channelDuration", 90)), func(s *sdk) {
		s.shape = num("channelDuration", func(i int64) any { return dec(i) })
	})
	W("json-bytes-field", "userId is a byte slice: minted in base64 when not ASCII", rUs, iss, qs(I("userId", "søren")), func(s *sdk) {
		s.shape = text("userId", func(t string) string {
			if len(t) == utf8.RuneCountInString(t) {
				return t
			}
			return std.EncodeToString([]byte(t))
		})
	})
	W("json-tag", "the tag of delayClose is wrong: minted as delayclose", rDelay, iss, qs(I("delayClose", 30)), func(s *sdk) {
		s.shape = func(j J) J {
			j = clone(j)
			if v, ok := j["delayClose"]; ok {
				delete(j, "delayClose")
				j["delayclose"] = v
			}
			return j
		}
	})
	W("json-nanoseconds", "duration is a time value: minted in nanoseconds", rDur, iss, qs(I("duration", 60)), func(s *sdk) {
		s.shape = num("duration", func(i int64) any { return int64(time.Duration(i) * time.Second) })
	})
	W("int-delay-uint16", "delayClose in 16 bits: 86400 becomes 20864", rDelay, iss, qs(I("delayClose", 70000)), func(s *sdk) {
		s.shape = num("delayClose", func(i int64) any { return int64(uint16(i)) })
	})
	W("int-duration-uint16", "duration in 16 bits, so that a day is 20864 seconds", rDur, iss, qs(I("duration", 86400)), func(s *sdk) {
		s.shape = num("duration", func(i int64) any { return int64(uint16(i)) })
	})
	W("int-size-int16", "size in 16 signed bits", rSize, iss, qs(I("size", 40000)), func(s *sdk) {
		s.shape = num("size", func(i int64) any { return int64(int16(i)) })
	})
	W("int-privileges-byte", "privileges in one byte", rPriv, iss, qs(I("privileges", 256)), func(s *sdk) {
		s.shape = num("privileges", func(i int64) any { return int64(uint8(i)) })
	})
	W("int-shared-pointer", "all optional numbers point to one variable: each has the value of the last", rReq, iss, qs(I("size", 5, "duration", 600)), func(s *sdk) {
		s.shape = func(j J) J {
			j = clone(j)
			var last int64
			for _, n := range ints {
				if i, ok := get(j, n); ok {
					last = i
				}
			}
			for _, n := range ints {
				if _, ok := j[n]; ok {
					j[n] = last
				}
			}
			return j
		}
	})
	W("int-minutes-of-duration", "channelDuration is raised to cover duration", rCD, iss, qs(I("channelDuration", 10, "duration", 3600)), func(s *sdk) {
		s.shape = func(j J) J {
			d, ok := get(j, "duration")
			c, ok2 := get(j, "channelDuration")
			if ok && ok2 && c > 0 && c*60 < d {
				return num("channelDuration", func(int64) any { return d / 60 })(j)
			}
			return j
		}
	})
	W("random-order-signed", "JSON is made twice in the random order of a map: the signature is often over another text", rSig, iss, func() []Q {
		o := []Q{}
		for i := 0; i < 12; i++ {
			o = append(o, I("size", i, "duration", 60, "privileges", 1, "delayClose", 2))
		}
		return o
	}, func(s *sdk) {
		random := func(j J) string {
			o := []string{}
			for k, v := range j {
				b, _ := json.Marshal(v)
				o = append(o, quote(k)+":"+string(b))
			}
			return "{" + strings.Join(o, ",") + "}"
		}
		s.mint = func(in issueIn, j J) string {
			t := s.stamp(in)
			return s.join("02", in.appID, t, s.params(random(j)), s.sign("02", in.appID, t, s.params(random(j)), in.secret))
		}
	})
}

func wrongText() {
	W("text-cut-bytes-32", "userId is cut at 32 bytes, in the middle of a character if need be", rUs, iss, qs(I("userId", strings.Repeat("漢", 12))), func(s *sdk) {
		s.shape = text("userId", func(t string) string {
			if len(t) > 32 {
				t = t[:32]
			}
			return strings.ToValidUTF8(t, "\ufffd")
		})
	})
	W("text-fields", "runs of white space in userId become one blank", rUs, iss, qs(I("userId", "Ann  Lee"), I("userId", "Ann\u3000Lee")), func(s *sdk) {
		s.shape = text("userId", func(t string) string { return strings.Join(strings.Fields(t), " ") })
	})
	W("text-html-apostrophe", "channelId is escaped for HTML, apostrophes too", rCh, iss, qs(I("channelId", "ann's room")), func(s *sdk) {
		s.shape = text("channelId", html.EscapeString)
	})
	W("text-path-escape", "channelId is escaped as a path", rCh, iss, qs(I("channelId", "a b"), I("channelId", "größe")), func(s *sdk) { s.shape = text("channelId", url.PathEscape) })
	W("text-trim-hash", "a leading # of channelId is taken off, all of them", rCh, iss, qs(I("channelId", "#general")), func(s *sdk) {
		s.shape = text("channelId", func(t string) string { return strings.TrimLeft(t, "#") })
	})
	W("text-trim-cutset", "the prefix user- is taken off by a cut set: other leading letters go too", rUs, iss, qs(I("userId", "resu"), I("userId", "user-sue")), func(s *sdk) {
		s.shape = text("userId", func(t string) string { return strings.TrimLeft(t, "user-") })
	})
	W("text-mail", "a userId with @ is put into lower case", rUs, iss, qs(I("userId", "Ann@Example.org")), func(s *sdk) {
		s.shape = text("userId", func(t string) string {
			if strings.Contains(t, "@") {
				return strings.ToLower(t)
			}
			return t
		})
	})
	W("text-crlf", "CR LF in userId becomes LF", rUs, iss, qs(I("userId", "a\r\nb")), func(s *sdk) {
		s.shape = text("userId", func(t string) string { return strings.ReplaceAll(t, "\r\n", "\n") })
	})
	W("text-bom", "U+FEFF at the beginning of channelId is taken off", rCh, iss, qs(I("channelId", "\ufeffroom")), func(s *sdk) {
		s.shape = text("channelId", func(t string) string { return strings.TrimPrefix(t, "\ufeff") })
	})
	W("text-wide-digits", "a userId that is a number is written anew: 007 becomes 7", rUs, iss, qs(I("userId", "007"), I("userId", "+49")), func(s *sdk) {
		s.shape = text("userId", func(t string) string {
			if i, err := strconv.ParseInt(t, 10, 64); err == nil {
				return dec(i)
			}
			return t
		})
	})
	W("text-swapped", "channelId and userId change places when privileges are given", rUs, iss, qs(I("privileges", 1)), func(s *sdk) {
		s.shape = func(j J) J {
			if _, ok := j["privileges"]; !ok {
				return j
			}
			j = clone(j)
			j["channelId"], j["userId"] = j["userId"], j["channelId"]
			return j
		}
	})
}

func wrongChecks() {
	bounds := func(f func(j J) error) func(s *sdk) {
		return func(s *sdk) {
			s.checkBounds = func(j J) error {
				if err := baseBounds(j); err != nil {
					return err
				}
				return f(j)
			}
		}
	}
	W("check-last-error", "each check overwrites the error of the one before: a missing channelId passes when the rest is right", rReq, iss, qs(I("channelId", nil)), func(s *sdk) {
		s.check = func(in issueIn) (J, error) {
			j, ok := in.raw.(map[string]any)
			if !ok {
				return nil, refuse{"wrong-type"}
			}
			err := s.checkText(j, "channelId")
			err = s.checkText(j, "userId")
			if err != nil {
				return nil, err
			}
			for _, n := range ints {
				if err := s.checkInt(j, n); err != nil {
					return nil, err
				}
			}
			return j, s.checkBounds(j)
		}
	})
	W("check-shadowed", "a shadowed error: duration out of range passes when delayClose is given and right", rDur, iss, qs(I("duration", 86401, "delayClose", 10)), func(s *sdk) {
		s.checkBounds = func(j J) error {
			var err error
			if d, ok := get(j, "duration"); ok && d > day {
				err = refuse{"out-of-range"}
			}
			if d, ok := get(j, "delayClose"); ok {
				err = nil
				if d > day {
					err = refuse{"out-of-range"}
				}
			}
			return err
		}
	})
	W("check-sum", "duration and delayClose together may not go beyond a day", rDelay, iss, qs(I("duration", 80000, "delayClose", 80000)), bounds(func(j J) error {
		d, _ := get(j, "duration")
		c, _ := get(j, "delayClose")
		if d+c > day {
			return refuse{"out-of-range"}
		}
		return nil
	}))
	W("check-delay-duration", "delayClose greater than duration is refused", rDelay, iss, qs(I("duration", 60, "delayClose", 120)), bounds(func(j J) error {
		c, ok := get(j, "delayClose")
		if ok && c > duration(j) {
			return refuse{"out-of-range"}
		}
		return nil
	}))
	W("check-delay-exclusive", "a delayClose of 24 hours exactly is refused", rDelay, iss, qs(I("delayClose", 86400)), bounds(func(j J) error {
		if c, _ := get(j, "delayClose"); c >= day {
			return refuse{"out-of-range"}
		}
		return nil
	}))
	W("check-channel-duration-86400", "channelDuration has the bound of the members in seconds", rCD, iss, qs(I("channelDuration", 86401)), bounds(func(j J) error {
		if c, _ := get(j, "channelDuration"); c > day {
			return refuse{"out-of-range"}
		}
		return nil
	}))
	W("check-size-one", "a size of 1 is refused", rSize, iss, qs(I("size", 1)), bounds(func(j J) error {
		if c, ok := get(j, "size"); ok && c == 1 {
			return refuse{"out-of-range"}
		}
		return nil
	}))
	W("check-privileges-255", "privileges above 255 are refused", rPriv, iss, qs(I("privileges", 256)), bounds(func(j J) error {
		if c, _ := get(j, "privileges"); c > 255 {
			return refuse{"out-of-range"}
		}
		return nil
	}))
	W("check-duration-tolerant", "one minute more than a day is let through", rDur, iss, qs(I("duration", 86460)), func(s *sdk) {
		s.checkBounds = func(j J) error {
			if d, _ := get(j, "duration"); d > day+60 {
				return refuse{"out-of-range"}
			}
			if d, _ := get(j, "delayClose"); d > day {
				return refuse{"out-of-range"}
			}
			return nil
		}
	})
	W("check-duration-int32", "the bound is checked on 32 bits: 2^32 + 60 passes", rDur, iss, qs(I("duration", int64(1)<<32+60)), func(s *sdk) {
		s.checkBounds = func(j J) error {
			for _, n := range []string{"duration", "delayClose"} {
				if d, _ := get(j, n); int32(d) > day {
					return refuse{"out-of-range"}
				}
			}
			return nil
		}
	})
	chk := func(name string, f func(string) bool) func(s *sdk) {
		return func(s *sdk) {
			base := s.checkText
			s.checkText = func(j J, n string) error {
				if err := base(j, n); err != nil {
					return err
				}
				if n == name && f(j[n].(string)) {
					return refuse{"malformed"}
				}
				return nil
			}
		}
	}
	W("check-channel-dot", "a channelId with a dot is refused, as if it stood in the token as it is", rCh, iss, qs(I("channelId", "v1.2")), chk("channelId", func(t string) bool { return strings.Contains(t, ".") }))
	W("check-user-64-bytes", "a userId above 64 bytes is refused, with no limit declared", rUs, iss, qs(I("userId", strings.Repeat("名", 22))), chk("userId", func(t string) bool { return len(t) > 64 }))
	W("check-user-blank", "a userId with a blank is refused", rUs, iss, qs(I("userId", "ann lee")), chk("userId", func(t string) bool { return strings.ContainsRune(t, ' ') }))
	W("check-channel-digit", "a channelId that begins with a digit is refused", rCh, iss, qs(I("channelId", "7-up")), chk("channelId", func(t string) bool { return t != "" && t[0] >= '0' && t[0] <= '9' }))
	W("check-number-of-text", "numbers in quotes pass as numbers (the number type of the JSON package takes both)", rSize, iss, qs(I("size", "20")), func(s *sdk) {
		base := s.checkInt
		s.checkInt = func(j J, n string) error {
			if t, ok := j[n].(string); ok {
				if _, err := strconv.Atoi(t); err == nil {
					return nil
				}
			}
			return base(j, n)
		}
	})
	W("check-float-cut", "fractions are cut: 59.9 is minted as 59", rDur, iss, qs(I("duration", 59.9)), func(s *sdk) {
		base := s.checkInt
		s.checkInt = func(j J, n string) error {
			if x, ok := j[n].(json.Number); ok {
				f, _ := x.Float64()
				j[n] = int64(f)
			}
			return base(j, n)
		}
	})
	W("check-user-any", "any value is taken for userId and printed", rUs, iss, qs(I("userId", 42), I("userId", true)), func(s *sdk) {
		base := s.checkText
		s.checkText = func(j J, n string) error {
			if v, ok := j[n]; ok && n == "userId" {
				j[n] = fmt.Sprint(v)
			}
			return base(j, n)
		}
	})
	W("check-secret-panic", "an empty secret ends in an index error, not in a refusal", rSec, iss, qs(issueQ(app, "", T, jp())), func(s *sdk) {
		s.checkSecret = func(k string) error { _ = k[0]; return nil }
	})
	W("check-secret-16", "secrets below 16 characters are refused, with no limit declared", rSec, iss, qs(I()), func(s *sdk) {
		s.checkSecret = func(k string) error {
			if len(k) < 16 {
				return refuse{"empty-secret"}
			}
			return nil
		}
	})
	W("err-empty-token", "the error is thrown away: an empty token is given", rReq, iss, qs(I("userId", nil)), func(s *sdk) {
		base := s.issue
		s.issue = func(in issueIn) (any, error) {
			r, err := base(in)
			if err != nil {
				return J{"token": ""}, nil
			}
			return r, nil
		}
	})
	W("err-no-reason", "a duration out of range is refused with the reason of a wrong type", rDur, iss, qs(I("duration", 86401)), func(s *sdk) {
		s.errorOf = func(err error) J {
			if err == (refuse{"out-of-range"}) {
				err = refuse{"wrong-type"}
			}
			return baseError(err)
		}
	})
	W("err-wrapped", "a wrapped error is not recognised: a missing member is an internal error", rReq, iss, qs(I("channelId", nil)), func(s *sdk) {
		base := s.check
		s.check = func(in issueIn) (J, error) {
			j, err := base(in)
			if err == (refuse{"missing-field"}) {
				err = fmt.Errorf("join parameters: %w", err)
			}
			return j, err
		}
	})
}

func wrongSignature() {
	W("sig-sum-misused", "the message is given to Sum, not to Write: the signature is message and digest of nothing", rSig, is, qs(S(app, sec, par)), func(s *sdk) {
		s.mac = func(k, m []byte) []byte { return hmac.New(sha256.New, k).Sum(m) }
	})
	W("sig-not-reset", "the digest of a secret is kept and not reset: the second signature is over both messages", rSig, is, qs(S(app, sec, par), S(app, sec, par)), func(s *sdk) {
		c := map[string]hash.Hash{}
		s.mac = func(k, m []byte) []byte {
			h, ok := c[string(k)]
			if !ok {
				h = hmac.New(sha256.New, k)
				c[string(k)] = h
			}
			h.Write(m)
			return h.Sum(nil)
		}
	})
	W("sig-224", "SHA-224 for SHA-256", rSig, sgs, qs(S(app, sec, par)), func(s *sdk) {
		s.mac = func(k, m []byte) []byte { h := hmac.New(sha256.New224, k); h.Write(m); return h.Sum(nil) }
	})
	W("sig-hex", "the signature is hexadecimal", rSig, is, qs(S(app, sec, par)), func(s *sdk) { s.sigText = hex.EncodeToString })
	W("sig-raw", "token.signature gives base64 without padding", rSig, sgs, qs(S(app, sec, par)), func(s *sdk) { s.sigText = base64.RawStdEncoding.EncodeToString })
	W("sig-newline", "the message ends with a line break (printed by line)", rSig, is, qs(S(app, sec, par)), func(s *sdk) {
		s.message = func(v, a, t, p string) []byte { return []byte(fmt.Sprintln(v + a + t + p)) }
	})
	W("sig-octal-version", "the version in the message is the number 02, written as 2", rSig, iss, qs(I()), func(s *sdk) {
		s.message = func(v, a, t, p string) []byte { return []byte(fmt.Sprintf("%d%s%s%s", 02, a, t, p)) }
	})
	W("sig-key-digest", "the key is the SHA-256 of the secret when it is longer than 32 bytes", rSig, is, qs(S(app, strings.Repeat("key", 12), par)), func(s *sdk) {
		s.key = func(k string) []byte {
			if len(k) > 32 {
				h := sha256.Sum256([]byte(k))
				return h[:]
			}
			return []byte(k)
		}
	})
	W("sig-key-72", "the key is cut at 72 bytes", rSig, sgs, qs(S(app, strings.Repeat("key", 30), par)), func(s *sdk) {
		s.key = func(k string) []byte {
			if len(k) > 72 {
				k = k[:72]
			}
			return []byte(k)
		}
	})
	W("sig-key-env", "dollar signs in the secret are expanded from the environment", rSig, is, qs(S(app, "pa$$word", par), S(app, "cash$total", par)), func(s *sdk) { s.key = func(k string) []byte { return []byte(os.ExpandEnv(k)) } })
	W("sig-key-comment", "the secret ends at a # as in a settings file", rSig, is, qs(S(app, "abc#def", par)), func(s *sdk) {
		s.key = func(k string) []byte { k, _, _ = strings.Cut(k, "#"); return []byte(k) }
	})
	W("sig-key-query", "the secret is read as part of a query: plus is a blank", rSig, is, qs(S(app, "ab+cd/ef=", par)), func(s *sdk) {
		s.key = func(k string) []byte {
			if u, err := url.QueryUnescape(k); err == nil {
				k = u
			}
			return []byte(k)
		}
	})
	W("sig-key-quotes", "quotes around the secret are taken off", rSig, sgs, qs(S(app, `"secret"`, par)), func(s *sdk) { s.key = func(k string) []byte { return []byte(strings.Trim(k, `"'`)) } })
	W("sig-key-once", "the key is made once in the process: all apps share the first secret", rSig, is, qs(S(app, sec, par), S("app8", "other-Secret", par)), func(s *sdk) {
		var once sync.Once
		var key []byte
		s.key = func(k string) []byte { once.Do(func() { key = []byte(k) }); return key }
	})
	W("sig-params-trimmed", "the padding of params is not part of the message", rSig, is, qs(I("userId", "a"), I("userId", "ab")), func(s *sdk) {
		s.message = func(v, a, t, p string) []byte { return []byte(v + a + t + strings.TrimRight(p, "=")) }
	})
	W("sig-params-plus", "a plus of params is a blank in the message", rSig, is, qs(I("userId", "~~~>>>"), I("userId", "a~~~>>>"), I("userId", "ab~~~>>>")), func(s *sdk) {
		s.message = func(v, a, t, p string) []byte { return []byte(v + a + t + strings.ReplaceAll(p, "+", " ")) }
	})
	W("sig-buffer-aliased", "signatures kept in a cache share one buffer: an old one reads as the last", rSig, sgs, qs(S(app, sec, par), S("app8", sec, par), S(app, sec, par)), func(s *sdk) {
		buf := make([]byte, 0, 64)
		c := map[string][]byte{}
		s.mac = func(k, m []byte) []byte {
			id := string(k) + "\x00" + string(m)
			if v, ok := c[id]; ok {
				return v
			}
			v := append(buf[:0], baseMac(k, m)...)
			c[id] = v
			return v
		}
	})
	W("sig-app-trim", "white space at the ends of appId is not signed", rSig, sgs, qs(S(" app7", sec, par)), func(s *sdk) {
		s.message = func(v, a, t, p string) []byte { return []byte(v + strings.TrimSpace(a) + t + p) }
	})
}

func wrongClock() {
	sys := func(f func() string) func(s *sdk) {
		return func(s *sdk) { s.clock, s.now = "system", f }
	}
	W("clock-digits", "the date in digits stands for the timestamp", rTS, iss, qs(N(0)), sys(func() string { return time.Now().UTC().Format("20060102150405") }))
	W("clock-nano", "the timestamp is in nanoseconds", rTS, iss, qs(N(0)), sys(func() string { return dec(time.Now().UnixNano()) }))
	W("clock-wall", "the local wall clock is taken for UTC", rTS, iss, qs(N(0)), sys(func() string {
		t, _ := time.Parse("2006-01-02 15:04:05", time.Now().Format("2006-01-02 15:04:05"))
		return dec(t.Unix())
	}))
	W("clock-zone-subtracted", "the offset of the zone is subtracted from a time that is UTC already", rTS, iss, qs(N(0)), sys(func() string { _, o := time.Now().Zone(); return dec(time.Now().Unix() - int64(o)) }))
	W("clock-year-day", "the day of the year is counted from one", rTS, iss, qs(N(0)), sys(func() string {
		n := time.Now().UTC()
		y := time.Date(n.Year(), 1, 1, 0, 0, 0, 0, time.UTC).Unix()
		return dec(y + int64(n.YearDay())*day + int64(n.Hour()*3600+n.Minute()*60+n.Second()))
	}))
	W("clock-package-variable", "the time is taken when the program starts", rTS, iss, qs(N(0), N(4000)), func(s *sdk) {
		t := dec(time.Now().Unix())
		s.clock, s.now = "system", func() string { return t }
	})
	W("clock-hour", "the timestamp is cut to the hour, so that tokens can be kept", rTS, iss, qs(N(0)), sys(func() string { return dec(time.Now().Truncate(time.Hour).Unix()) }))
	W("clock-ahead", "five minutes are added against clocks that are slow", rTS, iss, qs(N(0)), sys(func() string { return dec(time.Now().Add(5 * time.Minute).Unix()) }))
	W("clock-float", "an injected timestamp passes through a float and is printed as 1.76e+09", rTS, iss, qs(I()), func(s *sdk) {
		s.stamp = func(in issueIn) string { return fmt.Sprint(float64(in.ts)) }
	})
	W("clock-hex", "the timestamp is hexadecimal", rTS, iss, qs(I()), func(s *sdk) { s.stamp = func(in issueIn) string { return fmt.Sprintf("%x", in.ts) } })
	W("clock-never-back", "a timestamp before the last one is raised to it", rTS, iss, qs(issueQ(app, sec, T+100, jp()), I()), func(s *sdk) {
		var last int64
		s.stamp = func(in issueIn) string { last = max(last, in.ts); return dec(last) }
	})
	W("clock-unique", "a second token in the same second gets the next second", rTS, iss, qs(I(), I("userId", "bob")), func(s *sdk) {
		var last int64
		s.stamp = func(in issueIn) string {
			if in.ts == last {
				last++
			} else {
				last = in.ts
			}
			return dec(last)
		}
	})
	W("tok-query-escape", "the token is escaped for a query", rFive, iss, qs(I()), func(s *sdk) {
		s.join = func(v, a, t, p, g string) string { return url.QueryEscape(strings.Join([]string{v, a, t, p, g}, ".")) }
	})
	W("tok-parts-swapped", "params stand before the timestamp in the token", rFive, iss, qs(I()), func(s *sdk) {
		s.join = func(v, a, t, p, g string) string { return strings.Join([]string{v, a, p, t, g}, ".") }
	})
	W("tok-width", "appId is held to 32 characters in token and signature", rApp, iss, qs(issueQ("0123456789abcdef0123456789abcdef01", sec, T, jp())), func(s *sdk) {
		base := s.mint
		s.mint = func(in issueIn, j J) string {
			if len(in.appID) > 32 {
				in.appID = in.appID[:32]
			}
			return base(in, j)
		}
	})
	W("tok-app-upper", "appId is in lower case in token and signature", rApp, iss, qs(issueQ("MyApp", sec, T, jp())), func(s *sdk) {
		base := s.mint
		s.mint = func(in issueIn, j J) string { in.appID = strings.ToLower(in.appID); return base(in, j) }
	})
}

func wrongState() {
	cached := func(key func(in issueIn, j J) string) func(s *sdk) {
		return func(s *sdk) {
			c := map[string]string{}
			base := s.mint
			s.mint = func(in issueIn, j J) string {
				k := key(in, j)
				if _, ok := c[k]; !ok {
					c[k] = base(in, j)
				}
				return c[k]
			}
		}
	}
	all := func(j J) string { b, _ := json.Marshal(j); return string(b) }
	W("cache-sprint", "the key of the cache is printed without separators: ab + c is a + bc", rThis, iss, qs(I("channelId", "team1", "userId", "2"), I("channelId", "team", "userId", "12")), cached(func(in issueIn, j J) string {
		r := clone(j)
		delete(r, "channelId")
		delete(r, "userId")
		return fmt.Sprint(in.appID, "|", in.secret, "|", in.ts, "|", j["channelId"], j["userId"], all(r))
	}))
	W("cache-without-secret", "the key of the cache has no secret: a rotated secret is ignored for tokens seen", rSig, iss, qs(I(), issueQ(app, "rotated-Key", T, jp())), cached(func(in issueIn, j J) string { return in.appID + "|" + dec(in.ts) + "|" + all(j) }))
	W("cache-without-app", "the key of the cache has no appId", rApp, iss, qs(I(), issueQ("app8", sec, T, jp())), cached(func(in issueIn, j J) string { return in.secret + "|" + dec(in.ts) + "|" + all(j) }))
	W("cache-minute", "a token is kept for the minute in which it was made", rTS, iss, qs(I(), issueQ(app, sec, T+7, jp())), cached(func(in issueIn, j J) string { return in.secret + in.appID + "|" + dec(in.ts/60) + "|" + all(j) }))
	W("cache-without-privileges", "the key of the cache has no privileges", rPriv, iss, qs(I("privileges", 1), I("privileges", 7)), cached(func(in issueIn, j J) string {
		r := clone(j)
		delete(r, "privileges")
		return in.secret + in.appID + "|" + dec(in.ts) + "|" + all(r)
	}))
	W("state-struct-reused", "a struct is decoded into again and again: members of earlier calls stay", rThis, iss, qs(I("delayClose", 30), I("userId", "bob")), func(s *sdk) {
		var keep = J{}
		s.shape = func(j J) J { b, _ := json.Marshal(j); json.Unmarshal(b, &keep); return clone(keep) }
	})
	W("state-two-users", "a userId in its second channel is refused", rUs, iss, qs(I("channelId", "a"), I("channelId", "b")), func(s *sdk) {
		seen := map[string]string{}
		base := s.check
		s.check = func(in issueIn) (J, error) {
			j, err := base(in)
			if err != nil {
				return nil, err
			}
			u, c := j["userId"].(string), j["channelId"].(string)
			if o, ok := seen[u]; ok && o != c {
				return nil, refuse{"malformed"}
			}
			seen[u] = c
			return j, nil
		}
	})
	W("state-rate", "after 60 tokens for an app further ones are refused", rRate, iss, func() []Q {
		o := []Q{}
		for i := 0; i < 61; i++ {
			o = append(o, I("userId", fmt.Sprint("u", i)))
		}
		return o
	}, func(s *sdk) {
		n := map[string]int{}
		base := s.issue
		s.issue = func(in issueIn) (any, error) {
			r, err := base(in)
			if err == nil {
				if n[in.appID]++; n[in.appID] > 60 {
					return nil, refuse{"out-of-range"}
				}
			}
			return r, err
		}
	})
	W("state-third-refusal", "after three refusals with a missing member a fast path without checks of bounds is used", rDur, iss, qs(I("userId", nil), I("channelId", nil), I("userId", nil), I("duration", 100000)), func(s *sdk) {
		n := 0
		base := s.checkText
		s.checkText = func(j J, f string) error {
			err := base(j, f)
			if err != nil {
				n++
			}
			return err
		}
		s.checkBounds = func(j J) error {
			if n >= 3 {
				return nil
			}
			return baseBounds(j)
		}
	})
	W("race-shared-params", "goroutines share the variable of the params", rThis, iss, qs(I("userId", "one"), I("userId", "two"), I("userId", "three")), func(s *sdk) {
		s.async = true
		var mu sync.Mutex
		var cur string
		s.mint = func(in issueIn, j J) string {
			p := s.params(s.json(j))
			mu.Lock()
			cur = p
			mu.Unlock()
			time.Sleep(8 * time.Millisecond)
			mu.Lock()
			defer mu.Unlock()
			return s.join("02", in.appID, dec(in.ts), cur, s.sign("02", in.appID, dec(in.ts), cur, in.secret))
		}
	})
	W("race-shared-key", "goroutines share the key: calls of two apps at once sign with one secret", rSig, sgs, qs(S(app, sec, par), S("app8", "other-Secret", par)), func(s *sdk) {
		s.async = true
		var mu sync.Mutex
		var key string
		s.sign = func(v, a, t, p, k string) string {
			mu.Lock()
			key = k
			mu.Unlock()
			time.Sleep(8 * time.Millisecond)
			mu.Lock()
			defer mu.Unlock()
			return std.EncodeToString(baseMac([]byte(key), []byte(v+a+t+p)))
		}
	})
}

func wrongVerify() {
	W("ver-first-32", "the first 32 characters of the signature are compared", rSig, ver, qs(V(tok{s: func(s string) string { return s[:36] + "AAAAAAA=" }})), func(s *sdk) {
		s.sameSig = func(g, w string) bool { return len(g) == len(w) && g[:32] == w[:32] }
	})
	W("ver-contains", "the right signature anywhere in the last part is enough", rSig, ver, qs(V(tok{s: func(s string) string { return s + "AAAA" }})), func(s *sdk) { s.sameSig = strings.Contains })
	W("ver-suffix", "the last part must end with the right signature", rSig, ver, qs(V(tok{s: func(s string) string { return "AAAA" + s }})), func(s *sdk) { s.sameSig = strings.HasSuffix })
	W("ver-decoder-breaks", "the decoder of the language skips line breaks in params", rNL, ver, qs(V(tok{p: func(p string) string { return p[:8] + "\r\n" + p[8:] }})), func(s *sdk) { s.unb64 = std.DecodeString })
	W("ver-fields", "empty parts are skipped: two dots pass for one", "The five parts are joined with a dot.", ver, qs(V(tok{all: func(t string) string { return strings.Replace(t, "."+app, ".."+app, 1) }})), func(s *sdk) {
		s.split = func(t string) []string {
			return baseSplit(strings.Join(strings.FieldsFunc(t, func(r rune) bool { return r == '.' }), "."))
		}
	})
	W("ver-found-in-text", "a token is found inside other text", rFive, ver, qs(V(tok{all: func(t string) string { return "Bearer " + t }})), func(s *sdk) {
		re := regexp.MustCompile(`02\.[^. ]+\.\d+\.[^. ]+\.[^. ]+`)
		s.split = func(t string) []string { return baseSplit(re.FindString(t)) }
	})
	W("ver-app-hyphen", "the expression for tokens knows no hyphen in appId", rApp, ver, qs(V(tok{a: "my-app", app: "my-app"})), func(s *sdk) {
		re := regexp.MustCompile(`^\d+\.\w*\.`)
		s.split = func(t string) []string {
			if !re.MatchString(t) {
				return nil
			}
			return baseSplit(t)
		}
	})
	W("ver-params-plus", "the expression for tokens knows no plus in params", rPar, ver, qs(V(tok{text: js("userId", "a~~~>>>")}), V(tok{text: `{"channelId":"c","userId":"ab~~~>>>~~~"}`}), V(tok{text: `{"channelId":"cc","userId":"ab~~~>>>~~~"}`})), func(s *sdk) {
		re := regexp.MustCompile(`^[A-Za-z0-9/]+=*$`)
		s.split = func(t string) []string {
			x := baseSplit(t)
			if x != nil && !re.MatchString(x[3]) {
				return nil
			}
			return x
		}
	})
	W("ver-length-512", "tokens above 512 characters are malformed", rFive, ver, qs(V(tok{text: js("userId", strings.Repeat("u", 350))})), func(s *sdk) {
		s.split = func(t string) []string {
			if len(t) > 512 {
				return nil
			}
			return baseSplit(t)
		}
	})
	W("ver-stamp-plus", "the timestamp is read by Atoi: a plus sign passes", rTS, ver, qs(V(tok{t: "+1760000000"})), func(s *sdk) {
		s.readStamp = func(t string) (int64, error) { i, err := strconv.Atoi(t); return int64(i), err }
	})
	W("ver-stamp-base-0", "the timestamp is read in any base: 0x and underscores pass", rTS, ver, qs(V(tok{t: "0x68e77800"}), V(tok{t: "1_760_000_000"})), func(s *sdk) {
		s.readStamp = func(t string) (int64, error) { return strconv.ParseInt(t, 0, 64) }
	})
	W("ver-stamp-scan", "the timestamp is scanned: what follows the digits is not looked at", rTS, ver, qs(V(tok{t: "1760000000s"})), func(s *sdk) {
		s.readStamp = func(t string) (int64, error) { var i int64; _, err := fmt.Sscanf(t, "%d", &i); return i, err }
	})
	W("ver-trailing", "the decoder reads one value: what follows the JSON in params passes", rPar, ver, qs(V(tok{text: `{"channelId":"room-1","userId":"ann"} {"x":1}`}), V(tok{text: `{"channelId":"room-1","userId":"ann"}}`})), func(s *sdk) {
		s.parse = func(b []byte) (J, error) {
			d := json.NewDecoder(bytes.NewReader(b))
			d.UseNumber()
			var v any
			if err := d.Decode(&v); err != nil {
				return nil, err
			}
			return s.check(issueIn{raw: v, has: true})
		}
	})
	W("ver-case-members", "members are matched without case: UserID passes for userId", rReq, ver, qs(V(tok{text: `{"channelId":"room-1","UserID":"ann"}`})), func(s *sdk) {
		base := s.parse
		s.parse = func(b []byte) (J, error) {
			v, err := decode(b)
			if m, ok := v.(map[string]any); ok && err == nil {
				for k, x := range clone(m) {
					for _, n := range append([]string{"channelId", "userId"}, ints...) {
						if k != n && strings.EqualFold(k, n) {
							m[n] = x
							delete(m, k)
						}
					}
				}
				b, _ = json.Marshal(m)
			}
			return base(b)
		}
	})
	W("ver-decoded-length", "the buffer keeps zeros where the padding was: tokens with padded params fail", rPar, ver, qs(V(tok{text: js("userId", "a")}), V(tok{text: js("userId", "ab")}), V(tok{text: js("userId", "abc")})), func(s *sdk) {
		s.unb64 = func(p string) ([]byte, error) {
			if _, err := strictB64(p); err != nil {
				return nil, err
			}
			b := make([]byte, std.DecodedLen(len(p)))
			_, err := std.Decode(b, []byte(p))
			return b, err
		}
	})
	W("ver-zeros-told", "the params told have zeros for absent numbers", rDur, ver, qs(V(tok{})), func(s *sdk) {
		s.tell = func(j J) any { var t typedJoin; b, _ := json.Marshal(j); json.Unmarshal(b, &t); return t }
	})
	W("ver-map-reused", "params are decoded into one map: members of the token before are told again", rThis, ver, qs(V(tok{text: js("privileges", 3)}), V(tok{})), func(s *sdk) {
		keep := J{}
		s.tell = func(j J) any { b, _ := json.Marshal(j); json.Unmarshal(b, &keep); return clone(keep) }
	})
	W("ver-map-reused-end", "a duration of the token before is used for a token that has none", rDur, ver, qs(V(tok{text: js("duration", 60)}), V(tok{now: T + 5000})), func(s *sdk) {
		last := int64(day)
		s.expired = func(ts int64, j J, now int64) bool {
			if d, ok := get(j, "duration"); ok {
				last = d
			}
			return now > ts+last
		}
	})
	W("ver-nanoseconds", "the duration is added in nanoseconds: each token ends at once", rEnd, ver, qs(V(tok{text: js("duration", 3600), now: T + 10})), func(s *sdk) {
		s.expired = func(ts int64, j J, now int64) bool {
			return time.Unix(now, 0).After(time.Unix(ts, 0).Add(time.Duration(duration(j))))
		}
	})
	W("ver-hours", "the age is compared in whole hours", rExp, ver, qs(V(tok{text: js("duration", 60), now: T + 3000})), func(s *sdk) {
		s.expired = func(ts int64, j J, now int64) bool { return (now-ts)/3600 > duration(j)/3600 }
	})
	W("ver-own-clock", "the clock of the machine is used, not the time that is given", rExp, ver, qs(V(tok{}), V(tok{text: js("duration", 60), t: "4000000000", now: 4000001000})), func(s *sdk) {
		s.expired = func(ts int64, j J, now int64) bool { return time.Now().Unix() > ts+duration(j) }
	})
	W("ver-default-hour", "a token without duration ends after an hour", rDur, ver, qs(V(tok{now: T + 7200})), func(s *sdk) {
		s.expired = func(ts int64, j J, now int64) bool {
			d, ok := get(j, "duration")
			if !ok {
				d = 3600
			}
			return now > ts+d
		}
	})
	W("ver-int32-end", "the end is computed in 32 bits: tokens whose end lies after January 2038 have ended", rEnd, ver, qs(V(tok{t: "2147480000", now: 2147480010})), func(s *sdk) {
		s.expired = func(ts int64, j J, now int64) bool { return int32(now) > int32(ts)+int32(duration(j)) }
	})
	W("ver-end-from-now", "the end is counted in days: a token is good to the end of its last day", rExp, ver, qs(V(tok{text: js("duration", 60), t: "1760000000", now: 1760003000})), func(s *sdk) {
		s.expired = func(ts int64, j J, now int64) bool { return now/day > (ts+duration(j))/day }
	})
	W("ver-size-100", "params with a size above 100 are wrong", rSize, ver, qs(V(tok{text: js("size", 500)})), func(s *sdk) {
		base := s.parse
		s.parse = func(b []byte) (J, error) {
			j, err := base(b)
			if n, _ := get(j, "size"); err == nil && n > 100 {
				return nil, refuse{"out-of-range"}
			}
			return j, err
		}
	})
	W("ver-unknown-duration", "params with a duration above a day pass, and the token lives as long", rDur, ver, qs(V(tok{text: js("duration", 1000000), now: T + 500000})), func(s *sdk) { s.checkBounds = func(J) error { return nil } })
	W("ver-channel-missing", "params without channelId pass", rReq, ver, qs(V(tok{text: `{"userId":"ann"}`})), func(s *sdk) {
		base := s.checkText
		s.checkText = func(j J, n string) error {
			if _, ok := j[n]; !ok && n == "channelId" {
				return nil
			}
			return base(j, n)
		}
	})
	W("ver-bad-utf8", "bytes in params that are not UTF-8 are replaced and pass", "userId | string; params: the JSON encoding of joinParams (JSON is UTF-8)", ver, qs(V(tok{text: "{\"channelId\":\"room-1\",\"userId\":\"jos\xe9\"}"})), func(s *sdk) {
		base := s.parse
		s.parse = func(b []byte) (J, error) { return base(bytes.ToValidUTF8(b, []byte("\ufffd"))) }
	})
	W("ver-negative-cache", "params once seen with a bad signature stay bad: the right token fails after a forged one", rReuse, ver, qs(V(tok{k: "forger"}), V(tok{})), func(s *sdk) {
		bad := map[string]bool{}
		base := s.verify
		s.verify = func(t, a, k string, now int64) (any, error) {
			x := baseSplit(t)
			if x != nil && bad[x[3]] {
				return s.no("signature"), nil
			}
			r, err := base(t, a, k, now)
			if m, ok := r.(J); ok && x != nil && m["reason"] == "signature" {
				bad[x[3]] = true
			}
			return r, err
		}
	})
	W("ver-cache-app", "the answer is kept by token alone: the token is valid for another app and secret", rApp, ver, qs(V(tok{}), V(tok{app: "app8"}), V(tok{secret: "other"})), func(s *sdk) {
		good := map[string]J{}
		base := s.verify
		s.verify = func(t, a, k string, now int64) (any, error) {
			if j, ok := good[t]; ok {
				if ts, _ := baseStamp(baseSplit(t)[2]); s.expired(ts, j["joinParams"].(J), now) {
					return s.no("expired"), nil
				}
				return j, nil
			}
			r, err := base(t, a, k, now)
			if m, ok := r.(J); ok && m["valid"] == true {
				good[t] = m
			}
			return r, err
		}
	})
	W("ver-version-prefix", "a version that begins with 02 passes", rVer, ver, qs(V(tok{v: "021"})), func(s *sdk) { s.versionOK = func(v string) bool { return strings.HasPrefix(v, "02") } })
	W("ver-app-from-token", "the appId of a token may be longer than the wanted one", rApp, ver, qs(V(tok{a: "app77"})), func(s *sdk) { s.appOK = strings.HasPrefix })
	W("ver-error-for-no", "a token that has ended is answered by an error", rExp, ver, qs(V(tok{text: js("duration", 60), now: T + 5000})), func(s *sdk) {
		base := s.verify
		s.verify = func(t, a, k string, now int64) (any, error) {
			r, err := base(t, a, k, now)
			if m, ok := r.(J); ok && m["reason"] == "expired" {
				return nil, errors.New("token expired")
			}
			return r, err
		}
	})
	W("ver-secret-trim", "the secret loses a line break at its end before the check", rSig, ver, qs(V(tok{secret: sec + "\n"})), func(s *sdk) { s.key = func(k string) []byte { return []byte(strings.TrimRight(k, "\r\n")) } })
}

func right() {
	none := func(s *sdk) {}
	sys := func(f func() string) func(s *sdk) {
		return func(s *sdk) {
			s.clock = "system"
			if f != nil {
				s.now = f
			}
		}
	}
	R("right-base", "the base itself (members sorted, HTML characters as JSON escapes)", []string{"token.issue", "token.params", "token.signature", "token.verify"}, none)
	R("right-encoder-newline", "the JSON ends with a line break, inside the base64", iss, func(s *sdk) {
		s.json = func(j J) string { var b bytes.Buffer; json.NewEncoder(&b).Encode(j); return b.String() }
	})
	R("right-no-html", "no HTML escapes", ips, func(s *sdk) {
		s.json = func(j J) string {
			var b bytes.Buffer
			e := json.NewEncoder(&b)
			e.SetEscapeHTML(false)
			e.Encode(j)
			return strings.TrimRight(b.String(), "\n")
		}
	})
	R("right-indent", "indented JSON", iss, func(s *sdk) { s.json = func(j J) string { b, _ := json.MarshalIndent(j, "", "\t"); return string(b) } })
	R("right-random-order", "members in the random order of a map, made once a token", iss, func(s *sdk) {
		s.json = func(j J) string {
			o := []string{}
			for k, v := range j {
				b, _ := json.Marshal(v)
				o = append(o, quote(k)+": "+string(b))
			}
			return "{" + strings.Join(o, ", ") + "}"
		}
	})
	R("right-system-floor", "system clock", iss, sys(nil))
	R("right-system-round", "system clock, rounded to the nearest second", iss, sys(func() string { return dec(time.Now().Round(time.Second).Unix()) }))
	R("right-system-local", "system clock by way of a local time with its zone", iv, sys(func() string { return dec(time.Now().In(time.FixedZone("x", -5*3600)).Unix()) }))
	R("right-typed", "typed members: other types cannot be expressed", iss, func(s *sdk) {
		t, i := s.checkText, s.checkInt
		s.checkText = func(j J, n string) error {
			if err := t(j, n); err == (refuse{"wrong-type"}) {
				return cannot{n}
			} else {
				return err
			}
		}
		s.checkInt = func(j J, n string) error {
			if err := i(j, n); err != nil {
				return cannot{n}
			}
			return nil
		}
	})
	R("right-int32", "numbers of 32 bits: greater ones cannot be expressed", iss, func(s *sdk) {
		i := s.checkInt
		s.checkInt = func(j J, n string) error {
			if v, ok := get(j, n); ok && v != int64(int32(v)) {
				return cannot{n}
			}
			return i(j, n)
		}
	})
	R("right-goroutines", "each call in its goroutine, nothing shared", []string{"token.issue", "token.params", "token.signature", "token.verify"}, func(s *sdk) { s.async = true })
	R("right-goroutines-mutex", "each call in its goroutine, one at work", iv, func(s *sdk) {
		s.async = true
		var mu sync.Mutex
		base := s.mint
		s.mint = func(in issueIn, j J) string {
			mu.Lock()
			defer mu.Unlock()
			time.Sleep(time.Millisecond)
			return base(in, j)
		}
	})
	R("right-digest-reset", "the digest of a secret is kept and reset before each use", is, func(s *sdk) {
		c := map[string]hash.Hash{}
		s.mac = func(k, m []byte) []byte {
			h, ok := c[string(k)]
			if !ok {
				h = hmac.New(sha256.New, k)
				c[string(k)] = h
			}
			h.Reset()
			h.Write(m)
			return h.Sum(nil)
		}
	})
	R("right-cache", "tokens are kept by all that they are made of", iss, func(s *sdk) {
		c := map[string]string{}
		base := s.mint
		s.mint = func(in issueIn, j J) string {
			b, _ := json.Marshal([]any{in.appID, in.secret, in.ts, j})
			if _, ok := c[string(b)]; !ok {
				c[string(b)] = base(in, j)
			}
			return c[string(b)]
		}
	})
	R("right-encoder-closed", "base64 by a writer that is closed", ip, func(s *sdk) {
		s.b64 = func(b []byte) string {
			var o bytes.Buffer
			e := base64.NewEncoder(std, &o)
			e.Write(b)
			e.Close()
			return o.String()
		}
	})
	R("right-breaks-removed", "base64 in lines whose breaks are removed before signing", ip, func(s *sdk) {
		s.b64 = func(b []byte) string {
			x := std.EncodeToString(b)
			var o strings.Builder
			for len(x) > 76 {
				o.WriteString(x[:76] + "\r\n")
				x = x[76:]
			}
			o.WriteString(x)
			return strings.NewReplacer("\r", "", "\n", "").Replace(o.String())
		}
	})
	R("right-always", "an SDK that always writes channelDuration, size and delayClose (declared)", iss, func(s *sdk) {
		s.about = J{"always": []string{"channelDuration", "size", "delayClose"}}
		s.shape = func(j J) J {
			j = clone(j)
			for n, v := range map[string]int64{"channelDuration": 0, "size": 100, "delayClose": 0} {
				if _, ok := j[n]; !ok {
					j[n] = v
				}
			}
			return j
		}
	})
	R("right-few-members", "an SDK that can set the two texts, duration and privileges", iss, func(s *sdk) {
		names := []string{"channelId", "userId", "duration", "privileges"}
		s.about = J{"joinParams": names}
		base := s.check
		s.check = func(in issueIn) (J, error) {
			j, err := base(in)
			for k := range j {
				if !strings.Contains(" "+strings.Join(names, " ")+" ", " "+k+" ") {
					return nil, cannot{k}
				}
			}
			return j, err
		}
	})
	R("right-limits-text", "ids of at most 48 characters, not empty (declared)", iss, func(s *sdk) {
		s.about = J{"limits": J{"channelId": `[\s\S]{1,48}`, "userId": `[\s\S]{1,48}`}}
		base := s.checkText
		s.checkText = func(j J, n string) error {
			if err := base(j, n); err != nil {
				return err
			}
			if c := utf8.RuneCountInString(j[n].(string)); c < 1 || c > 48 {
				return refuse{"malformed"}
			}
			return nil
		}
	})
	R("right-limits-numbers", "privileges from 0 to 65535, duration from 0 (declared)", iss, func(s *sdk) {
		s.about = J{"limits": J{"privileges": J{"min": 0, "max": 65535}, "duration": J{"min": 0}}}
		s.checkBounds = func(j J) error {
			p, _ := get(j, "privileges")
			d, _ := get(j, "duration")
			if p < 0 || p > 65535 || d < 0 {
				return refuse{"out-of-range"}
			}
			return baseBounds(j)
		}
	})
	R("right-verify-plain-no", "a verifier that gives no reasons", ver, func(s *sdk) { s.no = func(string) J { return J{"valid": false} } })
	R("right-verify-future", "a verifier without reasons for which a token a day ahead of now is not valid yet", ver, func(s *sdk) {
		s.no = func(string) J { return J{"valid": false} }
		s.expired = func(ts int64, j J, now int64) bool { return now > ts+duration(j) || now < ts-day }
	})
	R("right-verify-end", "a token has ended in the second in which its time is over", ver, func(s *sdk) {
		s.expired = func(ts int64, j J, now int64) bool {
			return !time.Unix(now, 0).Before(time.Unix(ts, 0).Add(time.Duration(duration(j)) * time.Second))
		}
	})
	R("right-verify-signature-first", "the signature is checked first", ver, func(s *sdk) {
		base := s.verify
		s.verify = func(t, a, k string, now int64) (any, error) {
			if x := baseSplit(t); x != nil && !s.sameSig(x[4], s.sign(x[0], x[1], x[2], x[3], k)) {
				return s.no("signature"), nil
			}
			return base(t, a, k, now)
		}
	})
	R("right-verify-remade", "a verifier that makes the token anew from its parts and compares the whole", ver, func(s *sdk) {
		base := s.verify
		s.verify = func(t, a, k string, now int64) (any, error) {
			r, err := base(t, a, k, now)
			x := baseSplit(t)
			if m, ok := r.(J); ok && m["valid"] == true && t != s.join("02", a, x[2], x[3], s.sign("02", a, x[2], x[3], k)) {
				return s.no("signature"), nil
			}
			return r, err
		}
	})
	R("right-null-absent", "null in an optional member is taken for absent", iss, func(s *sdk) {
		base := s.check
		s.check = func(in issueIn) (J, error) {
			if m, ok := in.raw.(map[string]any); ok {
				for _, n := range ints {
					if v, ok := m[n]; ok && v == nil {
						delete(m, n)
					}
				}
			}
			return base(in)
		}
	})
	R("right-signature-only", "token.signature alone", sgs, none)
	R("right-params-strict", "token.params alone, one question at a time", pas, func(s *sdk) { s.about = J{"maxInFlight": 1} })
}

// ---------------------------------------------------------------- the adapter
func str(p J, n string) string { v, _ := p[n].(string); return v }

func (s *sdk) call(method string, p J) (res any, err error) {
	defer func() {
		if r := recover(); r != nil {
			res, err = nil, fmt.Errorf("panic: %v", r)
		}
	}()
	switch method {
	case "token.issue":
		for _, n := range []string{"appId", "appSecret"} {
			if v, ok := p[n]; !ok {
				return nil, refuse{"missing-field"}
			} else if _, ok := v.(string); !ok {
				return nil, refuse{"wrong-type"}
			}
		}
		raw, has := p["joinParams"]
		ts, isInt := number(p["timestamp"])
		if _, ok := p["timestamp"]; s.clock != "system" && !ok {
			return nil, refuse{"missing-field"}
		} else if s.clock != "system" && !isInt {
			return nil, refuse{"wrong-type"}
		}
		return s.issue(issueIn{str(p, "appId"), str(p, "appSecret"), raw, has, ts})
	case "token.params":
		return J{"params": s.params(str(p, "joinParamsJson"))}, nil
	case "token.signature":
		if err := s.checkSecret(str(p, "appSecret")); err != nil {
			return nil, err
		}
		return J{"signature": s.sign(str(p, "version"), str(p, "appId"), fmt.Sprint(p["timestamp"]), str(p, "params"), str(p, "appSecret"))}, nil
	case "token.verify":
		now, _ := number(p["now"])
		return s.verify(str(p, "token"), str(p, "appId"), str(p, "appSecret"), now)
	}
	return nil, errors.New("method")
}

func find(n string) subject {
	for _, x := range subjects {
		if x.name == n {
			return x
		}
	}
	fmt.Fprintln(os.Stderr, "no such subject")
	os.Exit(2)
	return subject{}
}

func main() {
	wrongParams()
	wrongText()
	wrongChecks()
	wrongSignature()
	wrongClock()
	wrongState()
	wrongVerify()
	right()
	arg := append(os.Args[1:], "", "")
	switch arg[0] {
	case "--list":
		for _, x := range subjects {
			fmt.Println(x.name, x.kind, x.says)
		}
		return
	case "--rule":
		fmt.Println(find(arg[1]).rule)
		return
	case "--shows":
		for _, q := range find(arg[1]).shows() {
			b, _ := json.Marshal(q)
			fmt.Println(string(b))
		}
		return
	}
	x := find(arg[0])
	s := newBase()
	s.methods = x.methods
	x.over(s)
	var mu sync.Mutex
	say := func(v J) {
		v["jsonrpc"] = "2.0"
		b, _ := json.Marshal(v)
		mu.Lock()
		defer mu.Unlock()
		os.Stdout.Write(append(b, '\n'))
	}
	var wg sync.WaitGroup
	in := bufio.NewReader(os.Stdin)
	for {
		line, err := in.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			v, bad := decode(line)
			q, ok := v.(map[string]any)
			if bad != nil || !ok {
				say(J{"id": nil, "error": J{"code": -32700, "message": "not JSON"}})
			} else {
				answer(s, x.name, q, say, &wg)
			}
		}
		if err != nil {
			break
		}
	}
	wg.Wait()
}

func answer(s *sdk, name string, q J, say func(J), wg *sync.WaitGroup) {
	method, _ := q["method"].(string)
	p, _ := q["params"].(map[string]any)
	if method == "describe" {
		d := J{"protocol": 1, "sdk": J{"name": name, "version": "1.0.0", "language": "go"}, "methods": s.methods, "clock": s.clock}
		for k, v := range s.about {
			d[k] = v
		}
		say(J{"id": q["id"], "result": d})
		return
	}
	known := false
	for _, m := range s.methods {
		known = known || m == method
	}
	if !known {
		say(J{"id": q["id"], "error": J{"code": -32601, "message": "unknown method"}})
		return
	}
	do := func() {
		if r, err := s.call(method, p); err != nil {
			say(J{"id": q["id"], "error": s.errorOf(err)})
		} else {
			say(J{"id": q["id"], "result": r})
		}
	}
	if !s.async {
		do()
		return
	}
	wg.Add(1)
	go func() { defer wg.Done(); do() }()
}
