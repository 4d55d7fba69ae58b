package consumer

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"strconv"
	"testing"

	"channelproof.example/channelproof"
)

type question struct {
	Version, AppID, Params, AppSecret string
	Timestamp                         int64
}

func sign(q question) string {
	mac := hmac.New(sha256.New, []byte(q.AppSecret))
	mac.Write([]byte(q.Version + q.AppID + strconv.FormatInt(q.Timestamp, 10) + q.Params))
	return base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

func TestSignatures(t *testing.T) {
	text, err := channelproof.Family("token/signature")
	var family struct {
		Vectors []struct {
			ID       string
			Question struct{ Params question }
			Expect   struct{ Output struct{ Signature string } }
		}
	}
	if err == nil {
		err = json.Unmarshal(text, &family)
	}
	if err != nil {
		t.Fatal(err)
	}
	agree := 0
	for _, v := range family.Vectors {
		if sign(v.Question.Params) == v.Expect.Output.Signature {
			agree++
		} else {
			t.Error("differs:", v.ID)
		}
	}
	t.Log(agree, "of", len(family.Vectors), "agree")
}
