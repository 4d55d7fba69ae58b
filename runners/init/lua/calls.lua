-- The calls of your SDK, in the place of each TODO. They only translate. A check or a repair here would test this file
-- instead of the SDK.

-- TODO: local mySdk = require("my-sdk")

local calls = {}

-- What is tested; the loop adds the methods.
calls.description = {
  -- TODO: what is tested.
  sdk = { name = "my-sdk", version = "0.0.0", language = "Lua" },
  -- "system" if your SDK reads the clock itself; timestamp is then not sent.
  clock = "injected",
  -- "own" if your SDK makes the Authorization value itself.
  authorization = "given",
  -- What your SDK does not take, cannot leave out or does not have, say with joinParams, limits, always, operations,
  -- members and tells: see the guide of adapters.
}

-- false for what your SDK does not have. null in a question is json.null of dkjson. An example:
--
--   ["token.issue"] = function(p)
--     return { token = mySdk.issue(p.appId, p.appSecret, p.joinParams, p.timestamp) }
--   end,
calls.table = {
  -- TODO token.issue: appId, appSecret, joinParams (table), timestamp -> token
  ["token.issue"] = false,
  -- TODO token.verify: token, appId, appSecret, now -> valid = true and joinParams (table), or valid = false and reason,
  -- which may be left out
  ["token.verify"] = false,
  -- TODO token.params: joinParamsJson (text, to be encoded as it is) -> params
  ["token.params"] = false,
  -- TODO token.signature: version, appId, timestamp, params, appSecret -> signature
  ["token.signature"] = false,
  -- TODO client.call: baseUrl, appId, appSecret, timeoutMillis, authorization, operation, body (table) -> ok = true,
  -- status and, after auth.token, token; or ok = false, kind (http, network, timeout or protocol), and status and code
  -- if known
  ["client.call"] = false,
}

-- Code, message and reason for an error of the SDK; nil stands for code 3.
function calls.translate(err)
  -- TODO: the errors by which your SDK refuses, with one of the reasons missing-field, wrong-type, out-of-range,
  -- empty-secret and malformed:
  -- if mySdk.isRefused(err) then return 1, "refused", "out-of-range" end
  -- Code 2 is for SDKs that cannot take what the question says.
end

return calls
