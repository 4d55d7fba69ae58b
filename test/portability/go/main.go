// Command portability prints each YAML file of the command line as one line of ASCII JSON:
// {"value": ...} or {"error": "..."}.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"unicode/utf16"

	"gopkg.in/yaml.v3"
)

func main() {
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for _, file := range os.Args[1:] {
		value, err := load(file)
		document := map[string]any{"value": plain(value)}
		if err != nil {
			document = map[string]any{"error": err.Error()}
		}
		text, err := json.Marshal(document)
		if err != nil {
			panic(err)
		}
		fmt.Fprintln(out, ascii(string(text)))
	}
}

func load(file string) (any, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var value any
	err = yaml.Unmarshal(text, &value)
	return value, err
}

// plain keeps what JSON can hold. A date or whatever else is named by its type, so that it equals nothing of ours.
func plain(value any) any {
	switch value := value.(type) {
	case nil, bool, int, int64, uint64, string:
		return value
	case float64:
		return float(value)
	case []any:
		list := make([]any, len(value))
		for i, item := range value {
			list[i] = plain(item)
		}
		return list
	case map[string]any:
		members := make(map[string]any, len(value))
		for name, member := range value {
			members[name] = plain(member)
		}
		return members
	default:
		return map[string]any{"$type": fmt.Sprintf("%T", value)}
	}
}

// float writes 60.0 with its fraction: encoding/json would make it an integer.
func float(value float64) any {
	if math.IsNaN(value) || math.IsInf(value, 0) {
		return map[string]any{"$type": fmt.Sprint(value)}
	}
	text := strconv.FormatFloat(value, 'g', -1, 64)
	if !strings.ContainsAny(text, ".e") {
		text += ".0"
	}
	return json.RawMessage(text)
}

func ascii(text string) string {
	var out strings.Builder
	for _, character := range text {
		if character < 0x80 {
			out.WriteRune(character)
			continue
		}
		for _, unit := range utf16.Encode([]rune{character}) {
			fmt.Fprintf(&out, `\u%04x`, unit)
		}
	}
	return out.String()
}
