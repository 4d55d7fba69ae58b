# Prints each YAML file of the command line as one line of ASCII JSON: {"value": ...} or {"error": "..."}.
#
# usage: load.rb safe_load|load_file FILE...
require 'json'
require 'yaml'

LOADERS = {
  'safe_load' => ->(file) { YAML.safe_load(File.read(file, encoding: 'UTF-8')) },
  'load_file' => ->(file) { YAML.load_file(file) },
}.freeze

# A date or whatever else JSON cannot hold is named by its type, so that it equals nothing of ours.
def plain(value)
  case value
  when Hash then value.to_h { |key, member| [key.is_a?(String) ? key : "$#{key.class} #{key}", plain(member)] }
  when Array then value.map { |item| plain(item) }
  when String, Integer, Float, true, false, nil then value
  else { '$type' => value.class.name }
  end
end

def document(load, file)
  { 'value' => plain(load.call(file)) }
rescue StandardError => error
  { 'error' => error.message }
end

load = LOADERS.fetch(ARGV.shift)
ARGV.each { |file| puts JSON.generate(document(load, file), ascii_only: true) }
