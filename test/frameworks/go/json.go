package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
)

const largestBody = 1 << 20

// One JSON value of known members, and nothing after it.
func readJSON(w http.ResponseWriter, r *http.Request, value any) error {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return errors.New("the body is not announced as JSON")
	}
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, largestBody))
	if err != nil {
		return err
	}
	if err := checkNames(text); err != nil {
		return err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	return decoder.Decode(value)
}

type members map[string]json.RawMessage

// The names of sections 2 and 4.
var names = map[string]bool{
	"channelId": true, "userId": true, "privileges": true, "channelDuration": true, "duration": true, "size": true,
	"delayClose": true, "streamList": true, "streamId": true, "url": true, "flag": true, "type": true, "layout": true,
	"fps": true, "watermarks": true,
}

// encoding/json takes ChannelID for channelId, which leaves the required channelId out.
func checkNames(text []byte) error {
	var body members
	if err := json.Unmarshal(text, &body); err != nil {
		return err
	}
	var entries []members
	// Another kind of list is refused where it is decoded.
	_ = json.Unmarshal(body["streamList"], &entries)
	for _, each := range append(entries, body) {
		for name := range each {
			if !names[name] {
				return errors.New("a member is not listed")
			}
		}
	}
	return nil
}
