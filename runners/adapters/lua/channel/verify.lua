-- Checks access tokens of the Real-Time Channel Service (sections 2.1, 2.2, 4.5).
local mime = require("mime")
local strict = require("channel.strict")
local token = require("channel.token")

local function split(text)
  local parts = {}
  for part in (text .. "."):gmatch("([^.]*)%.") do
    parts[#parts + 1] = part
  end
  return parts
end

-- 18 digits are what an integer holds for certain.
local function isTime(text)
  return text:find("^[0-9]+$") and #text <= 18
end

local function decode(text)
  return (mime.unb64(text)) or ""
end

-- Encodes again and compares: unb64 skips foreign characters, and takes unused bits (RFC 4648 section 3.5).
local function isBase64(text)
  return token.standardBase64(decode(text)) == text
end

-- In a time that says nothing about where they differ: MACs of both are compared.
local function isSame(one, other, key)
  return token.mac(one, key) == token.mac(other, key)
end

-- The join parameters, unless they break section 2.1.
local function readParams(text)
  local joinParams = strict(text)
  return pcall(token.checkJoinParams, joinParams) and joinParams or nil
end

-- The join parameters of a valid token, or nil and the reason; `now` in Unix seconds. An empty secret is refused.
return function(text, appId, appSecret, now)
  local parts = split(text)
  local version, tokenAppId, timestamp, params, signature = table.unpack(parts)
  if #parts ~= 5 or not isTime(timestamp) or not isBase64(params) or not isBase64(signature) then
    return nil, "malformed"
  elseif version ~= token.VERSION then
    return nil, "version"
  elseif tokenAppId ~= appId then
    return nil, "app"
  end
  -- Section 4.5: over the parts as received; a second JSON encoding may differ.
  if not isSame(token.sign(version, tokenAppId, timestamp, params, appSecret), signature, appSecret) then
    return nil, "signature"
  end
  local joinParams = readParams(decode(params))
  if not joinParams then
    return nil, "params"
  end
  -- Section 2.1: validity starts at the token's timestamp.
  if now > tonumber(timestamp) + (joinParams.duration or token.DAY) then
    return nil, "expired"
  end
  return joinParams
end
