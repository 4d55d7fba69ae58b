# A small token SDK behind the adapter protocol, with mistakes to choose from: sdk.rb <mutant>.
require 'base64'
require 'json'
require 'openssl'
require 'stringio'

DAY = 86_400
# Section 2.1: type, required, upper bound. No lower bounds are shown.
FIELDS = {
  'channelId' => [String, true], 'userId' => [String, true],
  'privileges' => [Integer, false], 'channelDuration' => [Integer, false], 'duration' => [Integer, false, DAY],
  'size' => [Integer, false], 'delayClose' => [Integer, false, DAY]
}.freeze

# Its message is the reason.
class Refused < StandardError; end

def check(join_params)
  raise Refused, 'wrong-type' unless join_params.is_a?(Hash)

  FIELDS.each do |name, (type, required, maximum)|
    unless join_params.key?(name)
      raise Refused, 'missing-field' if required

      next
    end
    raise Refused, 'wrong-type' unless join_params[name].is_a?(type)
    raise Refused, 'out-of-range' if maximum && join_params[name] > maximum
  end
end

# As an ORM or a Struct has the names.
Attributes = Struct.new(:channel_id, :user_id, :privileges, :channel_duration, :duration, :size, :delay_close)

def attributes(join_params)
  Attributes.new(*FIELDS.keys.map { |name| join_params[name] }).to_h.compact
end

def ids_changed(join_params)
  join_params.to_h { |name, value| [name, value.is_a?(String) ? yield(value) : value] }
end

# A secret file that was written by puts and is read whole.
def through_file(secret)
  file = StringIO.new
  file.puts(secret)
  file.string
end

def hmac(digest, key, message)
  OpenSSL::HMAC.digest(digest, key, message)
end

RIGHT = {
  serialise: ->(p) { JSON.generate(p) },
  json_text: ->(text) { text },
  base64: ->(data) { Base64.strict_encode64(data) },
  key: ->(secret) { secret },
  message: ->(parts) { parts.values.join },
  mac: ->(key, message) { hmac('SHA256', key, message) },
  signature: ->(mac) { SDK[:base64].(mac) }
}.freeze

# Each replaces one step, or two.
MUTANTS = {
  'right' => {},
  'encode64' => { base64: ->(data) { Base64.encode64(data) } },
  'encode64-of-the-signature' => { signature: ->(mac) { Base64.encode64(mac) } },
  'urlsafe_encode64' => { base64: ->(data) { Base64.urlsafe_encode64(data) } },
  'urlsafe_encode64-without-padding' => { base64: ->(data) { Base64.urlsafe_encode64(data, padding: false) } },
  'hexdigest' => { signature: ->(mac) { mac.unpack1('H*') } },
  'strict_encode64-of-hexdigest' => { signature: ->(mac) { Base64.strict_encode64(mac.unpack1('H*')) } },
  'encode64-of-hexdigest' => {
    base64: ->(data) { Base64.encode64(data) },
    signature: ->(mac) { Base64.encode64(mac.unpack1('H*')) }
  },
  'digest-SHA1' => { mac: ->(key, message) { hmac(OpenSSL::Digest.new('SHA1'), key, message) } },
  'digest-of-key-and-message' => { mac: ->(key, message) { OpenSSL::Digest.digest('SHA256', key + message) } },
  'join-newlines' => { message: ->(parts) { parts.values.join("\n") } },
  'heredoc' => { message: ->(parts) { <<~MESSAGE } },
    #{parts.values.join}
  MESSAGE
  'sort' => { message: ->(parts) { parts.sort.to_h.values.join } },
  'except-version' => { message: ->(parts) { parts.except(:version).values.join } },
  'secret-strip' => { key: ->(secret) { secret.strip } },
  'secret-puts' => { key: ->(secret) { through_file(secret) } },
  'secret-iso-8859-1' => { key: ->(secret) { secret.encode('ISO-8859-1', undef: :replace) } },
  'secret-byteslice' => { key: ->(secret) { secret.byteslice(0, 64) } },
  'unicode_normalize' => { json_text: ->(text) { text.unicode_normalize(:nfc) } },
  'strip' => {
    json_text: ->(text) { text.strip }, # a cleaning helper, used wherever text comes in
    serialise: ->(p) { JSON.generate(ids_changed(p, &:strip)) }
  },
  'downcase' => { serialise: ->(p) { JSON.generate(ids_changed(p, &:downcase)) } },
  'struct-to_h' => { serialise: ->(p) { JSON.generate(attributes(p)) } },
  'transform_values-to_s' => { serialise: ->(p) { JSON.generate(p.transform_values(&:to_s)) } }
}.freeze

def params_of(text)
  SDK[:base64].(SDK[:json_text].(text))
end

def sign(parts, secret)
  raise Refused, 'empty-secret' if secret.empty?

  SDK[:signature].(SDK[:mac].(SDK[:key].(secret), SDK[:message].(parts)))
end

def token_signature(p)
  parts = { version: p['version'], appId: p['appId'], timestamp: p['timestamp'], params: p['params'] }
  { signature: sign(parts, p['appSecret']) }
end

def token_issue(p)
  check(p['joinParams'])
  parts = { version: '02', appId: p['appId'], timestamp: p['timestamp'] }
  parts[:params] = params_of(SDK[:serialise].(p['joinParams']))
  { token: [*parts.values, sign(parts, p['appSecret'])].join('.') }
end

METHODS = {
  'token.params' => ->(p) { { params: params_of(p['joinParamsJson']) } },
  'token.signature' => method(:token_signature),
  'token.issue' => method(:token_issue)
}.freeze

def describe(_)
  about = { name: 'mutant', version: '1.0.0', language: 'Ruby' }
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

abort "usage: sdk.rb MUTANT, one of: #{MUTANTS.keys.join(' ')}" unless MUTANTS.key?(ARGV[0])
SDK = { **RIGHT, **MUTANTS[ARGV[0]] }.freeze
$stdout.sync = true
$stdin.set_encoding('UTF-8') # whatever the locale says
$stdin.each_line do |line|
  question = JSON.parse(line)
  puts JSON.generate({ jsonrpc: '2.0', id: question['id'], **outcome(question) })
end
