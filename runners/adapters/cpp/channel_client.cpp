// Calls the Real-Time Channel Service by libcurl (sections 4, 5 and 7).
#include "channel_client.hpp"

#include "channel_token.hpp"

#include <curl/curl.h>
#include <map>
#include <memory>
#include <openssl/rand.h>
#include <regex>

using nlohmann::json;

namespace channel {

namespace {

constexpr std::size_t BODY_LIMIT = 16 << 20;

struct Route {
    const char *method, *path;
};
const std::map<std::string, Route> ROUTES = {
    {"auth.token", {"POST", "/auth/token"}},
    {"streaming.start", {"POST", "/streaming/start"}},
    {"streaming.update", {"PUT", "/streaming/update"}},
    {"streaming.stop", {"POST", "/streaming/stop"}},
};

// By curl's error; all others are of the protocol.
const std::map<CURLcode, const char*> KINDS = {
    {CURLE_OPERATION_TIMEDOUT, "timeout"}, {CURLE_COULDNT_RESOLVE_HOST, "network"},
    {CURLE_COULDNT_CONNECT, "network"},    {CURLE_SSL_CONNECT_ERROR, "network"},
    {CURLE_PARTIAL_FILE, "network"},       {CURLE_GOT_NOTHING, "network"},
    {CURLE_SEND_ERROR, "network"},         {CURLE_RECV_ERROR, "network"},
};

struct Received {
    long status = 0;
    bool hasHead = false;
    std::string body;
};

// curl takes headers that are cut off for complete ones: an empty line ends them.
std::size_t onHeader(char* data, std::size_t, std::size_t length, void* to) {
    const std::string line(data, length);
    auto& hasHead = static_cast<Received*>(to)->hasHead;
    hasHead = line == "\r\n" || line == "\n" || (hasHead && line.rfind("HTTP/", 0) != 0);
    return length;
}

std::size_t onBody(char* data, std::size_t, std::size_t length, void* to) {
    auto& body = static_cast<Received*>(to)->body;
    body.append(data, length);
    return body.size() <= BODY_LIMIT ? length : 0;
}

// Section 4: 32 hexadecimal digits.
std::string trackingId() {
    unsigned char bytes[16];
    if (RAND_bytes(bytes, sizeof bytes) != 1) throw std::runtime_error("no random bytes");
    std::string text;
    for (const unsigned char byte : bytes) {
        text += "0123456789abcdef"[byte >> 4];
        text += "0123456789abcdef"[byte & 15];
    }
    return text;
}

using Headers = std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)>;

Headers headers(const std::string& authorization) {
    if (authorization.find_first_of(std::string("\r\n\0", 3)) != std::string::npos)
        throw Refused("malformed", "authorization");  // a line break would start another header
    curl_slist* list = nullptr;
    for (const std::string& line : {std::string("Content-Type: application/json"), "Authorization: " + authorization,
                                    "Tracking-Id: " + trackingId(),
                                    // curl would send Expect: 100-continue before a long body, and wait a second for the answer.
                                    std::string("Expect:")})
        list = curl_slist_append(list, line.c_str());
    return {list, curl_slist_free_all};
}

Received exchange(const Client& client, const Route& route, const std::string& body) {
    static const CURLcode ready = curl_global_init(CURL_GLOBAL_DEFAULT);
    const std::unique_ptr<CURL, decltype(&curl_easy_cleanup)> owner(curl_easy_init(), curl_easy_cleanup);
    if (ready != CURLE_OK || !owner) throw std::runtime_error("curl does not start");
    CURL* const curl = owner.get();
    const Headers list = headers(client.authorization);
    const std::string url = client.baseUrl.substr(0, client.baseUrl.find_last_not_of('/') + 1) + route.path;
    Received received;
    // Not the defaults: another host must not get the Authorization header, so no redirect is followed; and a POST that
    // finds a kept connection dead could not be repeated without the risk of doing it twice.
    curl_easy_setopt(curl, CURLOPT_URL, url.c_str());
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(curl, CURLOPT_CUSTOMREQUEST, route.method);
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, list.get());
    curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(body.size()));
    curl_easy_setopt(curl, CURLOPT_POSTFIELDS, body.data());
    curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, client.timeoutMillis);
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);  // signals and threads do not mix
    curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(curl, CURLOPT_FORBID_REUSE, 1L);
    curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, onHeader);
    curl_easy_setopt(curl, CURLOPT_HEADERDATA, &received);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, onBody);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, &received);
    const CURLcode error = curl_easy_perform(curl);
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &received.status);
    if (error == CURLE_OK && received.hasHead) return received;
    const auto known = KINDS.find(error);
    const std::string kind = error == CURLE_OK ? "network" : known == KINDS.end() ? "protocol" : known->second;
    // A body that is cut off does not mask an error status.
    if (kind == "network" && received.status >= 300) return received;
    throw CallFailed(kind, kind == "protocol" ? received.status : 0);
}

// The first error code, however deep: the shape of error bodies is not shown (section 7).
std::string codeIn(const json& value) {
    static const std::regex code("[A-Za-z]+(\\.[A-Za-z]+)+");
    if (!value.is_structured()) return "";
    for (const char* name : {"code", "errorCode", "error_code", "error"}) {
        const auto found = value.is_object() ? value.find(name) : value.end();
        if (found == value.end() || !found->is_string()) continue;
        const auto& text = found->get_ref<const std::string&>();
        if (text.size() < 100 && std::regex_match(text, code)) return text;  // std::regex recurses by letter
    }
    for (const json& member : value) {
        const std::string found = codeIn(member);
        if (!found.empty()) return found;
    }
    return "";
}

}  // namespace

Reply Client::call(const std::string& operation, const json& body) const {
    const auto route = ROUTES.find(operation);
    if (route == ROUTES.end()) throw Refused("malformed", "operation");
    const Received received = exchange(*this, route->second, body.dump());
    const json value = json::parse(received.body, nullptr, false);
    if (received.status != 200) throw CallFailed("http", received.status, codeIn(value));
    // Section 7.2: what the body of a streaming answer holds is not shown.
    if (operation != "auth.token") return {received.status, std::nullopt};
    if (!value.is_object() || !value.contains("token") || !value["token"].is_string())
        throw CallFailed("protocol", received.status);
    return {received.status, value["token"]};
}

}  // namespace channel
