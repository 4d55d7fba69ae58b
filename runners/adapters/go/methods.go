package main

import (
	"encoding/json"
	"errors"
	"sort"
)

type method func(params json.RawMessage) (any, error)

// methods is what this adapter offers; anything else is answered with -32601
// and skipped by the suite.
var methods = map[string]method{
	"token.params":    tokenParams,
	"token.signature": tokenSignature,
	"token.issue":     tokenIssue,
	"token.verify":    tokenVerify,
}

// Apart, because describe reads the table. A method in a file of its own can
// add itself in the same way.
func init() { methods["describe"] = describe }

// unsupported is code 2: Go's types cannot hold what the question asks for.
type unsupported struct{ name string }

func (u *unsupported) Error() string {
	return "cannot be expressed in the types of this SDK: " + u.name
}

// describe says what is tested; channelproof asks this first.
func describe(json.RawMessage) (any, error) {
	offered := []string{}
	for name := range methods {
		if name != "describe" {
			offered = append(offered, name)
		}
	}
	sort.Strings(offered)
	return map[string]any{
		"protocol": 1,
		"sdk":      map[string]string{"name": "channeltoken", "version": "1.0.0", "language": "Go"},
		"methods":  offered,
		"clock":    "injected", // "system" if your SDK reads the clock itself
		// "own" if your SDK makes the Authorization value itself.
		"authorization": "given",
		// What your SDK does not take, cannot leave out or does not have, say
		// with joinParams, limits, always, operations and tells: see the guide.
	}, nil
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
