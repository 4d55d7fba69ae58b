// Calls the Real-Time Channel Service over HTTP (sections 4, 5 and 7). No message holds a secret or the Authorization
// value.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>

namespace channel {

// A success; `token` is there after auth.token.
struct Reply {
    long status;
    std::optional<std::string> token;
};

// A failed call; `kind` is http, network, timeout or protocol.
struct CallFailed : std::runtime_error {
    CallFailed(const std::string& kind, long status = 0, const std::string& code = "")
        : std::runtime_error(kind), kind(kind), status(status), code(code) {}
    const std::string kind;
    const long status;       // 0 where none came
    const std::string code;  // empty where none was found
};

struct Client {
    std::string baseUrl;
    std::string authorization;  // the whole value of the header (section 5)
    long timeoutMillis;         // for a whole call, its body included

    // One call of sections 4.1 to 4.4. Throws CallFailed.
    Reply call(const std::string& operation, const nlohmann::json& body) const;
};

}  // namespace channel
