package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"
)

const bodyLimit = 16 << 20

// operations are sections 4.1 to 4.4.
var operations = map[string]struct{ method, path string }{
	"auth.token":       {http.MethodPost, "/auth/token"},
	"streaming.start":  {http.MethodPost, "/streaming/start"},
	"streaming.update": {http.MethodPut, "/streaming/update"},
	"streaming.stop":   {http.MethodPost, "/streaming/stop"},
}

// Client calls the service. Timeout limits each call as a whole.
type Client struct {
	BaseURL string
	Timeout time.Duration
}

// Reply is a success. Token is nil unless one was asked for.
type Reply struct {
	Status int
	Token  *string
}

// CallError is a call without success. It wraps nothing, because the errors
// beneath may quote headers. Status and Code are empty if unknown.
type CallError struct {
	Kind   string // http, network, timeout or protocol
	Status int
	Code   string
}

func (e *CallError) Error() string { return fmt.Sprintf("%s %d %s", e.Kind, e.Status, e.Code) }

// transport is used without an http.Client, which would follow redirects.
var transport = newTransport()

func newTransport() http.RoundTripper {
	t := http.DefaultTransport.(*http.Transport).Clone()
	// A POST that finds a kept connection dead could not be repeated without
	// the risk of doing it twice.
	t.DisableKeepAlives = true
	return t
}

// Call sends a body, which is JSON text, as it is.
func (c *Client) Call(operation, authorization string, body json.RawMessage) (*Reply, error) {
	ctx, cancel := context.WithTimeout(context.Background(), c.Timeout)
	defer cancel()
	request, err := c.request(ctx, operation, authorization, body)
	if err != nil {
		return nil, err
	}
	response, err := transport.RoundTrip(request)
	if err != nil {
		return nil, lost(ctx, err)
	}
	defer response.Body.Close()
	received, err := receive(response)
	switch status := response.StatusCode; {
	case err != nil && ctx.Err() != nil:
		return nil, lost(ctx, err)
	case len(received) > bodyLimit:
		return nil, &CallError{Kind: "protocol", Status: status}
	case status != http.StatusOK: // sections 7.1 and 7.2: no other status is a success
		return nil, &CallError{Kind: "http", Status: status, Code: findCode(received)}
	case err != nil:
		return nil, lost(ctx, err)
	case operation != "auth.token":
		return &Reply{Status: status}, nil
	}
	return readToken(received)
}

// request makes the common headers of section 4.
func (c *Client) request(ctx context.Context, operation, authorization string, body []byte) (*http.Request, error) {
	target, known := operations[operation]
	if !known {
		return nil, &Refused{"malformed", "operation"}
	}
	if strings.ContainsFunc(authorization, isControl) { // a line break would start another header
		return nil, &Refused{"malformed", "authorization"}
	}
	base, err := url.Parse(c.BaseURL)
	if err != nil || base.Host == "" || base.RawQuery+base.Fragment != "" ||
		base.Scheme != "http" && base.Scheme != "https" {
		return nil, &Refused{"malformed", "baseUrl"}
	}
	address := strings.TrimRight(c.BaseURL, "/") + target.path
	request, err := http.NewRequestWithContext(ctx, target.method, address, bytes.NewReader(body))
	if err != nil {
		return nil, &Refused{"malformed", "baseUrl"}
	}
	var id [16]byte
	if _, err := rand.Read(id[:]); err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Authorization", authorization)
	request.Header.Set("Tracking-Id", hex.EncodeToString(id[:]))
	return request, nil
}

func isControl(r rune) bool { return r < ' ' && r != '\t' || r == 0x7f }

// receive reads at most one byte more than the limit.
func receive(response *http.Response) ([]byte, error) {
	if response.StatusCode == http.StatusSwitchingProtocols {
		return nil, nil // its body is the connection, which does not end
	}
	return io.ReadAll(io.LimitReader(response.Body, bodyLimit+1))
}

// lost names the kind of a call that has no complete response.
func lost(ctx context.Context, err error) *CallError {
	var network net.Error
	switch {
	case ctx.Err() != nil:
		return &CallError{Kind: "timeout"}
	case errors.As(err, &network):
		if network.Timeout() {
			return &CallError{Kind: "timeout"}
		}
		return &CallError{Kind: "network"}
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return &CallError{Kind: "network"}
	}
	return &CallError{Kind: "protocol"}
}
