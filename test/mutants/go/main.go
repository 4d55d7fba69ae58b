// A small token SDK behind the adapter protocol, with mistakes to choose from
// (mutants.go): go run . <mutant>.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
)

type fields = map[string]json.RawMessage

var methods = map[string]func(fields) (fields, error){
	"token.params": func(p fields) (fields, error) {
		return fields{"params": quoted(chosen.base64([]byte(text(p["joinParamsJson"]))))}, nil
	},
	"token.signature": func(p fields) (fields, error) {
		signature, err := sign(text(p["version"]), text(p["appId"]), integer(p["timestamp"]), text(p["params"]), text(p["appSecret"]))
		return fields{"signature": quoted(signature)}, err
	},
	"token.issue": func(p fields) (fields, error) {
		token, err := issue(text(p["appId"]), text(p["appSecret"]), p["joinParams"], integer(p["timestamp"]))
		return fields{"token": quoted(token)}, err
	},
	"describe": func(fields) (fields, error) {
		return fields{
			"protocol": json.RawMessage("1"),
			"sdk":      json.RawMessage(`{"name":"mutant","version":"1.0.0","language":"Go"}`),
			"methods":  json.RawMessage(`["token.params","token.signature","token.issue"]`),
			"clock":    json.RawMessage(`"injected"`),
		}, nil
	},
}

func text(raw json.RawMessage) (value string) {
	_ = json.Unmarshal(raw, &value)
	return value
}

func integer(raw json.RawMessage) (value int64) {
	_ = json.Unmarshal(raw, &value)
	return value
}

func quoted(value string) json.RawMessage {
	raw, _ := json.Marshal(value)
	return raw
}

type answer struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  fields          `json:"result,omitempty"`
	Error   *failure        `json:"error,omitempty"`
}

type failure struct {
	Code    int               `json:"code"`
	Message string            `json:"message"`
	Data    map[string]string `json:"data,omitempty"`
}

func reply(line []byte) answer {
	var question struct {
		ID     json.RawMessage
		Method string
		Params fields
	}
	_ = json.Unmarshal(line, &question)
	a := answer{JSONRPC: "2.0", ID: question.ID}
	method, offered := methods[question.Method]
	if !offered {
		a.Error = &failure{Code: -32601, Message: "method not offered"}
		return a
	}
	result, err := method(question.Params)
	switch err := err.(type) {
	case nil:
		a.Result = result
	case refused:
		a.Error = &failure{Code: 1, Message: "refused", Data: map[string]string{"reason": string(err)}}
	default:
		a.Error = &failure{Code: 3, Message: "unexpected error"} // its text may hold a secret
	}
	return a
}

func main() {
	mutant, known := mutants[append(os.Args, "")[1]]
	if !known {
		fmt.Fprintln(os.Stderr, "usage: go run . MUTANT (a name of mutants.go)")
		os.Exit(2)
	}
	mutant(&chosen)
	input := bufio.NewReader(os.Stdin) // not Scanner: it stops at 64 kB
	for {
		line, err := input.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			written, _ := json.Marshal(reply(line))
			os.Stdout.Write(append(written, '\n'))
		}
		if err != nil {
			return
		}
	}
}
