// Checks access tokens (sections 2.1, 2.2, 4.5).
#include "channel_token.hpp"

#include <algorithm>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <set>
#include <vector>

using nlohmann::json;

namespace channel {

namespace {

std::vector<std::string> split(const std::string& token) {
    std::vector<std::string> parts(1);
    for (const char letter : token) {
        if (letter == '.') parts.emplace_back();
        else parts.back() += letter;
    }
    return parts;
}

// 18 digits are what 64 bits hold for certain.
bool isTime(const std::string& text) {
    return !text.empty() && text.size() <= 18 && text.find_first_not_of("0123456789") == std::string::npos;
}

std::string decodeBase64(const std::string& text) {
    std::string bytes(text.size(), '\0');
    const int length = EVP_DecodeBlock(reinterpret_cast<unsigned char*>(bytes.data()),
                                       reinterpret_cast<const unsigned char*>(text.data()),
                                       static_cast<int>(text.size()));
    // It counts the bytes of the padding too.
    const int padding = static_cast<int>(std::count(text.begin(), text.end(), '='));
    bytes.resize(static_cast<std::size_t>(std::max(0, length - padding)));
    return bytes;
}

// Encodes again and compares: EVP_DecodeBlock takes white space and unused bits (RFC 4648 section 3.5).
bool isBase64(const std::string& text) { return standardBase64(decodeBase64(text)) == text; }

bool isEqual(const std::string& one, const std::string& other) {
    return one.size() == other.size() && CRYPTO_memcmp(one.data(), other.data(), one.size()) == 0;
}

// Of a member that stands twice json keeps the last (RFC 8259 section 4).
json parseOnce(const std::string& text) {
    std::vector<std::set<json>> open;
    bool isRepeated = false;
    const json value = json::parse(text, [&](int, json::parse_event_t event, json& name) {
        if (event == json::parse_event_t::object_start) open.emplace_back();
        if (event == json::parse_event_t::object_end) open.pop_back();
        if (event == json::parse_event_t::key) isRepeated |= !open.back().insert(name).second;
        return true;
    });
    if (isRepeated) throw InvalidToken("params");
    return value;
}

json readParams(const std::string& text) {
    try {
        const json joinParams = parseOnce(text);
        checkJoinParams(joinParams);
        return joinParams;
    } catch (const json::exception&) {
        throw InvalidToken("params");
    } catch (const Refused&) {
        throw InvalidToken("params");
    }
}

}  // namespace

json verify(const std::string& token, const std::string& appId, const std::string& appSecret, std::int64_t now) {
    const std::vector<std::string> parts = split(token);
    if (parts.size() != 5 || !isTime(parts[2]) || !isBase64(parts[3]) || !isBase64(parts[4]))
        throw InvalidToken("malformed");
    if (parts[0] != VERSION) throw InvalidToken("version");
    if (parts[1] != appId) throw InvalidToken("app");
    // Section 4.5: over the parts as received; a second JSON encoding may differ.
    const std::string expected = mac(parts[0] + parts[1] + parts[2] + parts[3], appSecret);
    if (!isEqual(expected, decodeBase64(parts[4]))) throw InvalidToken("signature");
    const json joinParams = readParams(decodeBase64(parts[3]));
    // Section 2.1: validity starts at the token's timestamp.
    if (now > std::stoll(parts[2]) + joinParams.value("duration", DAY)) throw InvalidToken("expired");
    return joinParams;
}

}  // namespace channel
