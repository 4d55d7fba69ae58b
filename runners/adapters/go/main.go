// Adapter between channelproof and the SDK in sdk.go and verify.go: reads
// questions, writes answers. It only translates. Never check or repair a value
// here: the checks would then test this file instead of the SDK.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"sync"
)

type question struct {
	ID     json.RawMessage `json:"id"` // echoed as it came: a number or a string
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
}

type answer struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  any             `json:"result,omitempty"`
	Error   *failure        `json:"error,omitempty"`
}

type failure struct {
	Code    int               `json:"code"`
	Message string            `json:"message"`
	Data    map[string]string `json:"data,omitempty"`
}

func main() {
	// Not bufio.Scanner: it stops at lines of more than 64 kB.
	input := bufio.NewReaderSize(os.Stdin, 1<<16)
	var calls sync.WaitGroup // finished before the program ends
	defer calls.Wait()
	for {
		line, err := input.ReadBytes('\n')
		switch {
		case bytes.Contains(line, []byte(`"client.call"`)):
			// Side by side: some calls wait for their time limit.
			calls.Add(1)
			go func() {
				defer calls.Done()
				write(reply(line))
			}()
		case len(line) > 0:
			write(reply(line))
		}
		if err == io.EOF {
			return
		}
		if err != nil {
			os.Exit(1)
		}
	}
}

var output sync.Mutex

func write(message []byte) {
	output.Lock()
	defer output.Unlock()
	os.Stdout.Write(append(message, '\n')) // not buffered, so no flush
}

// reply returns the answer to one line, whatever goes wrong.
func reply(line []byte) []byte {
	var q question
	if json.Unmarshal(line, &q) != nil {
		return marshal(answer{Error: &failure{Code: 3, Message: "unreadable question"}})
	}
	method, offered := methods[q.Method]
	if !offered {
		return marshal(answer{ID: q.ID, Error: &failure{Code: -32601, Message: "method not offered"}})
	}
	result, err := safely(method, q.Params)
	if err != nil {
		return marshal(answer{ID: q.ID, Error: translate(err)})
	}
	return marshal(answer{ID: q.ID, Result: result})
}

// safely turns a panic into an error. What the panic says may hold a secret.
func safely(m method, params json.RawMessage) (result any, err error) {
	defer func() {
		if recover() != nil {
			err = errors.New("panic")
		}
	}()
	return m(params)
}

// translate maps the errors of the SDK to the codes of the protocol.
func translate(err error) *failure {
	var refused *Refused
	var unsupported *unsupported
	switch {
	case errors.As(err, &refused):
		// Code 1 needs data.reason; without it the answer counts as a failure.
		return &failure{Code: 1, Message: refused.Error(), Data: map[string]string{"reason": refused.Reason}}
	case errors.As(err, &unsupported):
		return &failure{Code: 2, Message: unsupported.Error()}
	}
	return &failure{Code: 3, Message: "unexpected error"} // its text may hold a secret
}

func marshal(a answer) []byte {
	a.JSONRPC = "2.0"
	line, err := json.Marshal(a)
	if err != nil {
		return marshal(answer{ID: a.ID, Error: &failure{Code: 3, Message: "unwritable answer"}})
	}
	return line
}
