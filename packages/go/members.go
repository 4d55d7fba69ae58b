package channelproof

import (
	"encoding/json"
	"math/big"
	"strings"
	"unicode/utf8"
)

// Of section 2.1: what an absent member means, and what the text forbids.
var (
	defaults = map[string]any{
		"channelDuration": json.Number("0"), "duration": json.Number("86400"),
		"size": json.Number("100"), "delayClose": json.Number("0"),
	}
	maxima = map[string]string{"duration": "86400", "delayClose": "86400"}
	listed = map[string]bool{
		"channelId": true, "userId": true, "privileges": true,
		"channelDuration": true, "duration": true, "size": true, "delayClose": true,
	}
)

// objectOf reads a JSON object; anything else has no members.
func objectOf(text []byte) *object {
	if value, _, err := readJSON(text); err == nil {
		if members, is := value.(*object); is {
			return members
		}
	}
	return newObject()
}

// verifyFindings: a number that stands with a fraction in the token may be
// passed on as it stands.
func verifyFindings(asked question, expect expectation, got answer) []finding {
	content := newObject()
	if parts := strings.Split(asked.Token, "."); len(parts) > 3 {
		content = objectOf(lenient(parts[3]))
	}
	loose := map[string]bool{}
	for _, pointer := range got.Inexact {
		name := strings.TrimPrefix(pointer, "/")
		loose[name] = !isLoose(content.values[name])
	}
	return membersFindings(objectOf(expect.Output.JoinParams), objectOf(got.Output.JoinParams), loose)
}

// sentParamsFindings judges the params of a token, whose JSON is the SDK's own.
func sentParamsFindings(asked *object, params string) []finding {
	found := formFindings("params", params)
	isBase64 := len(found) == 0 || found[0].reason != "params-not-standard-base64"
	data := string(lenient(params))
	plain := strings.TrimPrefix(data, byteOrderMark)
	if members, isTwice, is := readMembers(plain, utf8.ValidString(plain)); is {
		found = appendIf(found, plain != data, finding{"byte-order-mark", recommended})
		return append(found, contentFindings(asked, members, isTwice)...)
	}
	for _, read := range otherCharsets {
		text, isText := read([]byte(plain))
		if members, isTwice, is := readMembers(strings.TrimPrefix(text, byteOrderMark), isText); is {
			found = appendIf(found, isBase64, finding{"params-not-utf8", recommended})
			return append(found, contentFindings(asked, members, isTwice)...)
		}
	}
	if utf8.ValidString(plain) {
		return appendIf(found, isBase64, finding{"params-not-json", ""})
	}
	return appendIf(found, isBase64, finding{"params-not-utf8", ""})
}

func readMembers(text string, isText bool) (members *object, isTwice, is bool) {
	value, isTwice, err := readJSON([]byte(text))
	members, is = value.(*object)
	return members, isTwice, is && isText && err == nil
}

func contentFindings(asked, got *object, isTwice bool) []finding {
	loose := map[string]bool{}
	for _, name := range got.names {
		loose[name] = isLoose(got.values[name])
	}
	found := appendIf(nil, isTwice, finding{"member-twice", recommended})
	return append(found, membersFindings(asked, got, loose)...)
}

// membersFindings judges join parameters; loose names the numbers that are not
// written as integers.
func membersFindings(asked, got *object, loose map[string]bool) []finding {
	found := []finding{}
	for _, name := range asked.names {
		found = append(found, memberFindings(name, asked, got, loose[name])...)
	}
	for _, name := range got.names {
		if !asked.has(name) {
			found = append(found, memberFindings(name, asked, got, loose[name])...)
		}
	}
	return found
}

func memberFindings(name string, asked, got *object, isLoose bool) []finding {
	one, isOne := valueOf(name, asked)
	other, isOther := valueOf(name, got)
	switch {
	case asked.has(name) && one == nil:
		return []finding{{"null-given", observed}}
	case isOne && isOther && canonical(one) == canonical(other):
		return appendIf(nil, isLoose, finding{"integer-with-fraction", recommended})
	case asked.has(name):
		return []finding{{changeOf(name, one, got), levelOfChange(name, one)}}
	case name == "privileges" && kind(other) == '0':
		return nil
	case listed[name]:
		return []finding{{"value-added", ""}}
	}
	return []finding{{"member-added", recommended}}
}

func valueOf(name string, members *object) (any, bool) {
	if members.has(name) {
		return members.values[name], true
	}
	value, is := defaults[name]
	return value, is
}

func changeOf(name string, one any, got *object) string {
	switch {
	case !got.has(name):
		return "member-missing"
	case kind(one) == kind(got.values[name]):
		return "value-changed"
	}
	return "wrong-type"
}

// levelOfChange: code that takes a value that the text forbids may clamp it;
// members that are not listed may be dropped.
func levelOfChange(name string, asked any) string {
	if !listed[name] {
		return observed
	}
	if maximum, is := maxima[name]; is && kind(asked) == '0' {
		most, _ := new(big.Float).SetString(maximum)
		if given, _ := new(big.Float).SetString(asked.(json.Number).String()); given.Cmp(most) > 0 {
			return recommended
		}
	}
	return ""
}

func appendIf(found []finding, condition bool, one finding) []finding {
	if condition {
		return append(found, one)
	}
	return found
}
