package main

import (
	"crypto/hmac"
	"crypto/sha1"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"
	"html"
	"strings"
	"time"
)

// mutants replace one step each, or two.
var mutants = map[string]func(*sdk){
	"right":          func(*sdk) {},
	"URLEncoding":    func(s *sdk) { s.base64 = base64.URLEncoding.EncodeToString },
	"RawStdEncoding": func(s *sdk) { s.base64 = base64.RawStdEncoding.EncodeToString },
	"RawURLEncoding": func(s *sdk) { s.base64 = base64.RawURLEncoding.EncodeToString },
	"hex":            func(s *sdk) { s.signature = hex.EncodeToString },
	"sha1":           func(s *sdk) { s.mac = macWith(sha1.New) },
	"sha512":         func(s *sdk) { s.mac = macWith(sha512.New) },
	"UnixMilli": func(s *sdk) {
		s.clock = func(timestamp int64) int64 { return time.Unix(timestamp, 0).UnixMilli() }
	},
	"UnixNano": func(s *sdk) {
		s.clock = func(timestamp int64) int64 { return time.Unix(timestamp, 0).UnixNano() }
	},
	"int32": func(s *sdk) {
		s.seconds = func(timestamp int64) string { return fmt.Sprint(int32(timestamp)) }
	},
	"Sprint-float64": func(s *sdk) {
		s.seconds = func(timestamp int64) string { return fmt.Sprint(float64(timestamp)) }
	},
	"TrimSpace": func(s *sdk) {
		s.key = func(secret string) []byte { return []byte(strings.TrimSpace(secret)) }
	},
	"Sprintln": func(s *sdk) {
		s.message = func(version, appID, seconds, params string) string {
			return fmt.Sprintln(version + appID + seconds + params)
		}
	},
	"without-params": func(s *sdk) {
		s.message = func(version, appID, seconds, _ string) string { return version + appID + seconds }
	},
	"raw-json": func(s *sdk) {
		s.message = func(version, appID, seconds, params string) string {
			raw, _ := base64.StdEncoding.DecodeString(params)
			return version + appID + seconds + string(raw)
		}
	},
	"ToLower":            func(s *sdk) { s.serialise = changed(strings.ToLower) },
	"html-EscapeString":  func(s *sdk) { s.serialise = changed(html.EscapeString) },
	"omitempty":          func(s *sdk) { s.serialise = throughStruct[omitEmpty] },
	"struct-without-tag": func(s *sdk) { s.serialise = throughStruct[untagged] },
}

func macWith(digest func() hash.Hash) func(key, message []byte) []byte {
	return func(key, message []byte) []byte {
		mac := hmac.New(digest, key)
		mac.Write(message)
		return mac.Sum(nil)
	}
}

// changed serialises with the ids changed.
func changed(change func(string) string) func(joinParams) ([]byte, error) {
	return func(p joinParams) ([]byte, error) {
		p["channelId"] = quoted(change(text(p["channelId"])))
		p["userId"] = quoted(change(text(p["userId"])))
		return json.Marshal(p)
	}
}

type omitEmpty struct {
	ChannelID       string `json:"channelId"`
	UserID          string `json:"userId"`
	Privileges      int    `json:"privileges,omitempty"`
	ChannelDuration int    `json:"channelDuration,omitempty"`
	Duration        int    `json:"duration,omitempty"`
	Size            int    `json:"size,omitempty"`
	DelayClose      int    `json:"delayClose,omitempty"`
}

// untagged names nothing; the options keep what was not asked for out.
type untagged struct {
	ChannelID       string
	UserID          string
	Privileges      *int `json:",omitempty"`
	ChannelDuration *int `json:",omitempty"`
	Duration        *int `json:",omitempty"`
	Size            *int `json:",omitempty"`
	DelayClose      *int `json:",omitempty"`
}

// throughStruct moves the join parameters into a struct of the SDK.
func throughStruct[T any](p joinParams) ([]byte, error) {
	raw, err := json.Marshal(p)
	if err != nil {
		return nil, err
	}
	var moved T
	if err := json.Unmarshal(raw, &moved); err != nil { // takes names in any case
		return nil, err
	}
	return json.Marshal(moved)
}
