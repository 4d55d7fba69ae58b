# frozen_string_literal: true

# The calls of an SDK in Ruby, for the loop in adapter.rb: put those of your SDK in their place. They only translate: a
# check or a repair here would test this file instead of the SDK.

require_relative "channel_token"
require_relative "token_verifier"
require_relative "channel_client"

module Calls
  DESCRIPTION = {
    "sdk" => { "name" => "channel_token", "version" => "1.0.0", "language" => "Ruby" },
    # "system" if your SDK reads the clock itself; timestamp is then not sent.
    "clock" => "injected",
    # "own" if your SDK makes the Authorization value itself.
    "authorization" => "given"
    # What your SDK does not take, cannot leave out or does not have, say with joinParams, limits, always, operations,
    # members and tells: see the guide of adapters.
  }.freeze

  # An invalid token is a result, not an error.
  VERIFY = lambda do |p|
    found = TokenVerifier.verify(p["token"], app_id: p["appId"], app_secret: p["appSecret"], now: p["now"])
    { "valid" => true, "joinParams" => found }
  rescue TokenVerifier::Invalid => e
    { "valid" => false, "reason" => e.reason }
  end

  # A failed call is a result too.
  CALL = lambda do |p|
    client = ChannelClient.new(p["baseUrl"], authorization: p["authorization"], timeout: p["timeoutMillis"] / 1000.0)
    reply = client.call(p["operation"], p["body"])
    { "ok" => true, "status" => reply.status, "token" => reply.token }.compact
  rescue ChannelClient::Failed => e
    { "ok" => false, "kind" => e.kind, "status" => e.status, "code" => e.code }.compact
  end

  # What is nil here is not offered, and the suite skips it.
  METHODS = {
    "token.params" => ->(p) { { "params" => ChannelToken.params(p["joinParamsJson"]) } },
    "token.signature" => lambda do |p|
      { "signature" => ChannelToken.sign(*p.values_at("version", "appId", "timestamp", "params", "appSecret")) }
    end,
    "token.issue" => lambda do |p|
      id, secret, join_params, timestamp = p.values_at("appId", "appSecret", "joinParams", "timestamp")
      { "token" => ChannelToken.issue(join_params, app_id: id, app_secret: secret, timestamp: timestamp) }
    end,
    "token.verify" => VERIFY,
    "client.call" => CALL
  }.freeze

  # The errors of the SDK in the codes of the protocol; nil is code 3. Code 1 needs data.reason. Code 2 is for types
  # that cannot hold the question.
  def self.translate(error)
    return unless error.is_a?(ChannelToken::Refused)

    { "code" => 1, "message" => error.message, "data" => { "reason" => error.reason } }
  end
end
