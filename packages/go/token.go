package channelproof

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/big"
	"net/url"
	"regexp"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

const byteOrderMark = "\ufeff"

var (
	foreign     = regexp.MustCompile(`[^A-Za-z0-9+/]`)
	wholeBase64 = regexp.MustCompile(`^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$`)
	digits      = regexp.MustCompile(`^[0-9]+$`)
)

// lenient decodes base64 as leniently as can be: white space, both alphabets,
// any padding.
func lenient(text string) []byte {
	text, _, _ = strings.Cut(text, "=")
	text = foreign.ReplaceAllString(strings.NewReplacer("-", "+", "_", "/").Replace(text), "")
	if len(text)%4 == 1 {
		text = text[:len(text)-1]
	}
	data, _ := base64.RawStdEncoding.DecodeString(text)
	return data
}

// formFindings finds what is wrong with the base64 of a part, whatever it
// decodes to.
func formFindings(part, text string) []finding {
	switch {
	case !wholeBase64.MatchString(text):
		return []finding{{part + "-not-standard-base64", ""}}
	case base64.StdEncoding.EncodeToString(lenient(text)) != text:
		return []finding{{part + "-unused-bits", recommended}}
	}
	return nil
}

func paramsFindings(expected, got string) []finding {
	if got == expected {
		return nil
	}
	found, right, wrong := formFindings("params", got), string(lenient(expected)), lenient(got)
	if right == string(wrong) {
		return found
	}
	for _, read := range otherCharsets {
		if text, _ := read(wrong); strings.TrimPrefix(text, byteOrderMark) == right {
			return append(found, finding{"params-not-utf8", recommended})
		}
	}
	return append(found, finding{"params-of-other-bytes", ""})
}

func signatureFindings(expected, got string) []finding {
	if got == expected {
		return nil
	}
	found, right, wrong := formFindings("signature", got), lenient(expected), lenient(got)
	switch {
	case string(right) == string(wrong):
		return found
	case len(wrong) != sha256.Size:
		return append(found, finding{"signature-of-wrong-length", ""})
	}
	return append(found, finding{"signature-of-other-message-or-key", ""})
}

// issueFindings judges each part of a token, and then the whole of it.
func issueFindings(asked question, expect expectation, got answer) []finding {
	parts := strings.Split(got.Output.Token, ".")
	found := []finding{}
	if len(parts) != 5 {
		found = append(found, finding{"not-five-parts", ""})
	}
	if len(parts) < 5 {
		return found
	}
	// A timestamp with a fraction takes two parts.
	last := len(parts) - 2
	version, app, timestamp := parts[0], parts[1], strings.Join(parts[2:last], ".")
	params, signature := parts[last], parts[last+1]
	found = appendIf(found, version != "02", finding{"wrong-version", ""})
	found = appendIf(found, app != asked.AppID, finding{"wrong-app-id", ""})
	found = append(found, timestampFindings(asked.Timestamp, timestamp, got)...)
	found = appendIf(found, showsSecret(got.Output.Token, params, asked.AppSecret), finding{"secret-in-token", ""})
	found = append(found, sentParamsFindings(withNulls(asked, expect), params)...)
	// Over the params as they were sent: a second JSON encoding may differ.
	message := version + app + timestamp + params
	found = append(found, signatureFindings(sign(asked.AppSecret, message), signature)...)
	return append(found, earlierFindings(asked, expect, params)...)
}

// withNulls returns what the params should say: a null that was given may stay.
func withNulls(asked question, expect expectation) *object {
	wanted, given := newObject(), objectOf(asked.JoinParams)
	for _, name := range given.names {
		if given.values[name] == nil {
			wanted.add(name, nil)
		}
	}
	right := objectOf(expect.Output.JoinParams)
	for _, name := range right.names {
		wanted.add(name, right.values[name])
	}
	return wanted
}

func earlierFindings(asked question, expect expectation, params string) []finding {
	found := []finding{}
	held, given, earlier := objectOf(lenient(params)), objectOf(asked.JoinParams), objectOf(expect.Output.Earlier)
	for _, name := range earlier.names {
		isHeld := held.has(name) && canonical(held.values[name]) == canonical(earlier.values[name])
		found = appendIf(found, isHeld && !given.has(name), finding{"member-of-earlier-question", ""})
	}
	return found
}

// timestampFindings: an SDK with a clock of its own may be a second off at
// either end.
func timestampFindings(wanted *json.Number, timestamp string, got answer) []finding {
	if !digits.MatchString(timestamp) {
		return []finding{{"timestamp-not-decimal", ""}}
	}
	seconds, _ := new(big.Float).SetString(timestamp)
	first, last := big.NewFloat(got.AskedAt-1), big.NewFloat(got.AnsweredAt+1)
	if wanted != nil {
		first, _ = new(big.Float).SetString(wanted.String())
		last = first
	}
	if seconds.Cmp(first) < 0 || seconds.Cmp(last) > 0 {
		return []finding{{"wrong-timestamp", ""}}
	}
	return nil
}

func sign(secret, message string) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(message))
	return base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

func showsSecret(token, params, secret string) bool {
	text := token + "\n" + string(lenient(params))
	for _, form := range formsOf(secret) {
		if len(secret) > 15 && strings.Contains(text, form) {
			return true
		}
	}
	return false
}

// formsOf returns how a secret may stand in other text; what is around it
// changes the ends of its base64 alone.
func formsOf(secret string) []string {
	quoted := strings.ReplaceAll(strings.ReplaceAll(url.PathEscape(secret), "%2F", "/"), "+", "%2B")
	forms := []string{secret, asciiJSON(secret), quoted, hex.EncodeToString([]byte(secret))}
	for before := 0; before < 3; before++ {
		code := base64.StdEncoding.EncodeToString(append(make([]byte, before), secret...))
		forms = append(forms, code[(before*8+5)/6:(before+len(secret))*8/6])
	}
	return forms
}

// asciiJSON escapes everything but printable ASCII, without the quotes.
func asciiJSON(text string) string {
	var escaped strings.Builder
	for _, unit := range utf16.Encode([]rune(text)) {
		switch {
		case unit == '"' || unit == '\\':
			escaped.WriteString(`\` + string(rune(unit)))
		case unit < ' ' || unit > '~':
			fmt.Fprintf(&escaped, `\u%04x`, unit)
		default:
			escaped.WriteRune(rune(unit))
		}
	}
	return escaped.String()
}

// otherCharsets are what the bytes of params may be in by a fault; a reader
// says whether the bytes are such a text.
var otherCharsets = []func([]byte) (string, bool){
	func(data []byte) (string, bool) { return readUTF16(data, 0) },
	func(data []byte) (string, bool) { return readUTF16(data, 1) },
	readWindows1252,
}

func readUTF16(data []byte, high int) (string, bool) {
	units := []uint16{}
	for at := 0; at+1 < len(data); at += 2 {
		units = append(units, uint16(data[at+1-high])<<8|uint16(data[at+high]))
	}
	text := string(utf16.Decode(units))
	return text, len(data)%2 == 0 && !strings.ContainsRune(text, utf8.RuneError)
}

// windows1252 are the characters of the bytes 0x80 to 0x9f; five have none.
var windows1252 = []rune("€\ufffd‚ƒ„…†‡ˆ‰Š‹Œ\ufffdŽ\ufffd\ufffd‘’“”•–—˜™š›œ\ufffdžŸ")

func readWindows1252(data []byte) (string, bool) {
	var text strings.Builder
	for _, each := range data {
		if each >= 0x80 && each < 0xa0 {
			text.WriteRune(windows1252[each-0x80])
		} else {
			text.WriteRune(rune(each))
		}
	}
	return text.String(), !strings.ContainsRune(text.String(), utf8.RuneError)
}
