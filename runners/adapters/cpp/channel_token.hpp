// Makes and checks access tokens of the Real-Time Channel Service (sections 2.1, 2.2, 4.5). No function reads the clock
// or the environment, and no message holds a secret.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

namespace channel {

inline const std::string VERSION = "02";  // section 9 item 1
constexpr std::int64_t DAY = 86400;

// A call that makes no token; `reason` is a stable code.
struct Refused : std::runtime_error {
    Refused(const std::string& reason, const std::string& name)
        : std::runtime_error(reason + ": " + name), reason(reason) {}
    const std::string reason;
};

// A token that verify() does not accept; `reason` is a stable code.
struct InvalidToken : std::runtime_error {
    explicit InvalidToken(const std::string& reason) : std::runtime_error(reason), reason(reason) {}
    const std::string reason;
};

// The params part for a JSON text, which is taken exactly as given.
std::string encodeParams(const std::string& joinParamsJson);

// The signature part (section 4.5). Throws Refused.
std::string sign(const std::string& version, const std::string& appId, std::int64_t timestamp,
                 const std::string& params, const std::string& appSecret);

// A token (section 2.2) of an object of join parameters. Throws Refused.
std::string issue(const std::string& appId, const std::string& appSecret, const nlohmann::json& joinParams,
                  std::int64_t timestamp);

// The join parameters of a valid token; `now` in Unix seconds. Throws InvalidToken, and Refused for an empty secret.
nlohmann::json verify(const std::string& token, const std::string& appId, const std::string& appSecret,
                      std::int64_t now);

// Throws Refused unless this is an object that follows section 2.1.
void checkJoinParams(const nlohmann::json& joinParams);

// The bytes of HMAC-SHA256 with the app secret as key. Throws Refused.
std::string mac(const std::string& message, const std::string& appSecret);

// Standard base64 with padding, and without line breaks (section 4.5 note 2).
std::string standardBase64(const std::string& bytes);

}  // namespace channel
