// What the loop (loop.cpp) and the calls (calls.cpp) know of each other. It needs no change.
#pragma once

#include <exception>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

// From the params of a question to its result.
using Call = nlohmann::json (*)(const nlohmann::json& params);

// An error of the protocol: 1 the SDK refused, for a reason; 2 its types cannot hold the question; 3 any other.
struct Failure {
    int code;
    std::string message;
    std::string reason;
};

// In calls.cpp: what is tested, the calls (nullptr is not offered), and the errors of the SDK.
nlohmann::json description();
std::vector<std::pair<std::string, Call>> calls();
Failure translate(const std::exception& error);
