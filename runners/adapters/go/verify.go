package main

import (
	"bytes"
	"crypto/hmac"
	"encoding/base64"
	"encoding/json"
	"math/big"
	"strings"
	"unicode/utf8"
)

// InvalidToken says why Verify does not accept a token. Reason is a stable code.
type InvalidToken struct{ Reason string }

func (i *InvalidToken) Error() string { return i.Reason }

// Verify returns the join parameters of a valid token as they stand in it:
// JoinParams would lose members it does not list and integers above 64 bits.
func Verify(token, appID, appSecret string, now int64) (json.RawMessage, error) {
	parts := strings.Split(token, ".")
	if len(parts) != 5 || !isDigits(parts[2]) || !isBase64(parts[3]) || !isBase64(parts[4]) {
		return nil, &InvalidToken{"malformed"}
	}
	if parts[0] != tokenVersion {
		return nil, &InvalidToken{"version"}
	}
	if parts[1] != appID {
		return nil, &InvalidToken{"app"}
	}
	// Section 4.5: over the parts as received; a second JSON encoding may differ.
	signature, err := mac(strings.Join(parts[:4], ""), appSecret)
	if err != nil {
		return nil, err
	}
	if !hmac.Equal([]byte(signature), []byte(parts[4])) {
		return nil, &InvalidToken{"signature"}
	}
	return readParams(parts[3], parts[2], now)
}

func readParams(params, timestamp string, now int64) (json.RawMessage, error) {
	text, _ := base64.StdEncoding.DecodeString(params) // isBase64 has seen it
	duration, ok := checkParams(text)
	if !ok {
		return nil, &InvalidToken{"params"}
	}
	// Section 2.1: validity starts at the token's timestamp. Big integers,
	// because the digits of a token may say anything.
	end, _ := new(big.Int).SetString(timestamp, 10)
	if big.NewInt(now).Cmp(end.Add(end, duration)) > 0 {
		return nil, &InvalidToken{"expired"}
	}
	return text, nil
}

// checkParams applies section 2.1 to the JSON text and returns the duration.
func checkParams(text []byte) (*big.Int, bool) {
	// encoding/json would turn bad UTF-8 into U+FFFD and keep the last of two
	// equal keys.
	if !utf8.Valid(text) || !json.Valid(text) || !uniqueKeys(decoder(text)) {
		return nil, false
	}
	// A map, because struct fields match keys whatever their case.
	var members map[string]json.RawMessage
	if json.Unmarshal(text, &members) != nil || !isString(members["channelId"]) || !isString(members["userId"]) {
		return nil, false
	}
	for _, name := range []string{"privileges", "channelDuration", "size"} {
		if _, ok := integer(members, name, 0); !ok {
			return nil, false
		}
	}
	delayClose, isInt := integer(members, "delayClose", 0)
	duration, ok := integer(members, "duration", day)
	limit := big.NewInt(day)
	return duration, isInt && ok && delayClose.Cmp(limit) <= 0 && duration.Cmp(limit) <= 0
}

func isString(value json.RawMessage) bool { return len(value) > 0 && value[0] == '"' }

// integer reads an optional int; 60.0, 6e1, "60" and null are none.
func integer(members map[string]json.RawMessage, name string, byDefault int64) (*big.Int, bool) {
	value, given := members[name]
	if !given {
		return big.NewInt(byDefault), true
	}
	return new(big.Int).SetString(string(value), 10)
}

func decoder(text []byte) *json.Decoder {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber() // 1e400 is no error to json.Valid either
	return d
}

// uniqueKeys reads one value of valid JSON and says whether no object in it
// has the same key twice (RFC 8259 section 4).
func uniqueKeys(d *json.Decoder) bool {
	token, _ := d.Token()
	open, nested := token.(json.Delim)
	seen := map[json.Token]bool{}
	for nested && d.More() {
		if open == '{' {
			key, _ := d.Token()
			if seen[key] {
				return false
			}
			seen[key] = true
		}
		if !uniqueKeys(d) {
			return false
		}
	}
	if nested {
		d.Token() // the closing bracket
	}
	return true
}

func isDigits(text string) bool {
	return text != "" && strings.Trim(text, "0123456789") == ""
}

// isBase64 encodes again and compares: even Strict() skips line breaks.
func isBase64(text string) bool {
	data, err := base64.StdEncoding.DecodeString(text)
	return err == nil && base64.StdEncoding.EncodeToString(data) == text
}
