package channelproof

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"regexp"
	"sort"
	"strconv"
	"strings"
)

// object is a JSON object in the order of its text; encoding/json would lose
// the order and pass over a member that stands twice.
type object struct {
	names  []string
	values map[string]any
}

func (o *object) has(name string) bool {
	_, is := o.values[name]
	return is
}

func (o *object) add(name string, value any) {
	if !o.has(name) {
		o.names = append(o.names, name)
	}
	o.values[name] = value
}

func newObject() *object { return &object{values: map[string]any{}} }

// readJSON reads one JSON value: *object, []any, string, json.Number, bool or
// nil. isTwice says whether a member stands twice, at any depth.
func readJSON(text []byte) (value any, isTwice bool, err error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	value, err = readValue(decoder, &isTwice)
	if err != nil {
		return nil, false, err
	}
	if _, err := decoder.Token(); err != io.EOF {
		return nil, false, fmt.Errorf("more than one JSON value")
	}
	return value, isTwice, nil
}

func readValue(decoder *json.Decoder, isTwice *bool) (any, error) {
	token, err := decoder.Token()
	switch token {
	case json.Delim('{'):
		return readObject(decoder, isTwice)
	case json.Delim('['):
		return readList(decoder, isTwice)
	}
	return token, err
}

func readObject(decoder *json.Decoder, isTwice *bool) (any, error) {
	members := newObject()
	for decoder.More() {
		name, err := decoder.Token()
		if err != nil {
			return nil, err
		}
		value, err := readValue(decoder, isTwice)
		if err != nil {
			return nil, err
		}
		*isTwice = *isTwice || members.has(name.(string))
		members.add(name.(string), value)
	}
	_, err := decoder.Token()
	return members, err
}

func readList(decoder *json.Decoder, isTwice *bool) (any, error) {
	items := []any{}
	for decoder.More() {
		value, err := readValue(decoder, isTwice)
		if err != nil {
			return nil, err
		}
		items = append(items, value)
	}
	_, err := decoder.Token()
	return items, err
}

var integerText = regexp.MustCompile(`^-?[0-9]+$`)

// isLoose says whether a number is not written as an integer: 60.0, 6e1.
func isLoose(value any) bool {
	number, is := value.(json.Number)
	return is && !integerText.MatchString(number.String())
}

// canonical returns the same text for the same value with the same types; 60.0
// is 60.
func canonical(value any) string {
	switch value := value.(type) {
	case *object:
		return canonicalObject(value)
	case []any:
		items := []string{}
		for _, item := range value {
			items = append(items, canonical(item))
		}
		return "[" + strings.Join(items, ",") + "]"
	case json.Number:
		return canonicalNumber(value.String())
	}
	text, _ := json.Marshal(value)
	return string(text)
}

func canonicalObject(value *object) string {
	names := append([]string{}, value.names...)
	sort.Strings(names)
	members := []string{}
	for _, name := range names {
		members = append(members, strconv.Quote(name)+":"+canonical(value.values[name]))
	}
	return "{" + strings.Join(members, ",") + "}"
}

func canonicalNumber(text string) string {
	if whole, is := new(big.Int).SetString(text, 10); is {
		return whole.String()
	}
	number, _ := strconv.ParseFloat(text, 64)
	if exact, accuracy := big.NewFloat(number).Int(nil); exact != nil && accuracy == big.Exact {
		return exact.String()
	}
	return strconv.FormatFloat(number, 'g', -1, 64)
}

// kind returns one letter for the JSON type of a value.
func kind(value any) byte {
	switch value.(type) {
	case json.Number:
		return '0'
	case bool:
		return 't'
	}
	return canonical(value)[0]
}
