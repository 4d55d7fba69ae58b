// The calls: put those of your SDK in the place of those of sdk.go, verify.go
// and client.go. They only translate. A check or a repair here would test this
// file instead of the SDK.

package main

import (
	"encoding/json"
	"errors"
	"time"
)

var description = map[string]any{
	"sdk":   map[string]string{"name": "channeltoken", "version": "1.0.0", "language": "Go"},
	"clock": "injected", // "system" if your SDK reads the clock itself
	// "own" if your SDK makes the Authorization value itself.
	"authorization": "given",
	// What your SDK does not take, cannot leave out or does not have, say
	// with joinParams, limits, always, operations, members and tells: see the guide.
}

// nil for what your SDK does not have.
var methods = map[string]method{
	"token.params":    tokenParams,
	"token.signature": tokenSignature,
	"token.issue":     tokenIssue,
	"token.verify":    tokenVerify,
	"client.call":     clientCall,
}

func tokenParams(raw json.RawMessage) (any, error) {
	var p struct{ JoinParamsJSON string }
	if err := read(raw, &p, "params"); err != nil {
		return nil, err
	}
	return map[string]string{"params": MintParams(p.JoinParamsJSON)}, nil
}

func tokenSignature(raw json.RawMessage) (any, error) {
	var p struct {
		Version, AppID, Params, AppSecret string
		Timestamp                         int64
	}
	if err := read(raw, &p, "params"); err != nil {
		return nil, err
	}
	signature, err := Sign(p.Version, p.AppID, p.Timestamp, p.Params, p.AppSecret)
	return map[string]string{"signature": signature}, err
}

func tokenIssue(raw json.RawMessage) (any, error) {
	var p struct {
		AppID, AppSecret string
		JoinParams       json.RawMessage
		Timestamp        int64
	}
	if err := read(raw, &p, "params"); err != nil {
		return nil, err
	}
	joinParams, err := readJoinParams(p.JoinParams)
	if err != nil {
		return nil, err
	}
	token, err := Issue(p.AppID, p.AppSecret, joinParams, p.Timestamp)
	return map[string]string{"token": token}, err
}

// tokenVerify: an invalid token is a result, not an error.
func tokenVerify(raw json.RawMessage) (any, error) {
	var p struct {
		Token, AppID, AppSecret string
		Now                     int64
	}
	if err := read(raw, &p, "params"); err != nil {
		return nil, err
	}
	joinParams, err := Verify(p.Token, p.AppID, p.AppSecret, p.Now)
	var invalid *InvalidToken
	if errors.As(err, &invalid) {
		return map[string]any{"valid": false, "reason": invalid.Reason}, nil
	}
	return map[string]any{"valid": true, "joinParams": joinParams}, err
}

type callResult struct {
	OK     bool    `json:"ok"`
	Kind   string  `json:"kind,omitempty"`
	Status int     `json:"status,omitempty"`
	Code   string  `json:"code,omitempty"`
	Token  *string `json:"token,omitempty"` // a pointer, so that "" is not left out
}

// clientCall: a failed call is a result as well. appId and appSecret are for
// SDKs that make the Authorization value themselves ("authorization": "own");
// this one sends what it is given.
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

// unsupported is code 2: Go's types cannot hold the values of the question.
type unsupported struct{ name string }

func (u *unsupported) Error() string {
	return "cannot be expressed in the types of this SDK: " + u.name
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

// readJoinParams takes names exactly: encoding/json alone would also take
// "ChannelID" for channelId, skip a member it does not know and null.
func readJoinParams(raw json.RawMessage) (p JoinParams, err error) {
	targets := map[string]any{
		"channelId": &p.ChannelID, "userId": &p.UserID, "privileges": &p.Privileges,
		"channelDuration": &p.ChannelDuration, "duration": &p.Duration,
		"size": &p.Size, "delayClose": &p.DelayClose,
	}
	var members map[string]json.RawMessage
	if err = read(raw, &members, "joinParams"); err != nil {
		return p, err
	}
	for name, value := range members {
		target, known := targets[name]
		if !known {
			return p, &unsupported{"a member that JoinParams does not have"}
		}
		if err = read(value, target, name); err != nil {
			return p, err
		}
	}
	return p, nil
}

// read decodes a value; a type that does not fit and null are unsupported.
func read(raw json.RawMessage, target any, name string) error {
	if string(raw) == "null" || json.Unmarshal(raw, target) != nil {
		return &unsupported{name}
	}
	return nil
}
