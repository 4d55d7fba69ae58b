// An adapter whose client.call goes through one of Go's HTTP libraries, as it
// comes: main <library>. Only what every client of the service must do is
// added. With --wrong, each status is a success.
package main

import (
	"bufio"
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/go-resty/resty/v2"
)

var (
	routes = map[string][2]string{
		"auth.token":       {http.MethodPost, "/auth/token"},
		"streaming.start":  {http.MethodPost, "/streaming/start"},
		"streaming.update": {http.MethodPut, "/streaming/update"},
		"streaming.stop":   {http.MethodPost, "/streaming/stop"},
	}
	codeNames = []string{"code", "errorCode", "error_code", "error"}
	code      = regexp.MustCompile(`^[A-Za-z]+(\.[A-Za-z]+)+$`)
	isWrong   = len(os.Args) > 2 && os.Args[2] == "--wrong"
)

type call struct {
	BaseURL       string          `json:"baseUrl"`
	TimeoutMillis int             `json:"timeoutMillis"`
	Authorization string          `json:"authorization"`
	Operation     string          `json:"operation"`
	Body          json.RawMessage `json:"body"`
}

type object = map[string]any

// send makes one request and returns the status and the body of the answer.
type send func(method, url string, headers map[string]string, body []byte, limit time.Duration) (int, []byte, error)

var libraries = map[string]send{"net/http": byNetHTTP, "resty": byResty}

func byNetHTTP(method, url string, headers map[string]string, body []byte, limit time.Duration) (int, []byte, error) {
	request, err := http.NewRequest(method, url, bytes.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	for name, value := range headers {
		request.Header.Set(name, value)
	}
	client := http.Client{Timeout: limit}
	response, err := client.Do(request)
	if err != nil {
		return 0, nil, err
	}
	defer response.Body.Close()
	received, err := io.ReadAll(response.Body)
	if response.StatusCode != http.StatusOK {
		err = nil // a body that is cut off does not mask an error status
	}
	return response.StatusCode, received, err
}

func byResty(method, url string, headers map[string]string, body []byte, limit time.Duration) (int, []byte, error) {
	request := resty.New().SetTimeout(limit).R().SetHeaders(headers).SetBody(body)
	response, err := request.Execute(method, url)
	if err != nil {
		return 0, nil, err
	}
	return response.StatusCode(), response.Body(), nil
}

func clientCall(c call) object {
	id := make([]byte, 16)
	rand.Read(id)
	headers := map[string]string{
		"Content-Type":  "application/json",
		"Authorization": c.Authorization,
		"Tracking-Id":   hex.EncodeToString(id),
	}
	route := routes[c.Operation]
	limit := time.Duration(c.TimeoutMillis) * time.Millisecond
	url := strings.TrimRight(c.BaseURL, "/") + route[1]
	status, received, err := libraries[os.Args[1]](route[0], url, headers, c.Body, limit)
	if err != nil {
		return object{"ok": false, "kind": kindOf(err)}
	}
	return outcome(c.Operation, status, received)
}

func kindOf(err error) string {
	var timeout net.Error
	var operation *net.OpError
	switch {
	case errors.As(err, &timeout) && timeout.Timeout():
		return "timeout"
	case errors.As(err, &operation), errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return "network"
	}
	return "protocol"
}

// outcome is sections 4.1 and 7: success is 200 alone, with a token if one was
// requested.
func outcome(operation string, status int, received []byte) object {
	var value any
	_ = json.Unmarshal(received, &value)
	if status != http.StatusOK && !isWrong {
		failed := object{"ok": false, "kind": "http", "status": status}
		if found := codeIn(value); found != "" {
			failed["code"] = found
		}
		return failed
	}
	members, _ := value.(object)
	token, isText := members["token"].(string)
	switch {
	case operation != "auth.token" || isWrong && !isText:
		return object{"ok": true, "status": status}
	case isText:
		return object{"ok": true, "status": status, "token": token}
	}
	return object{"ok": false, "kind": "protocol", "status": status}
}

// codeIn returns the first error code, however deep: section 7 does not show
// the shape of error bodies.
func codeIn(value any) string {
	var below []any
	switch nested := value.(type) {
	case []any:
		below = nested
	case object:
		for _, name := range codeNames {
			if text, isText := nested[name].(string); isText && code.MatchString(text) {
				return text
			}
		}
		for _, member := range nested {
			below = append(below, member)
		}
	}
	for _, member := range below {
		if found := codeIn(member); found != "" {
			return found
		}
	}
	return ""
}

var described = object{
	"protocol":      1,
	"sdk":           object{"name": os.Args[1], "version": "1", "language": "Go"},
	"methods":       []string{"client.call"},
	"clock":         "injected",
	"authorization": "given",
}

func main() {
	var calls sync.WaitGroup
	var output sync.Mutex
	input := bufio.NewReader(os.Stdin)
	for line, err := input.ReadBytes('\n'); err == nil; line, err = input.ReadBytes('\n') {
		calls.Add(1)
		go func() {
			defer calls.Done()
			answer := reply(line)
			output.Lock()
			defer output.Unlock()
			os.Stdout.Write(append(answer, '\n'))
		}()
	}
	calls.Wait()
}

func reply(line []byte) []byte {
	var question struct {
		ID     json.RawMessage
		Method string
		Params call
	}
	_ = json.Unmarshal(line, &question)
	result := described
	if question.Method == "client.call" {
		result = clientCall(question.Params)
	}
	answer, _ := json.Marshal(object{"jsonrpc": "2.0", "id": question.ID, "result": result})
	return answer
}
