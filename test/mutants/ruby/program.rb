# A right token SDK behind the adapter protocol, with code of its own for each method: rows of ../ruby.yaml change it.
require 'base64'
require 'json'
require 'openssl'

DAY = 86_400
# Section 2.1: type, required, upper bound. No lower bounds are shown.
FIELDS = {
  'channelId' => [String, true], 'userId' => [String, true],
  'privileges' => [Integer, false], 'channelDuration' => [Integer, false], 'duration' => [Integer, false, DAY],
  'size' => [Integer, false], 'delayClose' => [Integer, false, DAY]
}.freeze

# Its message is the reason.
class Refused < StandardError; end
class Invalid < StandardError; end

def check(join_params)
  raise Refused, 'wrong-type' unless join_params.is_a?(Hash)

  FIELDS.each do |name, (type, required, maximum)|
    value = join_params[name]
    raise Refused, 'missing-field' if required && !join_params.key?(name)
    next unless join_params.key?(name)
    raise Refused, 'wrong-type' unless value.is_a?(type)
    raise Refused, 'out-of-range' if maximum && value > maximum
  end
end

def mint_params(text)
  bytes = text.encode('UTF-8')
  Base64.strict_encode64(bytes)
end

def sign(version, app_id, timestamp, params, secret)
  raise Refused, 'empty-secret' if secret.empty?

  key = secret
  message = [version, app_id, timestamp, params].join
  mac = OpenSSL::HMAC.digest('SHA256', key, message)
  Base64.strict_encode64(mac)
end

def issue(app_id, secret, join_params, timestamp)
  check(join_params)
  params = mint_params(JSON.generate(join_params))
  seconds = timestamp
  signature = sign('02', app_id, seconds, params, secret)
  ['02', app_id, seconds, params, signature].join('.')
end

def verify(token, app_id, secret, now)
  version, token_app, timestamp, params, signature = split(token)
  raise Invalid, 'version' if version != '02'
  raise Invalid, 'app' if token_app != app_id
  raise Refused, 'empty-secret' if secret == ''

  own = own_signature(version + token_app + timestamp + params, secret)
  raise Invalid, 'signature' unless OpenSSL.secure_compare(own, signature)

  join_params = read(Base64.decode64(params))
  raise Invalid, 'expired' if now > timestamp.to_i + join_params.fetch('duration', DAY)

  join_params
end

def own_signature(signed, secret)
  own = secret.b
  own_mac = OpenSSL::HMAC.digest('SHA256', own, signed)
  [own_mac].pack('m0')
end

def split(token)
  parts = token.split('.', -1)
  raise Invalid, 'malformed' unless parts.length == 5
  raise Invalid, 'malformed' unless parts[2].match?(/\A[0-9]+\z/)
  raise Invalid, 'malformed' unless parts[3..].all? { |part| canonical?(part) }

  parts
end

# Strict decoding still takes unused bits (RFC 4648 section 3.5).
def canonical?(part)
  part != '' && [part.unpack1('m0')].pack('m0') == part
rescue ArgumentError
  false
end

# Takes a name once only (RFC 8259 section 4).
class Once < Hash
  def []=(name, value)
    raise JSON::ParserError if key?(name)

    super
  end
end

# The words of RFC 8259: JSON.parse also takes comments and escapes that there are not.
WORDS = %r{
  \A(?:[ \t\r\n{}\[\]:,] | true | false | null | -?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?
  | "(?:[^"\\\x00-\x1f] | \\["\\/bfnrt] | \\u[0-9a-fA-F]{4})*" )*\z
}x.freeze

def read(bytes)
  text = bytes.force_encoding('UTF-8')
  raise Invalid, 'params' unless text.valid_encoding? && text.match?(WORDS)

  join_params = JSON.parse(text, object_class: Once)
  check(join_params)
  raise Invalid, 'params' if join_params.values.any? { |value| value.is_a?(Float) && value.infinite? }

  join_params
rescue JSON::ParserError, JSON::NestingError, Refused
  raise Invalid, 'params'
end

def token_verify(p)
  { valid: true, joinParams: verify(p['token'], p['appId'], p['appSecret'], p['now']) }
rescue Invalid => e
  { valid: false, reason: e.message }
end

METHODS = {
  'token.params' => ->(p) { { params: mint_params(p['joinParamsJson']) } },
  'token.signature' => lambda { |p|
    { signature: sign(*p.values_at('version', 'appId', 'timestamp', 'params', 'appSecret')) }
  },
  'token.issue' => ->(p) { { token: issue(*p.values_at('appId', 'appSecret', 'joinParams', 'timestamp')) } },
  'token.verify' => method(:token_verify)
}.freeze

def describe(_)
  about = { name: 'program', version: '1.0.0', language: 'Ruby' }
  { protocol: 1, sdk: about, methods: METHODS.keys, clock: 'injected' }
end

def outcome(question)
  called = { 'describe' => method(:describe), **METHODS }[question['method']]
  return { error: { code: -32_601, message: 'method not offered' } } unless called

  { result: called.(question['params']) }
rescue Refused => e
  { error: { code: 1, message: 'refused', data: { reason: e.message } } }
rescue StandardError => e # its text may hold a secret
  { error: { code: 3, message: e.class.name } }
end

$stdout.sync = true
$stdin.set_encoding('UTF-8') # whatever the locale says
$stdin.each_line do |line|
  question = JSON.parse(line)
  puts JSON.generate({ jsonrpc: '2.0', id: question['id'], **outcome(question) })
end
