# frozen_string_literal: true

# Makes access tokens of the Real-Time Channel Service (sections 2.1, 2.2, 4.5). Nothing here reads the clock or the
# environment, and no message holds a secret.

require "json"
require "openssl"

module ChannelToken
  VERSION = "02" # section 9 item 1
  DAY = 86_400

  # Section 2.1: type, required, upper bound. No other bound is shown, so no other is checked: negative numbers and
  # empty ids are the service's to judge.
  FIELDS = {
    "channelId" => [String, true, nil],
    "userId" => [String, true, nil],
    "privileges" => [Integer, false, nil],
    "channelDuration" => [Integer, false, nil],
    "duration" => [Integer, false, DAY],
    "size" => [Integer, false, nil],
    "delayClose" => [Integer, false, DAY]
  }.freeze

  # A call that makes no token; `reason` is a stable code.
  class Refused < ArgumentError
    attr_reader :reason

    def initialize(reason, name)
      super("#{reason}: #{name}")
      @reason = reason
    end
  end

  module_function

  # The params part for a JSON text, which is taken exactly as given.
  def params(join_params_json)
    base64(utf8("joinParams", join_params_json))
  end

  # The signature part (section 4.5).
  def sign(version, app_id, timestamp, params, app_secret)
    { "version" => version, "appId" => app_id, "params" => params }.each { |name, value| typed(name, value, String) }
    typed("timestamp", timestamp, Integer)
    mac("#{version}#{app_id}#{timestamp}#{params}", app_secret)
  end

  # A token (section 2.2) for a hash of join parameters with the names of section 2.1.
  def issue(join_params, app_id:, app_secret:, timestamp:)
    check_join_params(join_params)
    # Not to_json, which Rails changes: it would escape < and >.
    params = params(JSON.generate(join_params))
    signature = sign(VERSION, app_id, timestamp, params, app_secret)
    [VERSION, app_id, timestamp, params, signature].join(".")
  rescue JSON::GeneratorError, EncodingError # its text quotes what it could not write
    raise Refused.new("malformed", "joinParams"), cause: nil
  end

  # Refuses what does not follow section 2.1.
  def check_join_params(join_params)
    typed("joinParams", join_params, Hash)
    FIELDS.each do |name, (type, required, maximum)|
      if join_params.key?(name)
        typed(name, join_params[name], type)
        raise Refused.new("out-of-range", name) if maximum && join_params[name] > maximum
      elsif required
        raise Refused.new("missing-field", name)
      end
    end
  end

  # The base64 of HMAC-SHA256 with the app secret as key (section 4.5).
  def mac(message, app_secret)
    typed("appSecret", app_secret, String)
    raise Refused.new("empty-secret", "appSecret") if app_secret.empty?

    base64(OpenSSL::HMAC.digest("SHA256", utf8("appSecret", app_secret), utf8("message", message)))
  end

  # Standard base64 with padding. Section 4.5 note 2: no line breaks, hence the 0.
  def base64(data)
    [data].pack("m0")
  end

  def typed(name, value, type)
    raise Refused.new("wrong-type", name) unless value.is_a?(type)
  end

  def utf8(name, text)
    encoded = text.encode(Encoding::UTF_8)
    encoded.valid_encoding? ? encoded : raise(Refused.new("malformed", name))
  rescue EncodingError # its text quotes the bytes
    raise Refused.new("malformed", name), cause: nil
  end
end
