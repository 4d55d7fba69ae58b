# What the tests need beside Node, for .ci/run and .ci/release, after .ci/steps.sh. shellcheck shell=bash
# Python's environment and the schema of JUnit: made by the step "other toolchains".
export PATH="$work/python/bin:$PATH" JUNIT_XSD="$work/junit-10.xsd"

# The other languages that the tests speak: Debian's Ruby, PHP and Java, and Python libraries in an environment of
# their own; Chromium, which reads the pages; and libfaketime, which sets clocks.
toolchains() {
  local missing=()
  ruby -e 'require "faraday"' 2>/dev/null || missing+=(ruby ruby-faraday)
  php --ri curl >/dev/null 2>&1 && php -r 'require "GuzzleHttp/autoload.php";' >/dev/null 2>&1 || missing+=(php-cli php-curl php-guzzlehttp-guzzle)
  command -v javac >/dev/null || missing+=(default-jdk-headless)
  command -v mvn >/dev/null || missing+=(maven)
  command -v mcs >/dev/null && command -v mono >/dev/null && [ -d /usr/lib/cli/Newtonsoft.Json-5.0 ] || missing+=(mono-mcs mono-runtime libnewtonsoft-json5.0-cil)
  [ -e /usr/include/nlohmann/json.hpp ] || missing+=(nlohmann-json3-dev)
  [ -e /usr/include/openssl/hmac.h ] || missing+=(libssl-dev)
  curl-config --version >/dev/null 2>&1 || missing+=(libcurl4-openssl-dev)
  perl -MCpanel::JSON::XS -e 1 2>/dev/null || missing+=(libcpanel-json-xs-perl)
  lua5.4 -l dkjson -l socket -l openssl -l lpeg -v >/dev/null 2>&1 || missing+=(lua5.4 lua-dkjson lua-socket lua-luaossl lua-lpeg)
  command -v zsh >/dev/null || missing+=(zsh)
  command -v fish >/dev/null || missing+=(fish)
  command -v chromium >/dev/null || missing+=(chromium)
  command -v faketime >/dev/null || missing+=(faketime)
  [ ${#missing[@]} -eq 0 ] || { apt-get update -q && apt-get install -qy "${missing[@]}"; } >"$work/apt.log" 2>&1 || { cat "$work/apt.log"; return 1; }
  python3 -m venv "$work/python" && "$work/python/bin/pip" install -q -r .ci/requirements.txt -r test/adapters/libraries/python/requirements.txt -r test/frameworks/fastapi/requirements.txt && junit_schema
}

# junit-10.xsd, the schema of Jenkins' xUnit plugin, out of the sources of pytest.
junit_schema() {
  "$work/python/bin/pip" download -q --no-deps --no-binary :all: -d "$work" "$(grep '^pytest==' .ci/requirements.txt)" &&
    tar -xzf "$work"/pytest-*.tar.gz -C "$work" --wildcards --strip-components=3 '*/testing/example_scripts/junit-10.xsd'
}
