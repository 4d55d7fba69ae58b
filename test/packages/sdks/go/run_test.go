package main

import (
	"encoding/json"
	"testing"

	"channelproof.example/channelproof"
)

// Copied beside the sample adapter: its calls, asked by the package.
func TestVectors(t *testing.T) { channelproof.Run(t, ask, "recommended") }

func ask(method string, params json.RawMessage) (json.RawMessage, error) {
	result, err := methods[method](params)
	if err != nil {
		return nil, translated(err)
	}
	return json.Marshal(result)
}

func translated(err error) error {
	switch failure := translate(err); failure.Code {
	case 1:
		return &channelproof.Refused{Reason: failure.Data["reason"]}
	case 2:
		return &channelproof.Unsupported{Why: failure.Message}
	}
	return err
}
