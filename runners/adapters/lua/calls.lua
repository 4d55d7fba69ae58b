-- The calls: put those of your SDK in the place of those of channel/. They only translate. A check or a repair here
-- would test this file instead of the SDK.
local client = require("channel.client")
local token = require("channel.token")
local verify = require("channel.verify")

local calls = {}

-- What is tested; the loop adds the methods.
calls.description = {
  sdk = { name = "channel-token", version = "1.0.0", language = "Lua" },
  -- "system" if your SDK reads the clock itself; timestamp is then not sent.
  clock = "injected",
  -- "own" if your SDK makes the Authorization value itself.
  authorization = "given",
  -- What your SDK does not take, cannot leave out or does not have, say with joinParams, limits, always, operations,
  -- members and tells: see the guide of adapters.
}

-- false for what your SDK does not have.
calls.table = {
  ["token.params"] = function(p)
    return { params = token.encodeParams(p.joinParamsJson) }
  end,

  ["token.signature"] = function(p)
    return { signature = token.sign(p.version, p.appId, p.timestamp, p.params, p.appSecret) }
  end,

  ["token.issue"] = function(p)
    return { token = token.issue(p.appId, p.appSecret, p.joinParams, p.timestamp) }
  end,

  -- A token that is not valid is a result, not an error.
  ["token.verify"] = function(p)
    local joinParams, reason = verify(p.token, p.appId, p.appSecret, p.now)
    return { valid = joinParams ~= nil, joinParams = joinParams, reason = reason }
  end,

  -- A call that fails is a result as well.
  ["client.call"] = function(p)
    local service = client.new(p.baseUrl, p.authorization, p.timeoutMillis / 1000)
    local reply, failed = service:call(p.operation, p.body)
    local result = { ok = reply ~= nil }
    for name, value in pairs(reply or failed) do
      result[name] = value
    end
    return result
  end,
}

-- Code, message and reason for an error of the SDK; nil stands for code 3. Code 1 needs its reason. Code 2 is for SDKs
-- that cannot take what the question says.
function calls.translate(err)
  if token.isRefused(err) then
    return 1, err.reason .. ": " .. err.name, err.reason
  end
end

return calls
