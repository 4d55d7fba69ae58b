-- Calls the Real-Time Channel Service over plain HTTP (sections 4, 5 and 7), on the lower functions of LuaSocket. No
-- message holds a secret or the Authorization value.
local http = require("socket.http")
local json = require("dkjson")
local rand = require("openssl.rand")
local socket = require("socket")
local strict = require("channel.strict")
local token = require("channel.token")
local url = require("socket.url")

local BODY_LIMIT = 16 << 20

-- Sections 4.1 to 4.4.
local ROUTES = {
  ["auth.token"] = { "POST", "/auth/token" },
  ["streaming.start"] = { "POST", "/streaming/start" },
  ["streaming.update"] = { "PUT", "/streaming/update" },
  ["streaming.stop"] = { "POST", "/streaming/stop" },
}

-- By the error of LuaSocket; all others are of the network.
local KINDS = {
  timeout = "timeout",
  oversized = "protocol",
  ["no HTTP"] = "protocol",
  ["malformed response headers"] = "protocol",
  ["invalid chunk size"] = "protocol",
}

-- A socket whose steps all end at one time; LuaSocket limits each step and not the whole.
local function limited(deadline)
  local sock = socket.try(socket.tcp())
  return setmetatable({}, {
    __index = function(_, name)
      return function(_, ...)
        sock:settimeout(math.max(0, deadline - socket.gettime()), "t")
        return sock[name](sock, ...)
      end
    end,
  })
end

-- Header lines and body, without a connection that is kept: a POST that finds one dead could not be repeated without
-- the risk of doing it twice.
local function requestText(route, target, authorization, body)
  return table.concat({
    route[1] .. " " .. target.path .. " HTTP/1.1",
    "Host: " .. target.authority,
    "Content-Type: application/json",
    "Content-Length: " .. #body,
    "Authorization: " .. authorization,
    -- Section 4: 32 hexadecimal digits.
    "Tracking-Id: " .. rand.bytes(16):gsub(".", function(byte)
      return ("%02x"):format(byte:byte())
    end),
    "Connection: close",
    "",
    body,
  }, "\r\n")
end

-- Status and header fields of the final answer (RFC 9110 section 15.2).
local function receiveHead(connection)
  repeat
    -- Without a status, LuaSocket would take the text for HTTP 0.9.
    local status = socket.try(connection:receivestatusline(), "no HTTP")
    local fields = connection:receiveheaders()
    if status == 101 or status >= 200 then
      return status, fields
    end
  until false
end

local receiveBody = socket.protect(function(connection, fields)
  local pieces, length = {}, 0
  connection:receivebody(fields, function(piece)
    pieces[#pieces + 1] = piece
    length = length + #(piece or "")
    if length > BODY_LIMIT then
      return nil, "oversized"
    end
    return 1
  end)
  return table.concat(pieces)
end)

-- Status and body; nil and the error if no complete answer came. Redirects are not followed.
local exchange = socket.protect(function(target, seconds, request)
  local deadline = socket.gettime() + seconds
  local connection = http.open(target.host, tonumber(target.port) or 80, function()
    return limited(deadline)
  end)
  connection.c:send(request) -- a server may answer before it has read all: its answer counts
  local status, fields = receiveHead(connection)
  if status == 101 or status == 204 or status == 304 then
    connection:close()
    return status, ""
  end
  local body, problem = receiveBody(connection, fields)
  connection:close()
  -- A body that is cut off does not mask an error status.
  local isLost = problem and not KINDS[problem]
  return socket.try(body or (isLost and status ~= 200 and "") or nil, problem) and status, body or ""
end)

-- The first error code, however deep: the shape of error bodies is not shown (section 7).
local function codeIn(value)
  if type(value) ~= "table" then
    return nil
  end
  for _, name in ipairs({ "code", "errorCode", "error_code", "error" }) do
    local text = value[name]
    if type(text) == "string" and text:find("^%a+%.[%a.]*%a$") and not text:find("..", 1, true) then
      return text
    end
  end
  for _, member in pairs(value) do
    local code = codeIn(member)
    if code then
      return code
    end
  end
end

local Client = {}
Client.__index = Client

-- One call of sections 4.1 to 4.4: a table of status and, after auth.token, token; or nil and a table of kind (http,
-- network, timeout, protocol) and, where they are known, status and code.
function Client:call(operation, body)
  local route = ROUTES[operation] or token.refuse("malformed", "operation")
  local target = url.parse(self.baseUrl .. route[2])
  if target.scheme ~= "http" then
    token.refuse("malformed", "baseUrl")
  end
  local status, received = exchange(target, self.seconds, requestText(route, target, self.authorization, json.encode(body)))
  if not status then
    return nil, { kind = KINDS[received] or "network" }
  end
  local value = strict(received)
  if status ~= 200 then
    return nil, { kind = "http", status = status, code = codeIn(value) }
  end
  -- Section 7.2: what the body of a streaming answer holds is not shown.
  if operation ~= "auth.token" then
    return { status = status }
  end
  local found = type(value) == "table" and value.token
  if type(found) ~= "string" then
    return nil, { kind = "protocol", status = status }
  end
  return { status = status, token = found }
end

-- `authorization` is the whole value of the header (section 5); `seconds` limits each call as a whole.
local function new(baseUrl, authorization, seconds)
  if authorization:find("[\0-\8\10-\31\127]") then -- a line break would start another header
    token.refuse("malformed", "authorization")
  end
  return setmetatable({ baseUrl = baseUrl:gsub("/+$", ""), authorization = authorization, seconds = seconds }, Client)
end

return { new = new }
