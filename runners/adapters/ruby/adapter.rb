# frozen_string_literal: true

# The loop of an adapter: reads questions, writes answers. It needs no change: the calls are in calls.rb.

require "json"

# What the SDK prints must not land between two answers: standard output becomes standard error.
OUTPUT = $stdout.dup
OUTPUT.binmode
OUTPUT.sync = true
STDOUT.reopen($stderr)

require_relative "calls"

NOT_OFFERED = { "code" => -32601, "message" => "method not offered" }.freeze
LOCK = Mutex.new

def describe
  offered = Calls::METHODS.compact.keys
  { "protocol" => 1, **Calls::DESCRIPTION, "methods" => offered }
end

# The result or the error of one question, whatever goes wrong.
def outcome(question)
  name = question.fetch("method")
  return { "result" => describe } if name == "describe"

  method = Calls::METHODS[name]
  method ? { "result" => method.call(question.fetch("params")) } : { "error" => NOT_OFFERED }
rescue StandardError, ScriptError, SystemStackError => e
  { "error" => Calls.translate(e) || unexpected(e) }
end

# The class only: the text of an error may hold a secret.
def unexpected(error)
  { "code" => 3, "message" => "unexpected #{error.class}" }
end

def answer(id, outcome)
  JSON.generate({ "jsonrpc" => "2.0", "id" => id, **outcome })
rescue JSON::GeneratorError, EncodingError => e
  answer(id, { "error" => unexpected(e) })
end

def write(line)
  LOCK.synchronize { OUTPUT.write(line, "\n") }
end

def parse(line)
  question = JSON.parse(line.force_encoding(Encoding::UTF_8))
  question.is_a?(Hash) ? question : {}
rescue JSON::ParserError # its text quotes the line
  {}
end

calls = []
# Bytes, because text follows the locale; cut at line feeds only.
$stdin.binmode.each_line("\n") do |line|
  question = parse(line)
  reply = -> { write(answer(question["id"], outcome(question))) }
  # Side by side: some calls wait for their time limit.
  question["method"] == "client.call" ? calls << Thread.new(&reply) : reply.call
  calls.select!(&:alive?)
end
calls.each(&:join) # what is under way is finished
