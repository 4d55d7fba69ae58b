# frozen_string_literal: true

# The calls of your SDK, for the loop in adapter.rb. They only translate: a check or a repair here would test this file
# instead of the SDK.

# require "your_sdk"

module Calls
  DESCRIPTION = {
    "sdk" => { "name" => "TODO: name of your SDK", "version" => "0.0.0", "language" => "Ruby" },
    # "system" if your SDK reads the clock itself; timestamp is then not sent.
    "clock" => "injected",
    # "own" if your SDK makes the Authorization value itself.
    "authorization" => "given"
    # What your SDK does not take, cannot leave out or does not have, say with joinParams, limits, always, operations,
    # members and tells: see the guide of adapters.
  }.freeze

  # What is nil here is not offered, and the suite skips it. The params of a question, p, have names that are strings.
  METHODS = {
    # TODO token.params: joinParamsJson, a JSON text that is encoded exactly as it is; out: params, a string.
    # ->(p) { { "params" => Sdk.params(p["joinParamsJson"]) } }
    "token.params" => nil,

    # TODO token.signature: version, appId, timestamp (an integer), params and appSecret; out: signature, a string.
    # ->(p) { { "signature" => Sdk.sign(*p.values_at("version", "appId", "timestamp", "params", "appSecret")) } }
    "token.signature" => nil,

    # TODO token.issue: appId, appSecret, joinParams (a hash) and timestamp (an integer, not with the clock "system");
    # out: token, a string. Pass on only members that are there.
    # ->(p) { { "token" => Sdk.issue(p["appId"], p["appSecret"], p["joinParams"], p["timestamp"]) } }
    "token.issue" => nil,

    # TODO token.verify: token, appId, appSecret and now (an integer); out: valid: true and joinParams, a hash, or
    # valid: false and a reason: malformed, version, app, signature, params or expired.
    # lambda do |p|
    #   { "valid" => true, "joinParams" => Sdk.verify(p["token"], p["appId"], p["appSecret"], p["now"]) }
    # rescue Sdk::Invalid => e
    #   { "valid" => false, "reason" => e.reason }
    # end
    "token.verify" => nil,

    # TODO client.call: baseUrl, appId, appSecret, timeoutMillis (an integer), authorization (the whole value of the
    # header), operation (auth.token, streaming.start, streaming.update, streaming.stop) and body, a hash; out: ok: true,
    # status and, after auth.token, token; or ok: false, kind (http, network, timeout, protocol) and, where the SDK tells
    # them, status and code. Calls come in threads, side by side.
    # ->(p) { { "ok" => true, "status" => 200, "token" => Sdk::Client.new(p["baseUrl"]).token(p["body"]) } }
    "client.call" => nil
  }.freeze

  # The errors of the SDK in the codes of the protocol: code 1 is a refusal by the SDK, with the reason missing-field,
  # wrong-type, out-of-range, empty-secret or malformed; code 2 is for types that cannot hold the question; nil is
  # code 3, all else.
  def self.translate(_error)
    # TODO return { "code" => 1, "message" => "refused", "data" => { "reason" => "…" } } if error.is_a?(Sdk::Refused)
    nil
  end
end
