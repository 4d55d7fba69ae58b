package main

import (
	"encoding/json"
	"errors"
	"log"
	"net/http"
)

// An error of section 7. How a body carries the code is not shown, so it is {"error": code}.
type serviceError struct {
	status int
	code   string
}

func (e *serviceError) Error() string { return e.code }

func fail(status int, code string) error { return &serviceError{status, code} }

func writeJSON(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	if err := json.NewEncoder(w).Encode(body); err != nil {
		log.Print(err)
	}
}

func writeError(w http.ResponseWriter, err error) {
	var known *serviceError
	if !errors.As(err, &known) {
		known = &serviceError{http.StatusInternalServerError, "Server.Error"}
	}
	writeJSON(w, known.status, map[string]string{"error": known.code})
}
