-- Which file of the C sources uses which: no files form a circle, and a room uses only those below it.

local files = require "spec.support.files"
local script = require "spec.support.script"
local sorted_keys = require "spec.support.sorted_keys"

--- The rooms, from the bottom to the top: a file uses its own room and those before it. The first five know no Lua.
local ROOMS = {
  "native", "system", "table", "engine", "uct",
  "binding/base", "binding/root", "binding/driver", "binding/pool", "binding/api",
}

--- {source = {source that it uses = a symbol by which it does}}, as the linker sees it, of the C sources below `folder`
-- of the build with that tag; nil when there are no symbols to be read.
local function read_uses(folder, tag)
  local sources, objects, definer, needs, uses = {}, {}, {}, {}, {}
  for i, source in ipairs(files.below(folder, "%.c$")) do
    local build = source:find "^csrc/binding/" and tag or "engine" .. tag:gsub("^[^-]*", "")
    objects[i] = "build/" .. build .. source:gsub("^csrc", "/obj"):gsub("c$", "o")
    sources[objects[i]] = source
    needs[source] = {}
  end
  local source
  -- A sanitizer is for the module, not for the tool that reads it.
  local symbols = script.output_of("LD_PRELOAD= nm -P " .. table.concat(objects, " ") .. " 2>/dev/null")
  for line in symbols:gmatch "[^\n]+" do
    local name, kind = line:match("^(%S+) (%a)")
    if sources[line:match("^(.*):$")] then
      source = sources[line:match("^(.*):$")]
    elseif kind == "U" then
      needs[source][name] = true
    elseif kind and kind:match("[TDRBC]") then
      definer[name] = source
    end
  end
  if next(definer) == nil then return nil end
  for user, needed in pairs(needs) do
    uses[user] = {}
    for name in pairs(needed) do
      local used = definer[name]
      if used and used ~= user and (uses[user][used] or "~") > name then uses[user][used] = name end
    end
  end
  return uses
end

--- A circle in {name = {name that it uses = how}}, as "a -(how)-> b -(how)-> a"; nil when there is none.
local function find_circle(uses)
  local finished, path, place = {}, {}, {}
  local function visit(name)
    if finished[name] then return nil end
    if place[name] then
      local words = {}
      for i = place[name], #path do
        words[#words + 1] = ("%s -(%s)-> "):format(path[i], uses[path[i]][path[i + 1] or name])
      end
      return table.concat(words) .. name
    end
    path[#path + 1] = name
    place[name] = #path
    for _, used in ipairs(sorted_keys(uses[name])) do
      local circle = visit(used)
      if circle then return circle end
    end
    path[#path] = nil
    place[name] = nil
    finished[name] = true
    return nil
  end
  for _, name in ipairs(sorted_keys(uses)) do
    local circle = visit(name)
    if circle then return circle end
  end
  return nil
end

--- The height of a file's room, by its path; nil outside of all rooms.
local function height_of(path)
  local room = path:match("^csrc/(.+)/[^/]+$")
  for height, name in ipairs(ROOMS) do
    if name == room then return height end
  end
  return nil
end

--- The files of {path = {path that it uses = how}} that use a room above their own, each with what and how.
local function arrows_up(uses)
  local found = {}
  for _, path in ipairs(sorted_keys(uses)) do
    for _, used in ipairs(sorted_keys(uses[path])) do
      if (height_of(used) or 0) > height_of(path) then
        found[#found + 1] = ("%s -(%s)-> %s"):format(path, uses[path][used], used)
      end
    end
  end
  return found
end

--- What `#include` lines name: {path = {path that it includes = "#include"}}.
local function read_includes()
  local uses = {}
  for _, path in ipairs(files.below("csrc", "%.[ch]$")) do
    uses[path] = {}
    for line in io.lines(path) do
      local header = line:match('^#%s*include%s+"([^"]+)"')
      local whole = header and path:gsub("[^/]+$", "") .. header
      while whole and whole:find("/../", 1, true) do whole = whole:gsub("[^/]+/%.%./", "", 1) end
      if whole then uses[path][whole] = "#include" end
    end
  end
  return uses
end

--- The code of a C source, without comments.
local function code_of(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read "*a"
  file:close()
  return (text:gsub("/%*.-%*/", " "))
end

--- Where code uses a field of an engine, or calls one by another name, under which fields would not be seen: the texts.
local function uses_of_fields(code)
  local found = {}
  for _, pattern in ipairs({"%f[%w_]engine%s*%->%s*[%a_]+", "%f[%w_]engine%s*%.%s*[%a_]+"}) do
    for text in code:gmatch(pattern) do found[#found + 1] = text end
  end
  for name in code:gmatch("%f[%w_]ab_engine%f[^%w_]%s*%**%s*([%a_]+)") do
    if name ~= "engine" then found[#found + 1] = "ab_engine " .. name end
  end
  return found
end

--- What the linker sees of the module under test; nil, "why" when that cannot be read.
local function uses_of_build(folder)
  local tag = os.getenv("ALPHABETA_TAG")
  if not tag then return nil, "make test says which build it tests (ALPHABETA_TAG)" end
  local uses = read_uses(folder, tag)
  if not uses then return nil, "there is no nm to read object files with" end
  return uses
end

describe("files in C", function()
  it("form no circle", function()
    local uses, why = uses_of_build("csrc")
    if not uses then return pending(why) end
    local used = 0
    for _, set in pairs(uses) do used = used + #sorted_keys(set) end
    assert.is_true(used > 50, "hardly a file uses another")
    assert.is_nil(find_circle(uses))
  end)

  it("call functions of their own room and of those below it", function()
    local uses, why = uses_of_build("csrc")
    if not uses then return pending(why) end
    assert.are.same({}, arrows_up(uses))
  end)

  it("include headers of their own room and of those below it", function()
    local uses = read_includes()
    assert.is_truthy(uses["csrc/binding/driver/rules.c"]["csrc/binding/base/search.h"]
      or uses["csrc/binding/driver/driver.h"]["csrc/binding/base/search.h"])
    assert.is_truthy(uses["csrc/table/table.h"]["csrc/system/memory.h"])
    assert.are.same({}, arrows_up(uses))
  end)

  it("lie in one of the rooms", function()
    for _, path in ipairs(files.below("csrc", "%.[ch]$")) do assert.is_truthy(height_of(path), path) end
  end)
end)

describe("the binding", function()
  it("knows of the engine what its contract says: engine.h, and no field", function()
    local uses, found = read_includes(), {}
    for _, path in ipairs(files.below("csrc/binding", "%.[ch]$")) do
      for used in pairs(uses[path]) do
        if used:find("^csrc/engine/") and used ~= "csrc/engine/engine.h" then
          found[#found + 1] = path .. " includes " .. used
        end
      end
      local code = code_of(path):gsub("#%s*include[^\n]*", "")
      for _, text in ipairs(uses_of_fields(code)) do found[#found + 1] = path .. ": " .. text end
    end
    assert.are.same({}, found)
  end)
end)

describe("the search for fields of the engine", function()
  it("finds them by a pointer and in a struct, and engines of other names", function()
    assert.are.same({"engine->ply", "engine.state"}, uses_of_fields("search->engine.state + engine->ply"))
    assert.are.same({"ab_engine own"}, uses_of_fields("const ab_engine *own = &search->engine;"))
    assert.are.same({}, uses_of_fields("ab_engine *engine = f(&search->engine); ab_engine_ply(engine);"))
  end)
end)

describe("the search for circles", function()
  it("finds the shortest one and longer ones, with how they come about", function()
    assert.are.equal("a -(f)-> b -(g)-> a", find_circle({a = {b = "f"}, b = {a = "g"}}))
    assert.are.equal("b -(g)-> c -(h)-> d -(i)-> b",
      find_circle({a = {b = "f"}, b = {c = "g"}, c = {d = "h"}, d = {b = "i"}}))
  end)

  it("finds none where two ways lead to one file", function()
    assert.is_nil(find_circle({a = {b = "f", c = "g"}, b = {d = "h"}, c = {d = "h"}, d = {}}))
  end)
end)

describe("the search for arrows up", function()
  it("finds a file that uses a room above its own", function()
    local uses = {
      ["csrc/binding/root/result.c"] = {["csrc/binding/driver/calls.c"] = "f", ["csrc/binding/base/search.c"] = "g"},
      ["csrc/binding/driver/calls.c"] = {["csrc/binding/driver/rules.c"] = "h", ["csrc/engine/engine.h"] = "#include"},
      ["csrc/table/table.c"] = {["csrc/system/memory.c"] = "i"},
    }
    assert.are.same({"csrc/binding/root/result.c -(f)-> csrc/binding/driver/calls.c"}, arrows_up(uses))
  end)
end)
