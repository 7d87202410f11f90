-- Flips features of Zobrist keys without a call into C, on LuaJIT.
-- Private. A key is the same userdata as elsewhere; only its method `flip` is another one, which LuaJIT compiles
-- together with the game. What is not one to three right features is left to the method in C, which raises the errors.

local bxor, tobit = require("bit").bxor, require("bit").tobit
local getmetatable, select, type = getmetatable, select, type

local KEY = [[struct {
  int32_t first_mark, second_mark; union {uint64_t value; struct {int32_t first, second;};}; const int32_t *features;
}]]

-- Replaces the method.
-- @param ffi
-- @tparam table layout see csrc/binding/base/zobrist.h
-- @return the type of a pointer to a key: its fields `first` and `second` are the halves of its value. A userdata is a
-- key if its metatable is hidden by `layout.hidden_by`, and the fields `first_mark` and `second_mark` are those of
-- `layout`; without the first, the pointer may lead nowhere: a light userdata is any address, and a closed file none
return function(ffi, layout)
  local cast = ffi.cast
  local to_key = ffi.typeof(KEY .. " *")
  if ffi.sizeof(KEY) ~= layout.size or ffi.offsetof(KEY, "first_mark") ~= layout.mark
    or ffi.offsetof(KEY, "value") ~= layout.value or ffi.offsetof(KEY, "features") ~= layout.features
    or layout.count % 4 ~= 0 or layout.numbers % 4 ~= 0 then return nil end
  local COUNT, NUMBERS = layout.count / 4, layout.numbers / 4 - 2
  local flip, first_mark, second_mark = layout.flip, layout.first_mark, layout.second_mark
  local hidden_by = layout.hidden_by

  function layout.methods.flip(self, ...)
    local count = select("#", ...)
    if count == 0 or count > 3 or type(self) ~= "userdata" or getmetatable(self) ~= hidden_by then
      return flip(self, ...)
    end
    local key = cast(to_key, self)
    if key.first_mark ~= first_mark or key.second_mark ~= second_mark then return flip(self, ...) end
    local features = key.features
    local largest, first, second = features[COUNT], key.first, key.second
    for nth = 1, count do
      local feature = select(nth, ...)
      if type(feature) ~= "number" or tobit(feature) ~= feature or feature < 1 or feature > largest then
        return flip(self, ...)
      end
      local place = NUMBERS + 2 * feature
      first, second = bxor(first, features[place]), bxor(second, features[place + 1])
    end
    key.first, key.second = first, second
    return self
  end

  return to_key
end
