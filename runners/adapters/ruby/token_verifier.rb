# frozen_string_literal: true

# Checks access tokens of the Real-Time Channel Service (sections 2.1, 2.2, 4.5).

require_relative "channel_token"

module TokenVerifier
  # A token that is not accepted; `reason` is a stable code.
  class Invalid < StandardError
    attr_reader :reason

    def initialize(reason)
      super(reason)
      @reason = reason
    end
  end

  # JSON as RFC 8259 has it: the library also takes comments.
  JSON_TEXT = %r{
    (?<space>[ \t\r\n]*+){0}
    (?<string>"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u\h{4}))*+"){0}
    (?<number>-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?){0}
    (?<pair>\g<space>\g<string>\g<space>:\g<value>){0}
    (?<object>\{(?:\g<pair>(?:,\g<pair>)*+|\g<space>)\}){0}
    (?<array>\[(?:\g<value>(?:,\g<value>)*+|\g<space>)\]){0}
    (?<value>\g<space>(?:\g<object>|\g<array>|\g<string>|\g<number>|true|false|null)\g<space>){0}
    \A\g<value>\z
  }x.freeze

  # RFC 8259 section 4; the library keeps the last of two.
  class Unique < Hash
    def []=(name, value)
      raise JSON::ParserError, "a name stands twice" if key?(name)

      super
    end
  end

  module_function

  # The join parameters of a valid token, else raises Invalid.
  def verify(token, app_id:, app_secret:, now:)
    version, token_app_id, timestamp, params, signature = split(token)
    raise Invalid, "version" if version != ChannelToken::VERSION
    raise Invalid, "app" if token_app_id != app_id

    # Section 4.5: over the parts as received; a second JSON encoding may differ.
    expected = ChannelToken.mac(version + token_app_id + timestamp + params, app_secret)
    raise Invalid, "signature" unless OpenSSL.secure_compare(expected, signature)

    join_params = read_params(params.unpack1("m0"))
    # Section 2.1: validity starts at the token's timestamp.
    raise Invalid, "expired" if now > timestamp.to_i + join_params.fetch("duration", ChannelToken::DAY)

    join_params
  end

  def split(token)
    # -1, else empty parts at the end are dropped.
    parts = token.is_a?(String) ? token.split(".", -1) : []
    # \A and \z, because ^ and $ match at every line.
    shaped = parts.size == 5 && parts[2].match?(/\A[0-9]+\z/) && base64?(parts[3]) && base64?(parts[4])
    shaped ? parts : raise(Invalid, "malformed")
  end

  # Encodes again and compares: unused bits must be zero (RFC 4648 section 3.5).
  def base64?(text)
    ChannelToken.base64(text.unpack1("m0")) == text
  rescue ArgumentError
    false
  end

  def read_params(bytes)
    text = bytes.force_encoding(Encoding::UTF_8)
    raise Invalid, "params" unless text.valid_encoding? && JSON_TEXT.match?(text)

    found = JSON.parse(text, object_class: Unique)
    ChannelToken.check_join_params(found)
    JSON.generate(found) # 1e400 is infinite, and could not be handed on
    found
  rescue JSON::JSONError, ChannelToken::Refused
    raise Invalid, "params"
  end
end
