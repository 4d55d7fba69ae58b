package main

import (
	"encoding/json"
	"errors"
	"time"
)

func init() { methods["client.call"] = clientCall }

type callResult struct {
	OK     bool    `json:"ok"`
	Kind   string  `json:"kind,omitempty"`
	Status int     `json:"status,omitempty"`
	Code   string  `json:"code,omitempty"`
	Token  *string `json:"token,omitempty"` // a pointer, so that "" is not left out
}

// clientCall: a failed call is a result, not an error. appId and appSecret are
// for SDKs that make the Authorization value themselves ("authorization":
// "own"); this one sends what it is given.
func clientCall(raw json.RawMessage) (any, error) {
	var p struct {
		BaseURL, Authorization, Operation string
		TimeoutMillis                     int64
		Body                              json.RawMessage // as it came: float64 would change integers
	}
	if err := read(raw, &p, "params"); err != nil {
		return nil, err
	}
	client := Client{BaseURL: p.BaseURL, Timeout: time.Duration(p.TimeoutMillis) * time.Millisecond}
	reply, err := client.Call(p.Operation, p.Authorization, p.Body)
	var failed *CallError
	if errors.As(err, &failed) {
		return callResult{Kind: failed.Kind, Status: failed.Status, Code: failed.Code}, nil
	}
	if err != nil {
		return nil, err
	}
	return callResult{OK: true, Status: reply.Status, Token: reply.Token}, nil
}
