// The calls: put those of your SDK in the place of those of channel_*.hpp. They only translate. A check or a repair here
// would test this file instead of the SDK.
#include "loop.hpp"

#include "channel_client.hpp"
#include "channel_token.hpp"

using nlohmann::json;

// What is tested; the loop adds the methods.
json description() {
    return {
        {"sdk", {{"name", "channel-token"}, {"version", "1.0.0"}, {"language", "C++"}}},
        // "system" if your SDK reads the clock itself; timestamp is then not sent.
        {"clock", "injected"},
        // "own" if your SDK makes the Authorization value itself.
        {"authorization", "given"},
        // What your SDK does not take, cannot leave out or does not have, say with joinParams, limits, always,
        // operations, members and tells: see the guide of adapters.
    };
}

static json tokenParams(const json& p) { return {{"params", channel::encodeParams(p.at("joinParamsJson"))}}; }

static json tokenSignature(const json& p) {
    return {{"signature", channel::sign(p.at("version"), p.at("appId"), p.at("timestamp"), p.at("params"),
                                        p.at("appSecret"))}};
}

static json tokenIssue(const json& p) {
    return {{"token", channel::issue(p.at("appId"), p.at("appSecret"), p.at("joinParams"), p.at("timestamp"))}};
}

// A token that is not valid is a result, not an error.
static json tokenVerify(const json& p) {
    try {
        const json found = channel::verify(p.at("token"), p.at("appId"), p.at("appSecret"), p.at("now"));
        return {{"valid", true}, {"joinParams", found}};
    } catch (const channel::InvalidToken& invalid) {
        return {{"valid", false}, {"reason", invalid.reason}};
    }
}

// A call that fails is a result as well.
static json clientCall(const json& p) {
    const channel::Client client{p.at("baseUrl"), p.at("authorization"), p.at("timeoutMillis")};
    try {
        const channel::Reply reply = client.call(p.at("operation"), p.at("body"));
        json result = {{"ok", true}, {"status", reply.status}};
        if (reply.token) result["token"] = *reply.token;
        return result;
    } catch (const channel::CallFailed& failed) {
        json result = {{"ok", false}, {"kind", failed.kind}};
        if (failed.status != 0) result["status"] = failed.status;
        if (!failed.code.empty()) result["code"] = failed.code;
        return result;
    }
}

// nullptr for what your SDK does not have.
std::vector<std::pair<std::string, Call>> calls() {
    return {
        {"token.params", tokenParams}, {"token.signature", tokenSignature}, {"token.issue", tokenIssue},
        {"token.verify", tokenVerify}, {"client.call", clientCall},
    };
}

Failure translate(const std::exception& error) {
    // Code 1 needs a reason; without it the answer counts as a failure.
    if (const auto* refused = dynamic_cast<const channel::Refused*>(&error))
        return {1, refused->what(), refused->reason};
    // Code 2 is for SDKs whose types cannot hold the question (a "60" for an int).
    return {3, "unexpected error", ""};  // its text may hold a secret
}
