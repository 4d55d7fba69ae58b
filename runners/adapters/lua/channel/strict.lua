-- Reads JSON as RFC 8259 has it. dkjson alone takes comments, missing commas and text behind the value, and of two
-- members of one name it keeps the last.
local json = require("dkjson")
local lpeg = require("lpeg")

local P, R, S, V = lpeg.P, lpeg.R, lpeg.S, lpeg.V

-- A number that Lua does not change: no integer above 64 bits, and not 1e400.
local function fits(_, position, text)
  local number = tonumber(text)
  local isWhole = not text:find("[.eE]")
  return math.abs(number) < math.huge and isWhole == (math.type(number) == "integer") and position
end

local space, digit, hex = S(" \t\r\n") ^ 0, R("09"), R("09", "af", "AF")
local whole = P("-") ^ -1 * (P("0") + R("19") * digit ^ 0)
local number = whole * (P(".") * digit ^ 1) ^ -1 * (S("eE") * S("+-") ^ -1 * digit ^ 1) ^ -1
local escape = P("\\") * (S('"\\/bfnrt') + P("u") * hex * hex * hex * hex)
local text = P('"') * (escape + (1 - S('"\\') - R("\0\31"))) ^ 0 * P('"')

local function list(opening, item, closing)
  return P(opening) * space * (item * (P(",") * space * item) ^ 0) ^ -1 * P(closing)
end

-- One capture for each name.
local grammar = lpeg.Ct(space * P({
  "value",
  value = (list("{", V("member"), "}") + list("[", V("value"), "]") + text + lpeg.Cmt(number, fits) + "true" + "false" + "null")
    * space,
  member = lpeg.Cp() * text * space * ":" * space * V("value"),
}) * -1)

local function countNames(value)
  local count = 0
  if type(value) == "table" and value ~= json.null then
    local isObject = getmetatable(value).__jsontype == "object"
    for _, member in pairs(value) do
      count = count + countNames(member) + (isObject and 1 or 0)
    end
  end
  return count
end

-- The value of a JSON text, with json.null for null; nil if it is none.
return function(source)
  -- LPeg ends what is nested too deep by an error.
  local matched, names = pcall(lpeg.match, grammar, source)
  if not matched or not names or not utf8.len(source) then
    return nil
  end
  local value = json.decode(source, 1, json.null)
  -- A surrogate that was written as an escape is no UTF-8 once it is read.
  return countNames(value) == #names and utf8.len(json.encode(value)) and value or nil
end
