-- The C sources: no files form a circle, a room uses only those below it, and every function has a comment.

local files = require "spec.support.files"
local script = require "spec.support.script"
local sorted_keys = require "spec.support.sorted_keys"

--- The rooms, from the bottom to the top: a file uses its own room and those before it. The first five know no Lua.
local ROOMS = {
  "native", "system", "table", "engine", "uct",
  "binding/base", "binding/root", "binding/driver", "binding/pool", "binding/api",
}

local SOURCES = {}
for _, path in ipairs(files.below("csrc", "%.[ch]$")) do SOURCES[path] = files.read_text(path) end

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

--- The files of {name = {name that it uses = how}} that form circles or lead to one, each with what it uses of them.
local function circles(uses)
  local left, found, is_less = {}, {}, true
  for name in pairs(uses) do left[name] = true end
  local function used_by(name)
    for _, used in ipairs(sorted_keys(uses[name])) do
      if left[used] then return used end
    end
    return nil
  end
  while is_less do
    is_less = false
    for name in pairs(left) do
      if not used_by(name) then left[name], is_less = nil, true end
    end
  end
  for i, name in ipairs(sorted_keys(left)) do
    found[i] = ("%s -(%s)-> %s"):format(name, uses[name][used_by(name)], used_by(name))
  end
  return found
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

--- What `#include` lines name: {path = {path that it includes = "#include"}}; Lua's headers by their names.
local function read_includes()
  local uses = {}
  for path, text in pairs(SOURCES) do
    uses[path] = {}
    for mark, header in text:gmatch '#%s*include%s+(["<])([^">]+)' do
      local whole = mark == '"' and path:gsub("[^/]+$", "") .. header or header:match "^l[ua]%l+%.h$"
      while whole and whole:find("/../", 1, true) do whole = whole:gsub("[^/]+/%.%./", "", 1) end
      if whole then uses[path][whole] = "#include" end
    end
  end
  return uses
end

--- Where code uses a field of an engine, or calls one by another name, under which fields would not be seen: the texts.
local function uses_of_fields(code)
  local found = {}
  for _, pattern in ipairs {"%f[%w_]engine%s*%->%s*[%a_]+", "%f[%w_]engine%s*%.%s*[%a_]+"} do
    for text in code:gmatch(pattern) do found[#found + 1] = text end
  end
  for name in code:gmatch "%f[%w_]ab_engine%f[^%w_]%s*%**%s*([%a_]+)" do
    if name ~= "engine" then found[#found + 1] = "ab_engine " .. name end
  end
  return found
end

--- The functions of sources, {path = text}, that have no comment above their definition nor above a declaration; and
-- how many functions there are. A body begins with a line of its own.
local function uncommented(sources)
  local commented, count, missing = {}, 0, {}
  for _, text in pairs(sources) do
    for name in text:gmatch "%*/\n[^;{}#/]-([%w_]+)%b()[^;{}()]*;" do commented[name] = true end
  end
  for path, text in pairs(sources) do
    for paragraph in (text:gsub("\n\n+", "\n\n\0") .. "\0"):gmatch "(%Z+)%z" do
      local head = paragraph:match "^(.-)\n{\n"
      local name = head and head:gsub("__attribute__%s*%b()", ""):match "([%w_]+)%s*%b()%s*$"
      count = count + (name and 1 or 0)
      local is_commented = commented[name] or head and (head:find "%*/\n" or head:find "//")
      if name and not is_commented then missing[#missing + 1] = path .. ": " .. name end
    end
  end
  table.sort(missing)
  return missing, count
end

describe("files in C", function()
  -- A call needs the header of the function, so the rooms are those of the headers.
  it("form no circle", function()
    local tag = os.getenv "ALPHABETA_TAG" -- the build that `make test` tests
    local uses = tag and read_uses("csrc", tag)
    if not uses then return pending "the object files of this build are not there, or no nm to read them with" end
    local used = 0
    for _, set in pairs(uses) do used = used + #sorted_keys(set) end
    assert.is_true(used > 50, "hardly a file uses another")
    assert.are.same({}, circles(uses))
  end)

  it("include headers of their own room and of those below it, and Lua's in the binding alone", function()
    local uses = read_includes()
    assert.is_truthy(uses["csrc/table/table.h"]["csrc/system/memory.h"])
    assert.are.same({}, arrows_up(uses))
    local with_lua = 0
    for path, used in pairs(uses) do
      for header in pairs(used) do
        if header:find "^l" then
          with_lua = with_lua + 1
          assert.is_truthy(path:find "^csrc/binding/", path .. ": " .. header)
        end
      end
    end
    assert.is_true(with_lua > 0)
  end)

  it("lie in one of the rooms", function()
    for path in pairs(SOURCES) do assert.is_truthy(height_of(path), path) end
  end)

  it("have a comment above every function", function()
    local missing, count = uncommented(SOURCES)
    assert.are.same({}, missing)
    assert.is_true(count > 1000, count)
  end)

  it("keep the differences of the Luas in fewer than 60 lines", function()
    local _, count = SOURCES["csrc/binding/base/compat.h"]:gsub("\n", "")
    assert.is_true(count < 60, ("compat.h has %d lines"):format(count))
  end)
end)

it("the binding knows of the engine what its contract says: engine.h, and no field", function()
  local found = {}
  for path, uses in pairs(read_includes()) do
    local is_binding = path:find "^csrc/binding/"
    for used in pairs(is_binding and uses or {}) do
      if used:find "^csrc/engine/" and used ~= "csrc/engine/engine.h" then
        found[#found + 1] = path .. " includes " .. used
      end
    end
    local code = is_binding and SOURCES[path]:gsub("/%*.-%*/", " "):gsub("#%s*include[^\n]*", "") or ""
    for _, text in ipairs(uses_of_fields(code)) do found[#found + 1] = path .. ": " .. text end
  end
  assert.are.same({}, found)
end)

-- The searches above find what they look for.
describe("a search in C sources", function()
  it("finds fields by a pointer and in a struct, and engines of other names", function()
    assert.are.same({"engine->ply", "engine.state"}, uses_of_fields "search->engine.state + engine->ply")
    assert.are.same({"ab_engine own"}, uses_of_fields "const ab_engine *own = &search->engine;")
    assert.are.same({}, uses_of_fields "ab_engine *engine = f(&search->engine); ab_engine_ply(engine);")
  end)

  it("finds circles, with how they come about, and none where two ways lead to one file", function()
    assert.are.same({"a -(f)-> b", "b -(g)-> c", "c -(h)-> d", "d -(i)-> b"},
      circles {a = {b = "f"}, b = {c = "g", e = "j"}, c = {d = "h"}, d = {b = "i"}, e = {}})
    assert.are.same({}, circles {a = {b = "f", c = "g"}, b = {d = "h"}, c = {d = "h"}, d = {}})
  end)

  it("finds functions without a comment above the definition or the declaration", function()
    for source, expected in pairs {
      ["/* Adds. */\nstatic int add(int a,\n               int b)\n{\n  return a + b;\n}\n"] = false,
      ["/* Adds. */\nAB_FUNC int add(int a, int b);\n\nint add(int a, int b)\n{\n}\n"] = false,
      ["/* Now. */\n#if defined(_WIN32)\ndouble now(void)\n{\n}\n#endif\n"] = false,
      ["static const int sizes[] = {sizeof(int)};\nstruct box {\n  int (*open)(void);\n};\n"] = false,
      ["/* Far away. */\n\nstatic int add(int a, int b)\n{\n}\n"] = "a.c: add",
      ["int add(int, int);\nint add(int a, int b)\n{\n  if (a) { return b; }\n}\n"] = "a.c: add",
      ["const char *name(void)\n{\n}\n"] = "a.c: name",
    } do
      assert.are.equal(expected, uncommented({["a.c"] = source})[1] or false, source)
    end
  end)
end)
