package main

import (
	"bytes"
	"encoding/json"
	"net/http"
	"regexp"
	"unicode/utf8"
)

// Section 7 does not show the shape of error bodies, so the usual names are
// tried, level by level. All codes of section 7.1 are words joined by dots.
var (
	codeNames = []string{"code", "errorCode", "error_code", "error"}
	code      = regexp.MustCompile(`^[A-Za-z]+(\.[A-Za-z]+)+$`)
)

const levels = 8

// readToken applies section 4.1: a JSON object with the member token, a string.
func readToken(received []byte) (*Reply, error) {
	// A map, because struct fields match keys whatever their case.
	var members map[string]json.RawMessage
	var token string
	if !isJSON(received) || json.Unmarshal(received, &members) != nil ||
		!isString(members["token"]) || json.Unmarshal(members["token"], &token) != nil {
		return nil, &CallError{Kind: "protocol", Status: http.StatusOK}
	}
	return &Reply{Status: http.StatusOK, Token: &token}, nil
}

// findCode returns the first error code in an error body, or "".
func findCode(received []byte) string {
	if !isJSON(received) {
		return ""
	}
	level := []json.RawMessage{received}
	for i := 0; i < levels; i++ {
		var below []json.RawMessage
		for _, value := range level {
			strings, values := children(value)
			for _, name := range codeNames {
				if code.MatchString(strings[name]) {
					return strings[name]
				}
			}
			below = append(below, values...)
		}
		level = below
	}
	return ""
}

// children returns the strings of an object by name, and what an object or an
// array holds in its order, which a map would lose.
func children(value json.RawMessage) (strings map[string]string, values []json.RawMessage) {
	d := json.NewDecoder(bytes.NewReader(value))
	opening, _ := d.Token()
	if _, nested := opening.(json.Delim); !nested {
		return nil, nil
	}
	strings = map[string]string{}
	for d.More() {
		var name string
		if opening == json.Delim('{') {
			token, _ := d.Token()
			name = token.(string)
		}
		var child json.RawMessage
		if d.Decode(&child) != nil {
			return strings, values
		}
		values = append(values, child)
		delete(strings, name) // of two equal keys the last one counts
		var text string
		if isString(child) && json.Unmarshal(child, &text) == nil {
			strings[name] = text
		}
	}
	return strings, values
}

// isJSON: encoding/json alone would turn bad UTF-8 into U+FFFD.
func isJSON(text []byte) bool { return utf8.Valid(text) && json.Valid(text) }
