// Makes access tokens (sections 2.1, 2.2, 4.5).
#include "channel_token.hpp"

#include <openssl/evp.h>
#include <openssl/hmac.h>

using nlohmann::json;

namespace channel {

namespace {

struct Field {
    const char* name;
    bool isText, isRequired, isBounded;
};

// Section 2.1. No other bound is shown, so no other is checked: negative numbers and empty ids are the service's to
// judge.
constexpr Field FIELDS[] = {
    {"channelId", true, true, false},   {"userId", true, true, false},  {"privileges", false, false, false},
    {"channelDuration", false, false, false}, {"duration", false, false, true}, {"size", false, false, false},
    {"delayClose", false, false, true},
};

// Apart by sign: json compares a number above the 64 bits with sign as if it were negative.
bool isAboveDay(const json& value) {
    return value.is_number_unsigned() ? value.get<std::uint64_t>() > DAY : value.get<std::int64_t>() > DAY;
}

const unsigned char* bytesOf(const std::string& text) { return reinterpret_cast<const unsigned char*>(text.data()); }

}  // namespace

std::string encodeParams(const std::string& joinParamsJson) { return standardBase64(joinParamsJson); }

std::string sign(const std::string& version, const std::string& appId, std::int64_t timestamp,
                 const std::string& params, const std::string& appSecret) {
    return standardBase64(mac(version + appId + std::to_string(timestamp) + params, appSecret));
}

std::string issue(const std::string& appId, const std::string& appSecret, const json& joinParams,
                  std::int64_t timestamp) {
    checkJoinParams(joinParams);
    const std::string params = encodeParams(joinParams.dump());
    const std::string signature = sign(VERSION, appId, timestamp, params, appSecret);
    return VERSION + "." + appId + "." + std::to_string(timestamp) + "." + params + "." + signature;
}

void checkJoinParams(const json& joinParams) {
    if (!joinParams.is_object()) throw Refused("wrong-type", "joinParams");
    for (const auto& [name, isText, isRequired, isBounded] : FIELDS) {
        const auto found = joinParams.find(name);
        if (found == joinParams.end()) {
            if (isRequired) throw Refused("missing-field", name);
            continue;
        }
        // Not get<int>(), which would take 60.0 and true.
        if (!(isText ? found->is_string() : found->is_number_integer())) throw Refused("wrong-type", name);
        if (isBounded && isAboveDay(*found)) throw Refused("out-of-range", name);
    }
}

std::string mac(const std::string& message, const std::string& appSecret) {
    if (appSecret.empty()) throw Refused("empty-secret", "appSecret");
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned int length = 0;
    HMAC(EVP_sha256(), appSecret.data(), static_cast<int>(appSecret.size()), bytesOf(message), message.size(), digest,
         &length);
    // With the length: a digest is no C string.
    return std::string(reinterpret_cast<char*>(digest), length);
}

std::string standardBase64(const std::string& bytes) {
    std::string text((bytes.size() + 2) / 3 * 4 + 1, '\0');
    const int length = EVP_EncodeBlock(reinterpret_cast<unsigned char*>(text.data()), bytesOf(bytes),
                                       static_cast<int>(bytes.size()));
    text.resize(static_cast<std::size_t>(length));
    return text;
}

}  // namespace channel
