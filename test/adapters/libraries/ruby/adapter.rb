# frozen_string_literal: true

# An adapter whose client.call goes through one of Ruby's HTTP libraries, as it comes: adapter.rb <library>. Only what
# every client of the service must do is added. With --wrong, each status is a success.

require "json"
require "net/http"
require "securerandom"

LIBRARY, FLAG = ARGV
WRONG = FLAG == "--wrong"
require "faraday" if LIBRARY == "Faraday"

ROUTES = {
  "auth.token" => [:post, "/auth/token"],
  "streaming.start" => [:post, "/streaming/start"],
  "streaming.update" => [:put, "/streaming/update"],
  "streaming.stop" => [:post, "/streaming/stop"]
}.freeze
CODE_NAMES = %w[code errorCode error_code error].freeze

BY_NET_HTTP = lambda do |method, url, headers, body, seconds|
  request = Net::HTTP.const_get(method.capitalize).new(url, headers)
  limits = { open_timeout: seconds, read_timeout: seconds, write_timeout: seconds }
  Net::HTTP.start(url.hostname, url.port, **limits) { |http| http.request(request, body) }
           .then { |response| [response.code.to_i, response.body] }
end

BY_FARADAY = lambda do |method, url, headers, body, seconds|
  response = Faraday.new(request: { timeout: seconds }).run_request(method, url, body, headers)
  [response.status, response.body]
end

# Each sends one request and returns the status and the body of the answer.
LIBRARIES = {
  "Net::HTTP" => [Net::HTTP, BY_NET_HTTP],
  "Faraday" => [(Faraday if LIBRARY == "Faraday"), BY_FARADAY]
}.freeze

def client_call(params)
  method, path = ROUTES.fetch(params["operation"])
  headers = {
    "Content-Type" => "application/json",
    "Authorization" => params["authorization"],
    "Tracking-Id" => SecureRandom.hex(16)
  }
  url = URI(params["baseUrl"].sub(%r{/+\z}, "") + path)
  body = JSON.generate(params["body"])
  status, received = LIBRARIES[LIBRARY][1].call(method, url, headers, body, params["timeoutMillis"] / 1000.0)
  outcome(params["operation"], status, parse(received))
rescue StandardError => e
  { "ok" => false, "kind" => kind_of(e) }
end

# The class alone: Faraday wraps the errors of Net::HTTP.
def kind_of(error)
  names = [error, error.cause].compact.map { |one| one.class.name }.join(" ")
  case names
  when /Timeout|ETIMEDOUT/ then "timeout"
  when /BadResponse|HeaderSyntax|ProtocolError|ParsingError|Zlib/ then "protocol"
  else "network"
  end
end

# Sections 4.1 and 7: success is 200 alone, with a token if one was requested.
def outcome(operation, status, value)
  token = value["token"] if value.is_a?(Hash) && value["token"].is_a?(String)
  if status != 200 && !WRONG
    { "ok" => false, "kind" => "http", "status" => status, "code" => code_in(value) }.compact
  elsif operation != "auth.token" || token || WRONG
    { "ok" => true, "status" => status, "token" => (token if operation == "auth.token") }.compact
  else
    { "ok" => false, "kind" => "protocol", "status" => status }
  end
end

def parse(received)
  JSON.parse(received.to_s.dup.force_encoding(Encoding::UTF_8))
rescue JSON::ParserError, EncodingError
  nil
end

# The first error code, however deep: section 7 does not show the shape of error bodies.
def code_in(value)
  members = value.is_a?(Hash) ? value : {}
  found = members.values_at(*CODE_NAMES).find { |code| code.is_a?(String) && code.match?(/\A[A-Za-z]+(\.[A-Za-z]+)+\z/) }
  below = value.is_a?(Array) ? value : members.values
  found || below.lazy.filter_map { |child| code_in(child) }.first
end

DESCRIPTION = {
  "protocol" => 1,
  "sdk" => { "name" => LIBRARY, "version" => LIBRARIES[LIBRARY][0]::VERSION, "language" => "Ruby" },
  "methods" => ["client.call"],
  "clock" => "injected",
  "authorization" => "given"
}.freeze
LOCK = Mutex.new
$stdout.sync = true

def answer(line)
  question = JSON.parse(line.force_encoding(Encoding::UTF_8))
  result = question["method"] == "client.call" ? client_call(question["params"]) : DESCRIPTION
  message = JSON.generate({ "jsonrpc" => "2.0", "id" => question["id"], "result" => result })
  LOCK.synchronize { $stdout.write(message, "\n") }
end

$stdin.binmode.each_line("\n").map { |line| Thread.new { answer(line) } }.each(&:join)
