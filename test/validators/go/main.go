// Command validators validates request bodies with santhosh-tekuri/jsonschema. It reads lines of JSON,
// {"kind": "auth-token", "body": "<JSON text>"}, and answers each with a line,
// {"valid": ..., "errors": [{"keyword": ..., "instancePath": ...}]}; the keyword json says that the body is none.
//
// usage: validators SCHEMAS_FOLDER
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

const base = "https://channelproof.example/schemas/"

type question struct {
	Kind string `json:"kind"`
	Body string `json:"body"`
}

type blame struct {
	Keyword      string `json:"keyword"`
	InstancePath string `json:"instancePath"`
}

type verdict struct {
	Valid  bool    `json:"valid"`
	Errors []blame `json:"errors"`
}

func main() {
	compiler := jsonschema.NewCompiler()
	must(load(compiler, os.Args[1]))
	in, out := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for {
		var asked question
		err := in.Decode(&asked)
		if errors.Is(err, io.EOF) {
			return
		}
		must(err)
		schema, err := compiler.Compile(base + asked.Kind + "-request.schema.json")
		must(err)
		must(out.Encode(validate(schema, asked.Body)))
	}
}

func load(compiler *jsonschema.Compiler, folder string) error {
	files, err := filepath.Glob(filepath.Join(folder, "*.schema.json"))
	if err != nil {
		return err
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		schema, err := jsonschema.UnmarshalJSON(strings.NewReader(string(text)))
		if err != nil {
			return err
		}
		if err := compiler.AddResource(base+filepath.Base(file), schema); err != nil {
			return err
		}
	}
	return nil
}

func validate(schema *jsonschema.Schema, body string) verdict {
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(body))
	if err != nil {
		return verdict{Errors: []blame{{"json", ""}}}
	}
	var invalid *jsonschema.ValidationError
	if err := schema.Validate(value); errors.As(err, &invalid) {
		return verdict{Errors: leaves(invalid)}
	}
	return verdict{Valid: true, Errors: []blame{}}
}

// leaves are the errors that have no other cause: those above them only say that something below is wrong.
func leaves(err *jsonschema.ValidationError) []blame {
	if len(err.Causes) == 0 {
		return []blame{{strings.Join(err.ErrorKind.KeywordPath(), "/"), pointer(err.InstanceLocation)}}
	}
	var all []blame
	for _, cause := range err.Causes {
		all = append(all, leaves(cause)...)
	}
	return all
}

func pointer(path []string) string {
	escape := strings.NewReplacer("~", "~0", "/", "~1")
	var out strings.Builder
	for _, step := range path {
		out.WriteString("/" + escape.Replace(step))
	}
	return out.String()
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
