// Adapter between channelproof and an SDK: this file is the loop, which reads
// questions and writes answers. It needs no change.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"sort"
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

type method func(params json.RawMessage) (any, error)

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

// stdout is the pipe of the answers; what the SDK prints goes to stderr.
var stdout = os.Stdout

func init() { os.Stdout = os.Stderr }

var output sync.Mutex

func write(message []byte) {
	output.Lock()
	defer output.Unlock()
	stdout.Write(append(message, '\n')) // not buffered, so no flush
}

// reply returns the answer to one line, whatever goes wrong.
func reply(line []byte) []byte {
	var q question
	if json.Unmarshal(line, &q) != nil {
		return marshal(answer{Error: &failure{Code: 3, Message: "unreadable question"}})
	}
	method := methods[q.Method]
	if q.Method == "describe" {
		method = describe
	}
	if method == nil {
		return marshal(answer{ID: q.ID, Error: &failure{Code: -32601, Message: "method not offered"}})
	}
	result, err := safely(method, q.Params)
	if err != nil {
		return marshal(answer{ID: q.ID, Error: translate(err)})
	}
	return marshal(answer{ID: q.ID, Result: result})
}

// describe says what is tested; channelproof asks this first.
func describe(json.RawMessage) (any, error) {
	offered := []string{}
	for name, method := range methods {
		if method != nil {
			offered = append(offered, name)
		}
	}
	sort.Strings(offered)
	described := map[string]any{"protocol": 1, "methods": offered}
	for name, value := range description {
		described[name] = value
	}
	return described, nil
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

func marshal(a answer) []byte {
	a.JSONRPC = "2.0"
	line, err := json.Marshal(a)
	if err != nil {
		return marshal(answer{ID: a.ID, Error: &failure{Code: 3, Message: "unwritable answer"}})
	}
	return line
}
