package channelproof

import (
	"encoding/json"
	"os"
	"reflect"
	"testing"
)

// Copied into packages/go: the judge of the package against the vectors of
// judges, which CHANNELPROOF_JUDGE_VECTORS names as one JSON list.
func TestJudge(t *testing.T) {
	text, err := os.ReadFile(os.Getenv("CHANNELPROOF_JUDGE_VECTORS"))
	var rows []struct {
		vector
		Twin    string
		Answer  answer
		Verdict verdict
	}
	if err == nil {
		err = json.Unmarshal(text, &rows)
	}
	if err != nil || len(rows) < 100 {
		t.Fatal(len(rows), err)
	}
	for _, row := range rows {
		if got := judge(row.vector, row.Answer, row.Twin); !reflect.DeepEqual(got, row.Verdict) {
			t.Errorf("%s: expected %v, got %v", row.ID, row.Verdict, got)
		}
	}
}
