package channelproof

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"
)

// Refused is the error by which a function under test refuses, with the reason
// of the adapter protocol, such as "out-of-range". Any other error is a failure.
type Refused struct{ Reason string }

func (r *Refused) Error() string { return "refused: " + r.Reason }

// Unsupported is the error for what the SDK has not, or its types cannot
// express; its vector is skipped.
type Unsupported struct{ Why string }

func (u *Unsupported) Error() string { return "unsupported: " + u.Why }

var families = []string{"token/params", "token/signature", "token/issue", "token/refusal", "token/verify"}

// Run asks impl every vector about tokens, each in a subtest of its own. impl
// gets the method and the params of a question and returns the result of the
// adapter protocol, such as {"token": "02.…"}. Failures at level required fail
// the test; name "recommended" for those of that level too.
func Run(t *testing.T, impl func(method string, params json.RawMessage) (json.RawMessage, error), levels ...string) {
	t.Helper()
	run := newRun(t, impl, append(levels, required))
	for _, id := range run.order {
		v := run.vectors[id]
		t.Run(v.ID, func(t *testing.T) { run.one(t, v) })
	}
	for _, problem := range run.problems() {
		t.Error(problem)
	}
}

type count struct{ total, asked, passed, skipped int }

type run struct {
	impl    func(method string, params json.RawMessage) (json.RawMessage, error)
	levels  []string
	order   []string
	vectors map[string]vector
	answers map[string]answer
	counts  map[string]*count
}

func newRun(t *testing.T, impl func(string, json.RawMessage) (json.RawMessage, error), levels []string) *run {
	r := &run{impl: impl, levels: levels}
	r.vectors, r.answers, r.counts = map[string]vector{}, map[string]answer{}, map[string]*count{}
	for _, name := range families {
		var family struct{ Vectors []vector }
		text, err := Family(name)
		if err == nil {
			err = json.Unmarshal(text, &family)
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range family.Vectors {
			r.add(v)
		}
	}
	return r
}

func (r *run) add(v vector) {
	r.order = append(r.order, v.ID)
	r.vectors[v.ID] = v
	if r.counts[v.Question.Method] == nil {
		r.counts[v.Question.Method] = &count{}
	}
	r.counts[v.Question.Method].total++
}

// one asks a vector, and its twin: a refusal counts only beside it.
func (r *run) one(t *testing.T, v vector) {
	counted := r.counts[v.Question.Method]
	counted.asked++
	got, twin := r.answer(v), ""
	if v.Twin != "" {
		twin = twinState(r.answer(r.vectors[v.Twin]))
	}
	found := judge(v, got, twin)
	switch found.Outcome {
	case "passed":
		counted.passed++
	case "errored":
		t.Fatal(message(v, found, got))
	case "failed":
		if contains(r.levels, found.Level) {
			t.Fatal(message(v, found, got))
		}
		t.Skipf("%s, at level %s, which does not gate", found.Reason, found.Level)
	case "skipped":
		counted.skipped++
		t.Skip(either(got.Why, found.Reason))
	default:
		t.Skip("observed: " + found.Reason)
	}
}

func twinState(got answer) string {
	switch got.Kind {
	case "accepted":
		return "twin-accepted"
	case "broken":
		return "twin-broken"
	}
	return "no-twin"
}

// answer asks each question once: a twin belongs to many refusals.
func (r *run) answer(v vector) answer {
	if _, isAsked := r.answers[v.ID]; !isAsked {
		params := append(json.RawMessage{}, v.Question.Params...)
		result, err := r.impl(v.Question.Method, params)
		got := answerOf(v.Question.Method, result, err)
		got.text = string(result)
		r.answers[v.ID] = got
	}
	return r.answers[v.ID]
}

func answerOf(method string, result json.RawMessage, err error) answer {
	var refused *Refused
	var unsupported *Unsupported
	switch {
	case errors.As(err, &refused):
		return answer{Kind: "refused", Reason: refused.Reason}
	case errors.As(err, &unsupported):
		return answer{Kind: "unsupported", Why: unsupported.Why}
	case err != nil:
		return answer{Kind: "failed", Message: err.Error()}
	}
	return resultOf(method, result)
}

// textOf names the member of a result that is compared; token.verify has another
// shape.
var textOf = map[string]string{"token.params": "params", "token.signature": "signature", "token.issue": "token"}

func resultOf(method string, result json.RawMessage) answer {
	members := objectOf(result)
	if method == "token.verify" {
		return verifyResult(members, result)
	}
	text, isText := members.values[textOf[method]].(string)
	if !isText {
		return broken(`the result of %s is {"%s": text}, and not %s`, method, textOf[method], result)
	}
	return answer{Kind: "accepted", Output: output{Params: text, Signature: text, Token: text}}
}

func verifyResult(members *object, result json.RawMessage) answer {
	joinParams, isObject := members.values["joinParams"].(*object)
	switch {
	case members.values["valid"] == false:
		reason, _ := members.values["reason"].(string)
		return answer{Kind: "refused", Reason: reason}
	case members.values["valid"] != true || !isObject:
		return broken(`the result is {"valid": true, "joinParams": {…}} or {"valid": false}, and not %s`, result)
	}
	var raw map[string]json.RawMessage
	_ = json.Unmarshal(result, &raw) // an object, as it was just read
	got := answer{Kind: "accepted", Output: output{JoinParams: raw["joinParams"]}}
	for _, name := range joinParams.names {
		if isLoose(joinParams.values[name]) {
			got.Inexact = append(got.Inexact, "/"+name)
		}
	}
	return got
}

func broken(format string, values ...any) answer {
	return answer{Kind: "broken", Reason: "bad-line", Message: fmt.Sprintf(format, values...)}
}

// message words a failure: what is wrong, what was right, where to read more.
func message(v vector, found verdict, got answer) string {
	return fmt.Sprintf("%s\n  wrong     %s (%s)\n  expected  %s %s\n  got       %s\n  rules     %v\n  next      npx channelproof explain %s",
		v.Title, found.Reason, found.Level, v.Expect.Verdict, either(v.Expect.text, fmt.Sprint(v.Expect.Reasons)), got, v.Requirements, v.ID)
}

// problems returns why this run proves nothing: one that -run has cut down must
// pass something, a whole one must answer most of each method.
func (r *run) problems() []string {
	found, passed := []string{}, 0
	for method, of := range r.counts {
		passed += of.passed
		if of.asked == of.total && of.skipped < of.total && of.skipped*2 > of.total {
			found = append(found, method+" was answered for less than half of its vectors")
		}
	}
	if passed == 0 {
		found = append(found, "no vector passed")
	}
	return found
}
