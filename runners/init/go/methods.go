// The calls of your SDK, in the place of each TODO. They only translate. A check
// or a repair here would test this file instead of the SDK.

package main

var description = map[string]any{
	// TODO: what is tested.
	"sdk":   map[string]string{"name": "my-sdk", "version": "0.0.0", "language": "Go"},
	"clock": "injected", // "system" if your SDK reads the clock itself
	// "own" if your SDK makes the Authorization value itself.
	"authorization": "given",
	// What your SDK does not take, cannot leave out or does not have, say
	// with joinParams, limits, always, operations, members and tells: see the guide.
}

// nil for what your SDK does not have.
var methods = map[string]method{
	// TODO token.issue: appId, appSecret, joinParams (object), timestamp
	// -> {"token"}
	"token.issue": nil,
	// TODO token.verify: token, appId, appSecret, now -> {"valid": true,
	// "joinParams"} or {"valid": false, "reason"}; reason may be left out
	"token.verify": nil,
	// TODO token.params: joinParamsJson (text, to be encoded as it is)
	// -> {"params"}
	"token.params": nil,
	// TODO token.signature: version, appId, timestamp, params, appSecret
	// -> {"signature"}
	"token.signature": nil,
	// TODO client.call: baseUrl, appId, appSecret, timeoutMillis,
	// authorization, operation, body (object) -> {"ok": true, "status", "token"
	// after auth.token} or {"ok": false, "kind": "http", "network", "timeout"
	// or "protocol", "status" and "code" if known}
	"client.call": nil,
}

// An example:
//
//	func tokenIssue(raw json.RawMessage) (any, error) {
//		var p struct {
//			AppID, AppSecret string
//			JoinParams       json.RawMessage // read it as your SDK's callers would
//			Timestamp        int64
//		}
//		if err := json.Unmarshal(raw, &p); err != nil {
//			return nil, err
//		}
//		token, err := mysdk.Issue(p.AppID, p.AppSecret, p.JoinParams, p.Timestamp)
//		return map[string]string{"token": token}, err
//	}

// translate maps the errors of the SDK to the codes of the protocol.
func translate(err error) *failure {
	// TODO: the errors by which your SDK refuses, with one of the reasons
	// missing-field, wrong-type, out-of-range, empty-secret and malformed:
	//
	//	var refused *mysdk.Refused
	//	if errors.As(err, &refused) {
	//		return &failure{Code: 1, Message: "refused", Data: map[string]string{"reason": "out-of-range"}}
	//	}
	//
	// Code 2 is for what Go's types cannot hold, such as a "60" for an int.
	return &failure{Code: 3, Message: "unexpected error"} // its text may hold a secret
}
