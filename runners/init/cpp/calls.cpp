// The calls of your SDK, in the place of each TODO. They only translate. A check or a repair here would test this file
// instead of the SDK.
#include "loop.hpp"

using nlohmann::json;

// What is tested; the loop adds the methods.
json description() {
    return {
        // TODO: what is tested.
        {"sdk", {{"name", "my-sdk"}, {"version", "0.0.0"}, {"language", "C++"}}},
        // "system" if your SDK reads the clock itself; timestamp is then not sent.
        {"clock", "injected"},
        // "own" if your SDK makes the Authorization value itself.
        {"authorization", "given"},
        // What your SDK does not take, cannot leave out or does not have, say with joinParams, limits, always,
        // operations, members and tells: see the guide of adapters.
    };
}

// An example. Do not take numbers by get<int>() without a look at their type: it takes 60.0 and true.
//
// static json tokenIssue(const json& p) {
//     return {{"token", mysdk::issue(p.at("appId"), p.at("appSecret"), p.at("joinParams"), p.at("timestamp"))}};
// }

// nullptr for what your SDK does not have.
std::vector<std::pair<std::string, Call>> calls() {
    return {
        // TODO token.issue: appId, appSecret, joinParams (object), timestamp -> token
        {"token.issue", nullptr},
        // TODO token.verify: token, appId, appSecret, now -> valid: true and joinParams, or valid: false and reason,
        // which may be left out
        {"token.verify", nullptr},
        // TODO token.params: joinParamsJson (text, to be encoded as it is) -> params
        {"token.params", nullptr},
        // TODO token.signature: version, appId, timestamp, params, appSecret -> signature
        {"token.signature", nullptr},
        // TODO client.call: baseUrl, appId, appSecret, timeoutMillis, authorization, operation, body (object)
        // -> ok: true, status and, after auth.token, token; or ok: false, kind (http, network, timeout or protocol),
        // and status and code if known
        {"client.call", nullptr},
    };
}

Failure translate(const std::exception&) {
    // TODO: the errors by which your SDK refuses, with one of the reasons missing-field, wrong-type, out-of-range,
    // empty-secret and malformed:
    // if (dynamic_cast<const mysdk::Refused*>(&error)) return {1, "refused", "out-of-range"};
    // Code 2 is for SDKs whose types cannot hold the question (a "60" for an int).
    return {3, "unexpected error", ""};  // its text may hold a secret
}
