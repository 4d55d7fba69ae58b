-- Makes access tokens of the Real-Time Channel Service (sections 2.1, 2.2, 4.5). No function reads the clock or the
-- environment, and no message holds a secret.
local hmac = require("openssl.hmac")
local json = require("dkjson")
local mime = require("mime")

local token = { VERSION = "02", DAY = 86400 } -- section 9 item 1

local Refused = {}

-- A call that makes no token: an error whose reason is a stable code.
function token.refuse(reason, name)
  error(setmetatable({ reason = reason, name = name }, Refused))
end

function token.isRefused(err)
  return getmetatable(err) == Refused
end

local function isText(value)
  return type(value) == "string"
end

-- 60.0 is a float, and would be sent as it is.
local function isWhole(value)
  return math.type(value) == "integer"
end

-- Section 2.1. No other bound is shown, so no other is checked: negative numbers and empty ids are the service's to
-- judge.
local FIELDS = {
  { name = "channelId", fits = isText, required = true },
  { name = "userId", fits = isText, required = true },
  { name = "privileges", fits = isWhole },
  { name = "channelDuration", fits = isWhole },
  { name = "duration", fits = isWhole, maximum = token.DAY },
  { name = "size", fits = isWhole },
  { name = "delayClose", fits = isWhole, maximum = token.DAY },
}

-- Refuses what does not follow section 2.1.
function token.checkJoinParams(joinParams)
  local kind = (getmetatable(joinParams) or {}).__jsontype
  if type(joinParams) ~= "table" or kind == "array" or joinParams == json.null then
    token.refuse("wrong-type", "joinParams")
  end
  for _, field in ipairs(FIELDS) do
    local value = joinParams[field.name]
    if value == nil then
      if field.required then
        token.refuse("missing-field", field.name)
      end
    elseif not field.fits(value) then
      token.refuse("wrong-type", field.name)
    elseif field.maximum and value > field.maximum then
      token.refuse("out-of-range", field.name)
    end
  end
end

-- Standard base64 with padding. b64 breaks no lines (section 4.5 note 2): wrp would.
function token.standardBase64(bytes)
  return (mime.b64(bytes))
end

-- The params part for a JSON text, which is taken exactly as given.
function token.encodeParams(joinParamsJson)
  return token.standardBase64(joinParamsJson)
end

-- The bytes of HMAC-SHA256 with the app secret as key (section 4.5).
function token.mac(message, appSecret)
  if appSecret == "" then
    token.refuse("empty-secret", "appSecret")
  end
  return hmac.new(appSecret, "sha256"):final(message)
end

-- The signature part (section 4.5).
function token.sign(version, appId, timestamp, params, appSecret)
  return token.standardBase64(token.mac(version .. appId .. timestamp .. params, appSecret))
end

-- A token (section 2.2) for a table of join parameters.
function token.issue(appId, appSecret, joinParams, timestamp)
  token.checkJoinParams(joinParams)
  local seconds = string.format("%d", timestamp) -- a float would say 1700000000.0
  local params = token.encodeParams(json.encode(joinParams))
  local signature = token.sign(token.VERSION, appId, seconds, params, appSecret)
  return table.concat({ token.VERSION, appId, seconds, params, signature }, ".")
end

return token
