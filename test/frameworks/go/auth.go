package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"
	"time"
)

type status string

const (
	active   status = "active"
	disabled status = "disabled"
	unpaid   status = "unpaid"
)

type app struct {
	id, secret string
	status     status
}

// How far the clock of a caller may be off.
const skew = 5 * time.Minute

func sign(secret, message string) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(message))
	return base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

// Who signed the request. Section 5 does not show the signature; this is the stand-in appId.timestamp.signature.
func (s *service) signer(r *http.Request) (app, error) {
	scheme, value, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "SvcSign") {
		return app{}, fail(http.StatusForbidden, "Authorization.Type.Invalid")
	}
	id, timestamp, signature, ok := split(strings.TrimSpace(value))
	if !ok {
		return app{}, fail(http.StatusForbidden, "Authorization.Signature.Invalid")
	}
	known, ok := s.apps[id]
	if !ok {
		return app{}, fail(http.StatusNotFound, "InvalidEntity.NotFound")
	}
	return known, known.check(timestamp, signature)
}

// Neither a timestamp nor base64 has a dot, but an id may.
func split(value string) (id, timestamp, signature string, ok bool) {
	last := strings.LastIndexByte(value, '.')
	if last < 0 {
		return "", "", "", false
	}
	first := strings.LastIndexByte(value[:last], '.')
	if first < 0 {
		return "", "", "", false
	}
	return value[:first], value[first+1 : last], value[last+1:], true
}

func (a app) check(timestamp, signature string) error {
	if a.secret == "" {
		return fail(http.StatusNotAcceptable, "App.Secret.Empty")
	}
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	right := sign(a.secret, a.id+timestamp)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > skew || !hmac.Equal([]byte(right), []byte(signature)) {
		return fail(http.StatusNotAcceptable, "Sign.Error")
	}
	switch a.status {
	case disabled:
		return fail(http.StatusForbidden, "App.Status.Error")
	case unpaid:
		return fail(http.StatusForbidden, "Org.Status.Error")
	}
	return nil
}
