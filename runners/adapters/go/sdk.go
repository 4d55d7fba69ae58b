package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"strconv"
	"strings"
)

const (
	tokenVersion = "02" // section 9 item 1
	day          = 86400
)

// JoinParams are the join parameters of section 2.1. All members are
// pointers: nil was not given, while an explicit 0 or "" is sent as it is.
// (A plain int with omitempty would drop the 0.)
type JoinParams struct {
	ChannelID       *string `json:"channelId,omitempty"`
	UserID          *string `json:"userId,omitempty"`
	Privileges      *int64  `json:"privileges,omitempty"`
	ChannelDuration *int64  `json:"channelDuration,omitempty"`
	Duration        *int64  `json:"duration,omitempty"`
	Size            *int64  `json:"size,omitempty"`
	DelayClose      *int64  `json:"delayClose,omitempty"`
}

// Refused says why no token was made. Reason is a stable code.
type Refused struct{ Reason, Name string }

func (r *Refused) Error() string { return r.Reason + ": " + r.Name }

// MintParams returns the params part for a JSON text, taken exactly as given.
func MintParams(joinParamsJSON string) string {
	// StdEncoding: the standard alphabet, padding and no line breaks
	// (section 4.5 note 2).
	return base64.StdEncoding.EncodeToString([]byte(joinParamsJSON))
}

// Sign returns the signature part (section 4.5).
func Sign(version, appID string, timestamp int64, params, appSecret string) (string, error) {
	return mac(version+appID+strconv.FormatInt(timestamp, 10)+params, appSecret)
}

// Issue returns a token (section 2.2) for the join parameters.
func Issue(appID, appSecret string, joinParams JoinParams, timestamp int64) (string, error) {
	if err := joinParams.check(); err != nil {
		return "", err
	}
	text, err := encode(joinParams)
	if err != nil {
		return "", err
	}
	params := MintParams(text)
	signature, err := Sign(tokenVersion, appID, timestamp, params, appSecret)
	if err != nil {
		return "", err
	}
	seconds := strconv.FormatInt(timestamp, 10)
	return strings.Join([]string{tokenVersion, appID, seconds, params, signature}, "."), nil
}

// check knows the rules of section 2.1 that the types do not express.
// Lower bounds are not shown, so negative numbers pass.
func (p JoinParams) check() error {
	switch {
	case p.ChannelID == nil:
		return &Refused{"missing-field", "channelId"}
	case p.UserID == nil:
		return &Refused{"missing-field", "userId"}
	case p.Duration != nil && *p.Duration > day:
		return &Refused{"out-of-range", "duration"}
	case p.DelayClose != nil && *p.DelayClose > day:
		return &Refused{"out-of-range", "delayClose"}
	}
	return nil
}

func encode(joinParams JoinParams) (string, error) {
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false) // \u003c is allowed, and only longer
	err := encoder.Encode(joinParams)
	return strings.TrimSuffix(buffer.String(), "\n"), err // Encode ends its output with a line feed
}

func mac(message, appSecret string) (string, error) {
	if appSecret == "" {
		return "", &Refused{"empty-secret", "appSecret"}
	}
	hash := hmac.New(sha256.New, []byte(appSecret))
	hash.Write([]byte(message))
	return base64.StdEncoding.EncodeToString(hash.Sum(nil)), nil
}
