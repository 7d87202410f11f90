-- Hosts that are programs of their own, with a Lua inside of them: the engine in Lua runs there as docs/without-c.md
-- says. In Neovim the plugin of examples/neovim is played by its keys; in Redis or Valkey, and in Pandoc, a script that
-- begins with the file that `make single` makes finds moves. What is not installed is left out by name.

local alphabeta = require "alphabeta"
local fallback = require "alphabeta.fallback.core"
local files = require "spec.support.files"
local script = require "spec.support.script"

-- A program that is there, of several; nil when none is.
local function find_program(...)
  for _, name in ipairs {...} do
    if script.has_program(name) then return name end
  end
end

-- What a shell's commands print, in a folder that has these files.
local function run(texts, commands)
  return (script.in_folder(texts, function(folder)
    return script.output_of(("(root=$PWD; cd %s && { %s\n}) 2>&1"):format(folder, commands))
  end))
end

-- The module's text as a function, and a game behind it.
local function script_for_host()
  local text = assert(loadfile ".ci/single.lua")("engine")
  return ("local function load_alphabeta(...)\n%s\nend\n%s\n"):format(text, files.read "spec/hosts/nim.lua")
end

-- What `answer` of spec/hosts/nim.lua says.
local function expected_answer()
  local load_text = loadstring or load -- luacheck: ignore 113
  local text = files.read "spec/hosts/nim.lua" .. "\nreturn answer"
  local own = setmetatable({_ENGINE = "Lua", new = fallback.new}, {__index = alphabeta})
  return assert(load_text(text))()(own, 13)
end

describe("In a host,", function()
  if not script.has_shell then
    pending "the engine in Lua searches (not here: there is no shell)"
    return
  end

  it("Neovim, the plugin of the examples plays a match, and the editor goes on meanwhile", function()
    if not find_program "nvim" then pending "nvim is not here" end
    local output = run({}, [[
      mkdir -p plugin/lua/games
      cp -R "$root/examples/neovim/." plugin
      cp -R "$root/lua/alphabeta" plugin/lua
      cp "$root/examples/games/reversi.lua" plugin/lua/games
      unset LUA_PATH LUA_CPATH LUA_INIT LD_PRELOAD
      HOME=$PWD XDG_STATE_HOME=$PWD nvim --headless -u NONE -i NONE --cmd "set rtp^=plugin" \
        -c "runtime plugin/reversi.lua" -c "luafile $root/spec/hosts/neovim.lua"
    ]])
    local told = {}
    for name, value in output:gmatch "([^\r\n\t]+)\t([^\r\n]*)" do told[name] = value end
    assert.same({"Lua", "true", "true", "true", "true"}, {told.engine, told.over, told.ticks, told.closed, told.done},
      output)
    assert.is_true(tonumber(told.slices) > 0 and tonumber(told.moves) > 0, output)
    assert.matches("The match is over%.$", told.last)
  end)

  it("Redis or Valkey, a script and a function of a library find moves", function()
    local server = find_program("valkey-server", "redis-server")
    if not server then pending "redis-server is not here" end
    local text = script_for_host()
    local output = run({
      ["script.lua"] = text .. "return answer(load_alphabeta(), tonumber(ARGV[1]), ARGV[2] == 'slices')\n",
      ["library.lua"] = "#!lua name=nim\n" .. text .. [[
        local alphabeta -- no global of Lua's is there while a library is loaded
        redis.register_function("answer", function(_, arguments)
          alphabeta = alphabeta or load_alphabeta()
          return answer(alphabeta, tonumber(arguments[1]), arguments[2] == "slices")
        end)
      ]],
    }, ([[
      { %s --port 0 --unixsocket "$PWD/socket" --save '' --dir "$PWD"; : >ended; } >/dev/null 2>&1 &
      until [ -S socket ] || [ -e ended ]; do sleep 0.05; done
      ask() { %s -s "$PWD/socket" "$@"; }
      sha=$(ask -x SCRIPT LOAD <script.lua)
      ask EVALSHA $sha 0 13
      ask EVALSHA $sha 0 13 slices
      ask -x FUNCTION LOAD <library.lua
      ask FCALL answer 0 13
      ask FCALL answer 0 13 slices
      ask SHUTDOWN NOSAVE
      wait
    ]]):format(server, (server:gsub("server", "cli"))))
    local answer = expected_answer()
    assert.equal(table.concat({answer, answer, "nim", answer, answer}, "\n"), (output:gsub("%s+$", "")))
  end)

  it("Pandoc, a filter finds moves", function()
    if not find_program "pandoc" then pending "pandoc is not here" end
    local output = run({
      ["filter.lua"] = script_for_host() .. [[
        local alphabeta = load_alphabeta()
        function Para(paragraph)
          local heap, mode = pandoc.utils.stringify(paragraph):match "^nim (%d+) ?(%a*)$"
          return pandoc.Para {pandoc.Str(answer(alphabeta, tonumber(heap), mode == "slices"))}
        end
      ]],
      ["page.md"] = "nim 13\n\nnim 13 slices\n",
    }, "unset LUA_PATH LUA_CPATH LD_PRELOAD; pandoc -f markdown -t plain --lua-filter filter.lua page.md")
    assert.equal(expected_answer() .. "\n\n" .. expected_answer() .. "\n", output)
  end)
end)
