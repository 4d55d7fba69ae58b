# frozen_string_literal: true

# Calls the Real-Time Channel Service over HTTP (sections 4, 5 and 7). No message holds a secret or the Authorization
# value.

require "json"
require "net/http"
require "securerandom"
require "timeout"
require_relative "channel_token"

class ChannelClient
  # Sections 4.1 to 4.4.
  ROUTES = {
    "auth.token" => [Net::HTTP::Post, "/auth/token"],
    "streaming.start" => [Net::HTTP::Post, "/streaming/start"],
    "streaming.update" => [Net::HTTP::Put, "/streaming/update"],
    "streaming.stop" => [Net::HTTP::Post, "/streaming/stop"]
  }.freeze
  CODE_NAMES = %w[code errorCode error_code error].freeze
  BODY_LIMIT = 16 << 20

  # A success; `token` is there after auth.token.
  Reply = Struct.new(:status, :token)

  # A failed call; `kind` is http, network, timeout or protocol.
  class Failed < StandardError
    attr_reader :kind, :status, :code

    def initialize(kind, status = nil, code = nil)
      super(kind)
      @kind = kind
      @status = status
      @code = code
    end
  end

  # The timeout, in seconds, limits each call as a whole.
  def initialize(base_url, authorization:, timeout:)
    raise ChannelToken::Refused.new("malformed", "authorization") if authorization.match?(/[\x00-\x1f\x7f]/)

    @base_url = base_url.sub(%r{/+\z}, "")
    @authorization = authorization
    @timeout = timeout
  end

  def call(operation, body)
    type, path = ROUTES.fetch(operation) { raise ChannelToken::Refused.new("malformed", "operation") }
    target = url(path)
    status, received = exchange(target, request(type, target, body))
    value = parse(received)
    raise Failed.new("http", status, code_in(value)) if status != 200
    # Section 7.2: what the body of a streaming answer holds is not shown.
    return Reply.new(status) if operation != "auth.token"

    token = value["token"] if value.is_a?(Hash)
    token.is_a?(String) ? Reply.new(status, token) : raise(Failed.new("protocol", status))
  end

  private

  def request(type, url, body)
    request = type.new(url.request_uri) # of a whole URL it writes a Host whose IPv6 address has no brackets
    request["Content-Type"] = "application/json"
    request["Authorization"] = @authorization
    request["Tracking-Id"] = SecureRandom.hex(16) # section 4: 32 hexadecimal digits
    request["Accept-Encoding"] = "identity"
    request["Connection"] = "close"
    request.body = JSON.generate(body)
    request
  end

  def url(path)
    url = URI.parse(@base_url + path)
    url.is_a?(URI::HTTP) && url.host ? url : raise(ChannelToken::Refused.new("malformed", "baseUrl"))
  rescue URI::InvalidURIError
    raise ChannelToken::Refused.new("malformed", "baseUrl"), cause: nil
  end

  # Status and body of one request; the limits of Net::HTTP are for each step.
  def exchange(url, request)
    status = nil
    Timeout.timeout(@timeout) { connection(url).start { |http| receive(http, request) { |s| status = s } } }
  rescue Timeout::Error
    raise Failed.new("timeout"), cause: nil
  rescue Net::HTTPBadResponse, Net::HTTPHeaderSyntaxError, Net::ProtocolError
    raise Failed.new("protocol", status), cause: nil
  rescue IOError, SystemCallError, SocketError, OpenSSL::SSL::SSLError
    # A body that is cut off does not mask an error status.
    raise (status || 0) >= 300 ? Failed.new("http", status) : Failed.new("network"), cause: nil
  end

  def connection(url)
    http = Net::HTTP.new(url.hostname, url.port)
    http.use_ssl = url.scheme == "https"
    http.max_retries = 0 # else a PUT is sent again
    http.open_timeout = http.read_timeout = http.write_timeout = @timeout
    http
  end

  def receive(http, request)
    body = +""
    http.request(request) do |response|
      yield response.code.to_i
      response.read_body do |piece|
        body << piece
        raise Failed.new("protocol", response.code.to_i) if body.bytesize > BODY_LIMIT
      end
      # Net::HTTP takes a body for complete that is cut off.
      raise EOFError if !response.chunked? && body.bytesize < (response.content_length || 0)

      return [response.code.to_i, body]
    end
  end

  def parse(received)
    JSON.parse(received.force_encoding(Encoding::UTF_8))
  rescue JSON::ParserError, EncodingError
    nil
  end

  # The first error code, however deep: the shape of error bodies is not shown (section 7).
  def code_in(value)
    members = value.is_a?(Hash) ? value : {}
    found = members.values_at(*CODE_NAMES).find { |code| code.is_a?(String) && code.match?(/\A[A-Za-z]+(\.[A-Za-z]+)+\z/) }
    below = value.is_a?(Array) ? value : members.values
    found || below.lazy.filter_map { |child| code_in(child) }.first
  end
end
