# Twenty small token SDKs in one file, each as a different firm might have written it (Ruby, standard library).
# Start with the id of one of them to answer JSON-RPC on stdin; `--list` names them and their mistakes.
Encoding.default_external = Encoding::UTF_8
require 'base64'
require 'cgi'
require 'digest'
require 'json'
require 'openssl'
require 'stringio'

VARIANTS = {}

class Refused < StandardError; end

def variant(id, mistakes, clock: 'injected', &make)
  VARIANTS[id] = { mistakes: mistakes, clock: clock, make: make }
end

def no(reason)
  { valid: false, reason: reason }
end

# Reads the params part; nil where it is not base64 of a JSON object.
def read_params(params, **options)
  text = Base64.strict_decode64(params).force_encoding('UTF-8')
  return nil unless text.valid_encoding?
  # The parser would skip comments.
  return nil if text.gsub(/"(?:[^"\\]|\\.)*"/m, '').include?('/')
  value = JSON.parse(text, **options)
  value.is_a?(Hash) ? value : nil
rescue ArgumentError, JSON::ParserError
  nil
end

# ---------------------------------------------------------------- acorn-01
class Acorn
  def params(json)
    [json].pack('m').chomp
  end

  def signature(version, app_id, timestamp, params, secret)
    raise Refused, 'empty-secret' if secret.empty?
    digest = OpenSSL::HMAC.digest('SHA256', secret, "#{version}#{app_id}#{timestamp}#{params}")
    [digest].pack('m').chomp
  end

  def issue(app_id, secret, join_params, timestamp)
    encoded = params(JSON.generate(join_params))
    "02.#{app_id}.#{timestamp}.#{encoded}.#{signature('02', app_id, timestamp, encoded, secret)}"
  end
end

variant('acorn-01', ["pack('m').chomp keeps the line breaks inside"]) { Acorn.new }

# ---------------------------------------------------------------- sage-31
module Sage
  VERSION = '02'.freeze

  module_function

  def params(json)
    Base64.strict_encode64(json)
  end

  def signature(version, app_id, timestamp, params, secret)
    hmac = OpenSSL::HMAC.new(secret, OpenSSL::Digest.new('SHA256'))
    hmac << version << app_id << timestamp.to_s << params
    Base64.strict_encode64(hmac.digest)
  end

  def issue(app_id, secret, join_params, timestamp)
    params = params(join_params.to_json)
    [VERSION, app_id, timestamp, params, signature(VERSION, app_id, timestamp, params, secret)].join('.')
  end

  def verify(token, app_id, secret, now)
    parts = token.split('.', -1)
    return no('malformed') unless parts.size == 5
    version, app, stamp, params, sign = parts
    return no('version') unless version == VERSION
    return no('app') unless app == app_id
    return no('signature') unless signature(version, app, stamp, params, secret) == sign
    return no('malformed') unless stamp.match?(/\A[0-9]+\z/)
    join_params = read_params(params)
    return no('params') if join_params.nil?
    seconds = join_params['duration'].to_i || 86_400
    return no('expired') if now > stamp.to_i + seconds
    { valid: true, joinParams: join_params }
  end
end

variant('sage-31', ['nil.to_i is 0 and true, so a missing duration is 0 in verify']) { Sage }

# ---------------------------------------------------------------- clover-03
class Clover
  FORMAT = /^(?<version>\d+)\.(?<app>.+)\.(?<stamp>\d+)\.(?<params>[\w+\/=]+)\.(?<sign>[\w+\/]+=)$/.freeze

  def params(text)
    Base64.strict_encode64(text)
  end

  def signature(*fields, secret)
    Base64.strict_encode64(OpenSSL::HMAC.digest('sha256', secret, fields.join))
  end

  def issue(app_id, secret, join_params, timestamp)
    fields = ['02', app_id, timestamp, params(JSON.generate(join_params))]
    (fields << signature(*fields, secret)).join('.')
  end

  def verify(token, app_id, secret, now)
    match = FORMAT.match(token)
    return no('malformed') unless match
    return no('version') if match[:version] != '02'
    return no('app') if match[:app] != app_id
    expected = signature(match[:version], match[:app], match[:stamp], match[:params], secret)
    return no('signature') if match[:sign] != expected
    join_params = read_params(match[:params]) or return no('params')
    return no('expired') if match[:stamp].to_i + (join_params['duration'] || 86_400) < now
    { valid: true, joinParams: join_params }
  end
end

variant('clover-03', ['^ and $ match at every line of the token']) { Clover.new }

# ---------------------------------------------------------------- daisy-04
class Daisy
  def params(text)
    Base64.strict_encode64(text)
  end

  def key(secret)
    @key ||= secret.dup.force_encoding('BINARY')
  end

  def signature(version, app_id, timestamp, params, secret)
    message = [version, app_id, timestamp, params].join
    Base64.strict_encode64(OpenSSL::HMAC.digest(OpenSSL::Digest.new('sha256'), key(secret), message))
  end

  def issue(app_id, secret, join_params, timestamp)
    encoded = params(join_params.to_json)
    ['02', app_id, timestamp.to_s, encoded, signature('02', app_id, timestamp, encoded, secret)].join('.')
  end
end

variant('daisy-04', ['@key ||= keeps the first secret for ever']) { Daisy.new }

# ---------------------------------------------------------------- elder-05
elder_issue = lambda do |app_id, secret, join_params, timestamp|
  json = join_params.inspect.gsub('=>', ':')
  params = Base64.strict_encode64(json)
  sign = OpenSSL::HMAC.digest('SHA256', secret, '02' + app_id + timestamp.to_s + params)
  '02' + '.' + app_id + '.' + timestamp.to_s + '.' + params + '.' + Base64.strict_encode64(sign)
end

variant('elder-05', ['JSON made from Hash#inspect by replacing => with :']) { { issue: elder_issue } }

# ---------------------------------------------------------------- fern-06
class FernToken
  attr_reader :version, :app_id, :stamp, :params

  def initialize(version, app_id, stamp, params)
    @version, @app_id, @stamp, @params = version, app_id, stamp.to_s, params
  end

  def sign(secret)
    Base64.strict_encode64(OpenSSL::HMAC.digest('SHA256', secret, version + app_id + stamp + params))
  end

  def to_s_with(secret)
    [version, app_id, stamp, params, sign(secret)].join('.')
  end
end

class Fern
  def params(text) = Base64.strict_encode64(text)

  def signature(version, app_id, timestamp, params, secret)
    FernToken.new(version, app_id, timestamp, params).sign(secret)
  end

  def issue(app_id, secret, join_params, timestamp)
    FernToken.new('02', app_id, timestamp, params(JSON.generate(join_params))).to_s_with(secret)
  end

  def verify(text, app_id, secret, now)
    *fields, sign = text.split('.', -1)
    return no('malformed') if fields.size != 4
    token = FernToken.new(*fields)
    return no('version') if token.version != '02'
    return no('app') if token.app_id != app_id
    return no('signature') unless token.sign(secret).casecmp?(sign)
    return no('malformed') unless token.stamp =~ /\A\d+\z/
    values = read_params(token.params)
    return no('params') unless values
    values.fetch('duration') { 86_400 } + token.stamp.to_i >= now ? { valid: true, joinParams: values } : no('expired')
  end
end

variant('fern-06', ['signatures compared with casecmp?']) { Fern.new }

# ---------------------------------------------------------------- gorse-07
class Gorse
  def params(text)
    [text].pack('m0')
  end

  def signature(version, app_id, timestamp, params, secret)
    [OpenSSL::HMAC.digest('sha256', secret, version + app_id + timestamp.to_s + params)].pack('m0')
  end

  def issue(app_id, secret, join_params, timestamp)
    prm = params(JSON.generate(join_params))
    format('02.%s.%d.%s.%s', app_id, timestamp, prm, signature('02', app_id, timestamp, prm, secret))
  end

  def verify(token, app_id, secret, now)
    version, rest = token.split('.', 2)
    return no('version') unless version == '02'
    app, stamp, params, sign = rest.to_s.rpartition('.').then { |left, _, s| left.split('.', -1).last(3) + [s] }
    return no('malformed') if sign.nil?
    return no('app') unless rest.start_with?("#{app_id}.#{stamp}.") && app == app_id.split('.', -1).last
    return no('signature') unless sign == signature(version, app_id, stamp, params, secret)
    begin
      issued = Integer(stamp)
    rescue ArgumentError
      return no('malformed')
    end
    values = read_params(params)
    return no('params') unless values
    return no('expired') if now - issued > values.fetch('duration', 24 * 3600)
    { valid: true, joinParams: values }
  end
end

variant('gorse-07', ['Integer() takes underscores, spaces, signs and prefixes in the timestamp']) { Gorse.new }

# ---------------------------------------------------------------- hazel-42
class Hazel42
  Issued = Struct.new(:token, :ends)

  def initialize
    @issued = {}
  end

  def params(text) = Base64.strict_encode64(text.encode(Encoding::UTF_8))

  def signature(*parts, secret)
    raw = OpenSSL::HMAC.digest(OpenSSL::Digest.new('SHA256'), secret, parts.map(&:to_s).inject(:+))
    Base64.strict_encode64(raw)
  end

  # A token can be used again during its validity, so the same request gets the same token.
  def issue(app_id, secret, join_params, timestamp)
    kept = @issued[[app_id, join_params]]
    return kept.token if kept && timestamp < kept.ends

    token = mint(app_id, secret, join_params, timestamp)
    @issued[[app_id, join_params]] = Issued.new(token, timestamp + validity(join_params))
    token
  end

  private

  def validity(join_params)
    seconds = join_params['duration']
    seconds.is_a?(Integer) ? seconds : 86_400
  end

  def mint(app_id, secret, join_params, timestamp)
    signed = ['02', app_id, timestamp, params(join_params.to_json)]
    [*signed, signature(*signed, secret)].join('.')
  end
end

variant('hazel-42', ['issue hands out an earlier token again, whatever the secret and the timestamp']) { Hazel42.new }

# ---------------------------------------------------------------- ivy-09
module Ivy
  def self.safe(value)
    value.is_a?(String) ? CGI.escapeHTML(value) : value
  end

  def self.signature(version, app_id, timestamp, params, secret)
    mac = OpenSSL::HMAC.hexdigest('SHA256', secret, [version, app_id, timestamp, params].join)
    Base64.strict_encode64([mac].pack('H*'))
  end

  def self.issue(app_id, secret, join_params, timestamp)
    params = Base64.strict_encode64(JSON.pretty_generate(join_params.transform_values { |v| safe(v) }))
    ['02', app_id, timestamp, params].then { |list| list + [signature(*list, secret)] }.join('.')
  end
end

variant('ivy-09', ['texts passed through CGI.escapeHTML']) { Ivy }

# ---------------------------------------------------------------- juniper-10
class Juniper
  TEXTS = %w[channelId userId].freeze
  NUMBERS = %w[privileges channelDuration duration size delayClose].freeze

  def check(join_params)
    TEXTS.each do |name|
      raise Refused, 'missing-field' unless join_params.key?(name)
      raise Refused, 'wrong-type' unless join_params[name].is_a?(String)
    end
    (NUMBERS & join_params.keys).each do |name|
      value = join_params[name]
      raise Refused, 'wrong-type' unless value.is_a?(Integer)
      raise Refused, 'out-of-range' unless value.positive?
      raise Refused, 'out-of-range' if %w[duration delayClose].include?(name) && value > 86_400
    end
  end

  def params(text)
    Base64.strict_encode64(text)
  end

  def signature(version, app_id, timestamp, params, secret)
    raise Refused, 'empty-secret' if secret == ''
    Base64.strict_encode64(OpenSSL::HMAC.digest('SHA256', secret, version + app_id + timestamp.to_s + params))
  end

  def issue(app_id, secret, join_params, timestamp)
    check(join_params)
    prm = params(JSON.generate(join_params))
    ['02', app_id, timestamp, prm, signature('02', app_id, timestamp, prm, secret)] * '.'
  end
end

variant('juniper-10', ['positive? refuses the value 0']) { Juniper.new }

# ---------------------------------------------------------------- larch-11
larch = {
  sign: ->(secret, text) { Base64.strict_encode64(OpenSSL::HMAC.digest('SHA256', secret, text)) },
  plain: ->(text) { text.encode('US-ASCII', invalid: :replace, undef: :replace) }
}
larch[:signature] = ->(version, app, stamp, params, secret) { larch[:sign].(secret, "#{version}#{app}#{stamp}#{params}") }
larch[:issue] = lambda do |app, secret, join_params, stamp|
  params = Base64.strict_encode64(larch[:plain].(JSON.generate(join_params)))
  "02.#{app}.#{stamp}.#{params}.#{larch[:sign].(secret, "02#{app}#{stamp}#{params}")}"
end

variant('larch-11', ['JSON encoded as US-ASCII with undef: :replace']) { larch }

# ---------------------------------------------------------------- moss-12
class Moss
  def utc_seconds
    now = Time.now
    (now - now.utc_offset).to_i # back to UTC
  end

  def issue(app_id, secret, join_params, _timestamp)
    stamp = utc_seconds.to_s
    params = Base64.strict_encode64(JSON.generate(join_params))
    hmac = OpenSSL::HMAC.digest('SHA256', secret, ['02', app_id, stamp, params].join)
    ['02', app_id, stamp, params, Base64.strict_encode64(hmac)].join('.')
  end
end

variant('moss-12', ['utc_offset subtracted from a time whose to_i is UTC already'], clock: 'system') { Moss.new }

# ---------------------------------------------------------------- nettle-13
class Nettle
  DEFAULTS = { 'duration' => 7200, 'size' => 100 }.freeze

  def params(text)
    Base64.strict_encode64(text)
  end

  def signature(version, app_id, timestamp, params, secret)
    data = +''
    data << version << app_id << timestamp.to_s << params
    Base64.strict_encode64(OpenSSL::HMAC.digest('SHA256', data, secret))
  end

  def issue(app_id, secret, join_params, timestamp)
    encoded = params(JSON.generate(DEFAULTS.merge(join_params)))
    ['02', app_id, timestamp, encoded].push(signature('02', app_id, timestamp, encoded, secret)).join('.')
  end
end

variant('nettle-13', ['key and message swapped in OpenSSL::HMAC.digest', 'duration 7200 written as the default']) { Nettle.new }

# ---------------------------------------------------------------- oak-14
class Oak
  VERSION = '02'

  def hmac(secret, message)
    Base64.strict_encode64(OpenSSL::HMAC.digest('SHA256', secret, message))
  end

  def params(text)
    Base64.strict_encode64(text)
  end

  def signature(version, app_id, timestamp, params, secret)
    hmac(secret, version + app_id + timestamp.to_s + params)
  end

  def issue(app_id, secret, join_params, timestamp)
    encoded = params(JSON.generate(join_params))
    token = "#{VERSION}.#{app_id}.#{timestamp}.#{encoded}"
    message = VERSION
    message << app_id
    message << timestamp.to_s
    message << encoded
    token + '.' + hmac(secret, message)
  end

  def verify(token, app_id, secret, now)
    version, app, stamp, encoded, sign, extra = token.split('.', -1)
    return no('malformed') if sign.nil? || extra
    return no('version') unless version.to_i == 2
    return no('app') unless app == app_id
    return no('signature') unless sign == signature(version, app, stamp, encoded, secret)
    return no('malformed') unless /\A\d{1,12}\z/.match?(stamp)
    join_params = read_params(encoded)
    return no('params') unless join_params
    duration = join_params.key?('duration') ? join_params['duration'] : 86_400
    return no('expired') if stamp.to_i + duration < now
    { valid: true, joinParams: join_params }
  end
end

variant('oak-14', ['<< changes the constant VERSION', 'version compared by to_i']) { Oak.new }

# ---------------------------------------------------------------- lovage-34
class Lovage
  DAY = 86_400

  Claims = Struct.new(:version, :app, :stamp, :params) do
    def text(separator = '')
      to_a.join(separator)
    end

    def sign(secret)
      Base64.strict_encode64(OpenSSL::HMAC.digest('SHA256', secret, text))
    end
  end

  def params(text)
    Base64.strict_encode64(text)
  end

  def signature(version, app_id, timestamp, params, secret)
    Claims.new(version, app_id, timestamp, params).sign(secret)
  end

  # The same name typed on two keyboards shall be the same channel.
  def tidy(value)
    value.is_a?(String) ? value.unicode_normalize(:nfkc) : value
  end

  def issue(app_id, secret, join_params, timestamp)
    json = join_params.transform_values { |value| tidy(value) }.to_json
    claims = Claims.new('02', app_id, timestamp, params(json))
    "#{claims.text('.')}.#{claims.sign(secret)}"
  end

  # A token ends with its channel, whichever limit comes first.
  def lifetime(values)
    limits = [values.fetch('duration', DAY)]
    channel = values.fetch('channelDuration', 0)
    limits << channel * 60 if channel > 0
    limits.min
  end

  def verify(token, app_id, secret, now)
    list = token.split('.', -1)
    return no('malformed') unless list.length == 5
    sign = list.pop
    claims = Claims.new(*list)
    return no('signature') if claims.sign(secret) != sign
    return no('version') if claims.version != '02'
    return no('app') if claims.app != app_id
    return no('malformed') if claims.stamp !~ /\A\d+\z/
    values = read_params(claims.params)
    return no('params') if values.nil?
    claims.stamp.to_i + lifetime(values) < now ? no('expired') : { valid: true, joinParams: values }
  end
end

variant('lovage-34', ['texts passed through unicode_normalize(:nfkc)',
                      'verify ends a token after channelDuration minutes']) { Lovage.new }

# ---------------------------------------------------------------- rowan-16
class Rowan
  RULES = { 'channelId' => String, 'userId' => String, 'privileges' => Integer }.freeze

  def validate!(join_params)
    RULES.each do |name, type|
      value = join_params.fetch(name) { raise Refused, 'missing-field' }
      raise Refused, 'wrong-type' unless value.is_a?(type)
    end
    raise Refused, 'out-of-range' if join_params['duration'].to_i > 86_400
  end

  def params(text)
    Base64.strict_encode64(text)
  end

  def signature(version, app_id, timestamp, content, secret)
    Base64.strict_encode64(OpenSSL::HMAC.digest('SHA256', secret, "#{version}#{app_id}#{timestamp}#{content}"))
  end

  def issue(app_id, secret, join_params, timestamp)
    validate!(join_params)
    json = JSON.generate(join_params)
    sign = signature('02', app_id, timestamp, json, secret)
    ['02', app_id, timestamp, params(json), sign].join('.')
  end
end

variant('rowan-16', ['issue signs the JSON text instead of its base64', 'privileges demanded']) { Rowan.new }

# ---------------------------------------------------------------- borage-41
module Borage41
  VERSION = '02'
  LIFETIME = 86_400

  # Reads from an IO, so that a file or a socket will do as well.
  Encoder = Struct.new(:io, :size) do
    def self.of(text)
      new(StringIO.new(text), text.length)
    end

    def base64
      [io.read(size)].pack('m0')
    end
  end

  class << self
    def params(text)
      Encoder.of(text).base64
    end

    def signature(version, app_id, timestamp, params, secret)
      mac = OpenSSL::HMAC.new(secret, 'SHA256')
      [version, app_id, timestamp.to_s, params].each { |piece| mac.update(piece) }
      [mac.digest].pack('m0')
    end

    def issue(app_id, secret, join_params, timestamp)
      params = params(JSON.generate(join_params))
      [VERSION, app_id, timestamp, params].join('.') << '.' << signature(VERSION, app_id, timestamp, params, secret)
    end

    def verify(token, app_id, secret, now)
      reason, values = inspect_token(token, app_id, secret, now)
      reason ? no(reason) : { valid: true, joinParams: values }
    end

    private

    def inspect_token(token, app_id, secret, now)
      version, app, stamp, params, sign = parts = token.split('.', -1)
      return 'malformed' unless parts.size == 5 && stamp.match?(/\A[0-9]{1,18}\z/)
      return 'version' unless version == VERSION
      return 'app' unless token.start_with?("#{VERSION}.#{app_id}")
      return 'signature' unless sign == signature(version, app, stamp, params, secret)
      values = read_params(params)
      lifetime = values && values.fetch('duration', LIFETIME)
      return 'params' unless lifetime.is_a?(Integer)
      now - stamp.to_i > lifetime ? 'expired' : [nil, values]
    end
  end
end

variant('borage-41', ['StringIO#read is given the number of characters where it takes bytes',
                      'verify checks the appId with start_with? and no dot']) { Borage41 }

# ---------------------------------------------------------------- thistle-18
class Thistle
  def params(text)
    Base64.urlsafe_encode64(text)
  end

  def signature(version, app_id, timestamp, params, secret)
    Base64.strict_encode64(OpenSSL::HMAC.digest('SHA256', secret, [version, app_id, timestamp, params].join('')))
  end

  def wire_name(name)
    name.gsub(/[A-Z]/) { |letter| "_#{letter.downcase}" }
  end

  def issue(app_id, secret, join_params, timestamp)
    encoded = params(JSON.generate(join_params.transform_keys { |name| wire_name(name) }))
    "02.#{app_id}.#{timestamp}.#{encoded}." + signature('02', app_id, timestamp, encoded, secret)
  end

  def verify(token, app_id, secret, now)
    case token.split('.', -1)
    in [version, app, /\A\d+\z/ => stamp, encoded, sign]
      return no('version') if version != '02'
      return no('app') if app != app_id
      return no('signature') if sign != signature(version, app, stamp, encoded, secret)
      values = read_params(encoded, symbolize_names: true)
      return no('params') if values.nil?
      return no('expired') if now > stamp.to_i + values.fetch('duration', 86_400)
      { valid: true, joinParams: values }
    else
      no('malformed')
    end
  end
end

variant('thistle-18', ['params in the URL-safe alphabet', 'names written in snake_case',
                       "duration looked up as a text among symbols"]) { Thistle.new }

# ---------------------------------------------------------------- mint-32
class Mint
  BODY = '{"channelId":%channel,"userId":%user%rest}'.freeze

  def params(text)
    Base64.encode64(text).delete("\n")
  end

  # The console shows the secret in groups.
  def key(secret)
    secret.gsub(/\s+/, '')
  end

  def signature(version, app_id, timestamp, params, secret)
    message = "#{version}#{app_id}#{timestamp}#{params}"
    Base64.encode64(OpenSSL::HMAC.digest('SHA256', key(secret), message)).delete("\n")
  end

  # Filled from the end, so that no text is taken for a mark.
  def body(join_params)
    rest = join_params.reject { |name, _| %w[channelId userId].include?(name) }
    json = BODY.sub('%rest', rest.map { |name, value| ",\"#{name}\":#{value.to_json}" }.join)
    json = json.sub('%user', join_params['userId'].to_json)
    json.sub('%channel', join_params['channelId'].to_json)
  end

  def issue(app_id, secret, join_params, timestamp)
    encoded = params(body(join_params))
    ['02', app_id, timestamp, encoded, signature('02', app_id, timestamp, encoded, secret)].join('.')
  end

  def verify(token, app_id, secret, now)
    *signed, sign = token.split('.', -1)
    return no('malformed') unless signed.length == 4
    version, app, stamp, encoded = signed
    return no('version') unless version == '02'
    return no('app') unless app.match?(app_id)
    return no('signature') unless sign == signature(*signed, secret)
    return no('malformed') unless stamp.match?(/\A\d+\z/)
    join_params = read_params(encoded)
    return no('params') unless join_params
    return no('expired') if now > stamp.to_i + join_params.fetch('duration', 86_400)
    { valid: true, joinParams: join_params }
  end
end

variant('mint-32', ['sub reads the backslashes of the JSON texts as its own', 'white space taken out of the secret',
                    'match? takes the appId for a regular expression']) { Mint.new }

# ---------------------------------------------------------------- dill-33
class Dill
  DEFAULTS = { 'channelId' => '', 'userId' => '', 'channelDuration' => 0, 'duration' => 86_400,
               'size' => 100, 'delayClose' => 0 }.freeze

  def params(text)
    Base64.strict_encode64(text)
  end

  # Secrets stand in the configuration as a part of a URL.
  def digest(secret, *parts)
    OpenSSL::HMAC.digest('SHA256', CGI.unescape(secret), parts.join)
  end

  def signature(version, app_id, timestamp, params, secret)
    Base64.strict_encode64(digest(secret, version, app_id, timestamp, params))
  end

  def issue(app_id, secret, join_params, timestamp)
    values = DEFAULTS.to_h { |name, default| [name, join_params.fetch(name, default)] }
    encoded = params(JSON.generate(values))
    %W[02 #{app_id} #{timestamp} #{encoded} #{signature('02', app_id, timestamp, encoded, secret)}].join('.')
  end

  def verify(token, app_id, secret, now)
    version, app, stamp, encoded, sign, *more = token.split('.', -1)
    return no('malformed') if sign.nil? || more.any?
    return no('version') unless version == '02'
    return no('app') unless app == app_id
    return no('signature') unless Base64.decode64(sign) == digest(secret, version, app, stamp, encoded)
    return no('malformed') unless stamp.match?(/\A\d+\z/)
    join_params = read_params(encoded)
    return no('params') unless join_params
    duration = join_params.fetch('duration', DEFAULTS['duration'])
    now - stamp.to_i > duration ? no('expired') : { valid: true, joinParams: join_params }
  end
end

variant('dill-33', ['privileges left out, because it has no default', 'secret passed through CGI.unescape',
                    'signature decoded with the tolerant Base64.decode64']) { Dill.new }

# ---------------------------------------------------------------- adapter
METHODS = {
  'token.params' => [:params, %w[joinParamsJson], 'params'],
  'token.signature' => [:signature, %w[version appId timestamp params appSecret], 'signature'],
  'token.issue' => [:issue, %w[appId appSecret joinParams timestamp], 'token'],
  'token.verify' => [:verify, %w[token appId appSecret now], nil]
}.freeze

def callable(sdk, name)
  return sdk[name] if sdk.is_a?(Hash)
  sdk.respond_to?(name) ? sdk.method(name) : nil
end

def answer(id, sdk, clock, method, args)
  if method == 'describe'
    offered = METHODS.select { |_, row| callable(sdk, row[0]) }.keys
    about = { name: id, version: '1.0.0', language: 'Ruby' }
    return { result: { protocol: 1, sdk: about, methods: ['describe'] + offered, clock: clock, maxInFlight: 1 } }
  end
  name, names, result = METHODS[method]
  function = name && callable(sdk, name)
  return { error: { code: -32_601, message: 'method not found' } } unless function
  value = function.call(*names.map { |n| args[n] })
  { result: result ? { result => value } : value }
rescue Refused => e
  { error: { code: 1, message: 'refused', data: { reason: e.message } } }
rescue StandardError => e
  { error: { code: -32_000, message: "#{e.class}: #{e.message}".scrub } }
end

if ARGV[0] == '--list'
  VARIANTS.each { |id, row| puts "#{id}\t#{row[:mistakes].join('; ')}" }
  exit
end

id = ARGV.fetch(0)
chosen = VARIANTS.fetch(id)
sdk = chosen[:make].call
$stdout.sync = true
$stdin.each_line do |line|
  next if line.strip.empty?
  question = JSON.parse(line)
  reply = { jsonrpc: '2.0', id: question['id'] }
  reply.merge!(answer(id, sdk, chosen[:clock], question['method'], question['params'] || {}))
  $stdout.write(JSON.generate(reply) + "\n")
end
