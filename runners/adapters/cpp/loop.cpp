// The loop of an adapter: reads questions, writes answers. It needs no change.
#include "loop.hpp"

#include <condition_variable>
#include <cstdio>
#include <iostream>
#include <map>
#include <mutex>
#include <thread>
#include <unistd.h>

using nlohmann::json;

namespace {

// What the SDK prints goes to standard error, from its first line on.
std::FILE* redirected() {
    std::FILE* answers = fdopen(dup(STDOUT_FILENO), "w");
    dup2(STDERR_FILENO, STDOUT_FILENO);
    return answers;
}
std::FILE* const ANSWERS = redirected();

void write(const json& id, const char* name, json value) {
    static std::mutex lock;
    const std::string line = json{{"jsonrpc", "2.0"}, {"id", id}, {name, std::move(value)}}.dump() + "\n";
    const std::lock_guard guard(lock);
    std::fwrite(line.data(), 1, line.size(), ANSWERS);
    std::fflush(ANSWERS);
}

void fail(const json& id, const Failure& failure) {
    json error = {{"code", failure.code}, {"message", failure.message}};
    if (!failure.reason.empty()) error["data"] = {{"reason", failure.reason}};
    write(id, "error", error);
}

// Answers one question, whatever goes wrong.
void answer(const json& id, Call call, const json& params) {
    if (call == nullptr) return fail(id, {-32601, "method not offered", ""});
    try {
        write(id, "result", call(params));
    } catch (const std::exception& error) {
        fail(id, translate(error));
    } catch (...) {
        fail(id, {3, "unexpected error", ""});
    }
}

// channelproof asks this first.
json describe(const json&) {
    json described = description();
    described["protocol"] = 1;
    described["methods"] = json::array();
    for (const auto& [name, call] : calls())
        if (call != nullptr) described["methods"].push_back(name);
    return described;
}

// Threads that have not ended yet.
class Open {
public:
    template <class Work>
    void start(Work work) {
        const std::lock_guard guard(lock);
        ++count;
        std::thread([this, work = std::move(work)] {
            work();
            const std::lock_guard guard(lock);
            if (--count == 0) ended.notify_all();
        }).detach();
    }
    void wait() {
        std::unique_lock guard(lock);
        ended.wait(guard, [this] { return count == 0; });
    }

private:
    std::mutex lock;
    std::condition_variable ended;
    int count = 0;
};

}  // namespace

int main() {
    std::map<std::string, Call> methods = {{"describe", describe}};
    for (const auto& [name, call] : calls()) methods[name] = call;
    Open open;
    // getline takes bytes, and cuts at line feeds only.
    for (std::string line; std::getline(std::cin, line);) {
        json question = json::parse(line, nullptr, false);
        if (!question.is_object() || !question["method"].is_string()) {
            fail(nullptr, {3, "unreadable question", ""});
            continue;
        }
        const std::string method = question["method"];
        const auto found = methods.find(method);
        auto work = [question, call = found == methods.end() ? nullptr : found->second] {
            answer(question.value("id", json()), call, question.value("params", json()));
        };
        // Side by side: some calls wait for their time limit.
        if (method == "client.call") open.start(work);
        else work();
    }
    open.wait();
}
