-- The loop of an adapter: reads questions, writes answers. It needs no change; the calls are in calls.lua.
local json = require("dkjson")

-- What the SDK prints goes to standard error: on standard output it would land between two answers.
local answers = io.stdout
io.output(io.stderr)
function print(...)
  io.stderr:write(table.concat({ ... }, "\t"), "\n")
end

package.path = (arg[0]:match("^.*/") or "./") .. "?.lua;" .. package.path
local calls = require("calls")

-- An error of the protocol: code, message and, for code 1, the reason.
local function failure(code, message, reason)
  return { error = { code = code, message = message, data = reason and { reason = reason } } }
end

local offered = {} -- what is false is not
for name, call in pairs(calls.table) do
  if call then
    offered[#offered + 1] = name
  end
end
table.sort(offered)

-- channelproof asks this first.
local function describe()
  local described = { protocol = 1, methods = setmetatable(offered, { __jsontype = "array" }) }
  for name, value in pairs(calls.description) do
    described[name] = value
  end
  return described
end

-- The result or the error of one question, whatever goes wrong.
local function outcome(question)
  local call = question.method == "describe" and describe or calls.table[question.method]
  if not call then
    return failure(-32601, "method not offered")
  end
  local done, result = pcall(call, question.params)
  if done then
    return { result = result }
  end
  local code, message, reason = calls.translate(result)
  -- Without the text of the error, which may hold a secret.
  return failure(code or 3, message or "unexpected error", reason)
end

local function answer(line)
  -- With json.null, since a member that is nil would not be there.
  local question = json.decode(line, 1, json.null)
  local readable = type(question) == "table" and type(question.method) == "string"
  local message = readable and outcome(question) or failure(3, "unreadable question")
  message.jsonrpc = "2.0"
  message.id = readable and question.id or json.null
  return json.encode(message)
end

-- Lines of bytes, which end at line feeds only.
for line in io.stdin:lines("l") do
  answers:write(answer(line), "\n")
  answers:flush()
end
