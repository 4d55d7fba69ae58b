package main

import (
	"encoding/base64"
	"encoding/json"
	"strconv"
	"strings"
	"time"
)

// Section 2.1. Pointers, because a default of 0 differs from a member that is not there.
type joinParams struct {
	ChannelID       *string `json:"channelId"`
	UserID          *string `json:"userId"`
	Privileges      *int64  `json:"privileges,omitempty"`
	ChannelDuration *int64  `json:"channelDuration,omitempty"`
	Duration        *int64  `json:"duration,omitempty"`
	Size            *int64  `json:"size,omitempty"`
	DelayClose      *int64  `json:"delayClose,omitempty"`
}

const day = 86400

func (p joinParams) valid() bool {
	return p.ChannelID != nil && p.UserID != nil && atMost(p.Duration, day) && within(p.DelayClose, 0, day)
}

func atMost(value *int64, most int64) bool { return value == nil || *value <= most }

func within(value *int64, least, most int64) bool {
	return value == nil || *value >= least && *value <= most
}

// Section 4.5.
func (a app) issue(params joinParams, now time.Time) (string, error) {
	text, err := json.Marshal(params)
	if err != nil {
		return "", err
	}
	encoded := base64.StdEncoding.EncodeToString(text)
	timestamp := strconv.FormatInt(now.Unix(), 10)
	signature := sign(a.secret, "02"+a.id+timestamp+encoded)
	return strings.Join([]string{"02", a.id, timestamp, encoded, signature}, "."), nil
}
