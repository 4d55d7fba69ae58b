package main

import (
	"net/http"
	"strings"
	"sync"
)

// An element of streamList (section 2.3), of a start or of an update: members that are not there are nil.
type stream struct {
	StreamID   *int64          `json:"streamId"`
	URL        *string         `json:"url"`
	Flag       *int64          `json:"flag"`
	Type       *int64          `json:"type"`
	UserID     *string         `json:"userId"`
	Layout     *map[string]any `json:"layout"`
	FPS        *int64          `json:"fps"`
	Watermarks *[]any          `json:"watermarks"`
	DelayClose *int64          `json:"delayClose"`
}

const (
	single      = 2
	mostStreams = 3
)

func (s stream) validStart() bool {
	complete := s.URL != nil && s.Flag != nil && s.Type != nil
	return complete && s.valid() && within(s.Flag, 1, 15) && within(s.Type, 1, single) &&
		(*s.Type != single || s.UserID != nil)
}

// An update may not change type and flag (4.3): it is refused where it names them.
func (s stream) validUpdate() bool {
	return s.valid() && s.Flag == nil && s.Type == nil
}

func (s stream) valid() bool {
	return s.StreamID != nil && (s.URL == nil || isRTMP(*s.URL)) &&
		(s.FPS == nil || *s.FPS == 15 || *s.FPS == 30) && within(s.DelayClose, 0, 600)
}

func isRTMP(url string) bool {
	scheme, rest, found := strings.Cut(url, "://")
	return found && strings.EqualFold(scheme, "rtmp") && rest != ""
}

// The pushes that run in each channel that exists.
type channels struct {
	mutex sync.Mutex
	open  map[string]map[int64]stream
}

func openChannels(ids ...string) *channels {
	open := map[string]map[int64]stream{}
	for _, id := range ids {
		open[id] = map[int64]stream{}
	}
	return &channels{open: open}
}

// in runs work on the pushes of a channel, one request after the other.
func (c *channels) in(id string, work func(running map[int64]stream) error) error {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	running, ok := c.open[id]
	if !ok {
		return fail(http.StatusNotFound, "Channel.NotFound")
	}
	return work(running)
}

// One after the other: those before the first that cannot be started run, since 4.2 does not say "all or none".
func start(running map[int64]stream, list []stream) error {
	for _, wanted := range list {
		if _, ok := running[*wanted.StreamID]; ok {
			return fail(http.StatusBadRequest, "Stream.Exists")
		}
		if len(running) == mostStreams {
			return fail(http.StatusBadRequest, "Stream.Limit")
		}
		running[*wanted.StreamID] = wanted
	}
	return nil
}

func update(running map[int64]stream, list []stream) error {
	for _, change := range list {
		if _, ok := running[*change.StreamID]; !ok {
			return fail(http.StatusBadRequest, "Stream.Unknown")
		}
	}
	for _, change := range list {
		running[*change.StreamID] = running[*change.StreamID].changed(change)
	}
	return nil
}

// The user of a single-stream push stays who it is (4.3 rule 2).
func (s stream) changed(by stream) stream {
	if *s.Type != single {
		s.UserID = or(by.UserID, s.UserID)
	}
	s.URL = or(by.URL, s.URL)
	s.Layout = or(by.Layout, s.Layout)
	s.FPS = or(by.FPS, s.FPS)
	s.Watermarks = or(by.Watermarks, s.Watermarks)
	return s
}

func or[T any](first, second *T) *T {
	if first != nil {
		return first
	}
	return second
}

// To stop what does not run is no error.
func stop(running map[int64]stream, streamID *int64) error {
	if streamID == nil {
		clear(running)
	} else {
		delete(running, *streamID)
	}
	return nil
}
