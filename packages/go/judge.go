package channelproof

import (
	"encoding/json"
	"sort"
)

// Levels of a finding; "" is the level of its vector.
const (
	required    = "required"
	recommended = "recommended"
	unspecified = "unspecified"
	observed    = "observed"
)

type finding struct{ reason, level string }

type question struct {
	AppID, AppSecret, Token string
	Timestamp               *json.Number
	JoinParams              json.RawMessage
}

type output struct {
	Params, Signature, Token string
	JoinParams, Earlier      json.RawMessage
}

type expectation struct {
	Verdict string
	Reasons []string
	Output  output
	text    string // the output as it stands in the vector
}

// UnmarshalJSON keeps the text of the output, for the message of a failure.
func (e *expectation) UnmarshalJSON(text []byte) error {
	type plain expectation
	var raw struct{ Output json.RawMessage }
	if err := json.Unmarshal(text, (*plain)(e)); err != nil {
		return err
	}
	err := json.Unmarshal(text, &raw)
	e.text = string(raw.Output)
	return err
}

type vector struct {
	ID, Title, Level, Twin string
	Requirements           []string
	Question               struct {
		Method string
		Params json.RawMessage
	}
	Expect expectation
}

// answer is what came to a question, as docs/judges.md of channelproof lists it.
type answer struct {
	Kind, Reason, Why, Message string
	Output                     output
	Inexact                    []string
	AskedAt, AnsweredAt        float64
	Leak                       bool
	text                       string // the result as it came
}

// String is for the message of a failure.
func (a answer) String() string {
	if a.Kind == "accepted" {
		return a.text
	}
	return a.Kind + ": " + either(a.Message, a.Reason)
}

type verdict struct {
	Outcome  string    `json:"outcome"`
	Reason   string    `json:"reason,omitempty"`
	Level    string    `json:"level"`
	Findings []related `json:"findings,omitempty"`
}

// related is a finding beside the worst.
type related struct {
	Reason string `json:"reason"`
	Level  string `json:"level"`
}

// judge follows "The whole judge" of docs/judges.md. twin is "" where the
// vector names none.
func judge(v vector, got answer, twin string) verdict {
	switch got.Kind {
	case "broken":
		return verdict{Outcome: "errored", Reason: got.Reason, Level: v.Level}
	case "unsupported":
		return verdict{Outcome: "skipped", Reason: either(got.Reason, "unsupported"), Level: v.Level}
	}
	all := look(v, got, twin)
	counted := append(atLevel(all, v.Level, required), atLevel(all, v.Level, recommended)...)
	if len(counted) > 0 {
		return failed(counted, v.Level, twin)
	}
	open := openReason(all, v.Level)
	switch {
	case got.Kind == "refused" && (v.Level == unspecified || v.Expect.Verdict == "either"):
		return verdict{Outcome: observed, Reason: "refuses", Level: v.Level}
	case open != "" || v.Level == unspecified:
		return verdict{Outcome: observed, Reason: either(open, "accepts"), Level: v.Level}
	}
	return verdict{Outcome: "passed", Level: v.Level}
}

func failed(counted []finding, level, twin string) verdict {
	worst := counted[0]
	if worst.reason == "twin-not-accepted" && twin == "twin-broken" {
		return verdict{Outcome: "errored", Reason: twin, Level: level}
	}
	if worst.reason == "twin-not-accepted" && twin == "twin-not-judged" {
		return verdict{Outcome: "skipped", Reason: "not-judged", Level: level}
	}
	return verdict{"failed", worst.reason, worst.level, beside(worst, counted)}
}

// beside returns the other findings, each once, in the order of the alphabet.
func beside(worst finding, counted []finding) []related {
	seen, others := map[finding]bool{worst: true}, []related(nil)
	for _, one := range counted {
		if !seen[one] {
			others = append(others, related{one.reason, one.level})
		}
		seen[one] = true
	}
	sort.Slice(others, func(i, j int) bool {
		return others[i].Reason+others[i].Level < others[j].Reason+others[j].Level
	})
	return others
}

// look returns all that is found in an answer that came.
func look(v vector, got answer, twin string) []finding {
	found := lookAtAnswer(v, got, twin)
	return appendIf(found, got.Leak, finding{"secret-in-error", recommended})
}

func lookAtAnswer(v vector, got answer, twin string) []finding {
	isAccepted := got.Kind == "accepted"
	switch {
	case isAccepted && v.Expect.Verdict != "refuse":
		return compare(v, got)
	case got.Kind == "failed":
		return []finding{{"failed-without-reason", ""}}
	case v.Expect.Verdict == "accept":
		return []finding{{"refused-good-input", ""}}
	case isAccepted:
		return []finding{{"accepted-bad-input", ""}}
	case got.Reason != "" && !contains(v.Expect.Reasons, got.Reason):
		return []finding{{"wrong-reason", ""}}
	}
	return appendIf(nil, twin != "" && twin != "twin-accepted", finding{"twin-not-accepted", ""})
}

func compare(v vector, got answer) []finding {
	var asked question
	if err := json.Unmarshal(v.Question.Params, &asked); err != nil {
		panic(err) // a vector of ours
	}
	switch v.Question.Method {
	case "token.params":
		return paramsFindings(v.Expect.Output.Params, got.Output.Params)
	case "token.signature":
		return signatureFindings(v.Expect.Output.Signature, got.Output.Signature)
	case "token.issue":
		return issueFindings(asked, v.Expect, got)
	}
	return verifyFindings(asked, v.Expect, got)
}

// ofTheQuestion are findings about the answer to the question itself: where the
// vector is only observed, they are too.
var ofTheQuestion = []string{
	"failed-without-reason", "refused-good-input", "accepted-bad-input", "wrong-reason", "twin-not-accepted",
}

func levelOf(one finding, level string) string {
	switch {
	case one.level != "":
		return one.level
	case level == unspecified && !contains(ofTheQuestion, one.reason):
		return required
	}
	return level
}

func atLevel(all []finding, level, wanted string) []finding {
	found := []finding{}
	for _, one := range all {
		found = appendIf(found, levelOf(one, level) == wanted, finding{one.reason, wanted})
	}
	return found
}

func openReason(all []finding, level string) string {
	for _, one := range all {
		if is := levelOf(one, level); is == observed || is == unspecified {
			return one.reason
		}
	}
	return ""
}

func either(one, other string) string {
	if one == "" {
		return other
	}
	return one
}

func contains(texts []string, text string) bool {
	for _, each := range texts {
		if each == text {
			return true
		}
	}
	return false
}
