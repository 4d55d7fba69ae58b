package main

import (
	"net/http"
	"time"
)

type service struct {
	apps     map[string]app
	channels *channels
}

func (s *service) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /auth/token", s.token)
	mux.HandleFunc("POST /streaming/start", s.streaming(s.start))
	mux.HandleFunc("PUT /streaming/update", s.streaming(s.update))
	mux.HandleFunc("POST /streaming/stop", s.streaming(s.stop))
	return mux
}

func (s *service) token(w http.ResponseWriter, r *http.Request) {
	signer, err := s.signer(r)
	if err != nil {
		writeError(w, err)
		return
	}
	var params joinParams
	if readJSON(w, r, &params) != nil || !params.valid() {
		writeError(w, fail(http.StatusForbidden, "Invalid.Parameter.Value"))
		return
	}
	token, err := signer.issue(params, time.Now())
	if err != nil {
		writeError(w, err)
		return
	}
	writeJSON(w, http.StatusOK, map[string]string{"token": token})
}

// Whoever is not let in gets 401 (section 5, point 3). The body of 200 is not shown, so there is none.
func (s *service) streaming(handle func(http.ResponseWriter, *http.Request) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if _, err := s.signer(r); err != nil {
			writeError(w, fail(http.StatusUnauthorized, "Authentication.Error"))
			return
		}
		if err := handle(w, r); err != nil {
			writeError(w, err)
		}
	}
}

type listRequest struct {
	ChannelID  *string   `json:"channelId"`
	StreamList *[]stream `json:"streamList"`
}

var errMalformed = fail(http.StatusBadRequest, "Malformed.Request")

func (s *service) start(w http.ResponseWriter, r *http.Request) error {
	list, err := readList(w, r, stream.validStart)
	if err != nil {
		return err
	}
	return s.channels.in(*list.ChannelID, func(running map[int64]stream) error {
		return start(running, *list.StreamList)
	})
}

func (s *service) update(w http.ResponseWriter, r *http.Request) error {
	list, err := readList(w, r, stream.validUpdate)
	if err != nil {
		return err
	}
	return s.channels.in(*list.ChannelID, func(running map[int64]stream) error {
		return update(running, *list.StreamList)
	})
}

func (s *service) stop(w http.ResponseWriter, r *http.Request) error {
	var body struct {
		ChannelID *string `json:"channelId"`
		StreamID  *int64  `json:"streamId"`
	}
	if readJSON(w, r, &body) != nil || body.ChannelID == nil {
		return errMalformed
	}
	return s.channels.in(*body.ChannelID, func(running map[int64]stream) error {
		return stop(running, body.StreamID)
	})
}

func readList(w http.ResponseWriter, r *http.Request, isValid func(stream) bool) (list listRequest, err error) {
	if readJSON(w, r, &list) != nil || list.ChannelID == nil || list.StreamList == nil {
		return list, errMalformed
	}
	for _, entry := range *list.StreamList {
		if !isValid(entry) {
			return list, errMalformed
		}
	}
	return list, nil
}
