# ---- Releases -------------------------------------------------------------------------------------------------------

.PHONY: single dist
SINGLE_FILES = build/alphabeta.lua build/alphabeta-tools.lua build/alphabeta-engine.lua
single: $(SINGLE_FILES) ## join the Lua files: one for games, one with all tools, one with the engine alone
build/alphabeta.lua: KIND = players
build/alphabeta-tools.lua: KIND = all
build/alphabeta-engine.lua: KIND = engine
$(SINGLE_FILES): .ci/single.lua .ci/shorten.lua LICENSE $(LUA_SOURCES) \
		$(wildcard types/*.lua types/*/*.lua)
	$(need_lua)@mkdir -p $(@D)
	$(call say,LUA,$@)$(LUA) .ci/single.lua $(KIND) $@

dist: ## make the files of a release, in build/dist; ADDRESS=... says where they will be found, HOMEPAGE=... the project
	@sh .ci/dist.sh '$(ADDRESS)' '$(HOMEPAGE)'

# A rockspec names where its sources are by an absolute address, or LuaRocks, which fetches them from a folder of its
# own, does not find them.
pack: ## make a source rock of the commit, by LuaRocks, in build/pack
	mkdir -p build/pack
	sed 's|git+file://\.|git+file://$(CURDIR)|' rockspec/alphabeta-scm-1.rockspec >build/pack/alphabeta-scm-1.rockspec
	cd build/pack && luarocks pack alphabeta-scm-1.rockspec

# ---- LÖVE -----------------------------------------------------------------------------------------------------------

# LÖVE runs on LuaJIT, whichever Lua is chosen here. A program is put together in a folder as docs/love.md tells, with
# the libraries that are there: that of this platform, and that of Windows after `make windows LUA=luajit`.
LUAJIT = $(or $(JIT),$(error LuaJIT is not here: `make setup` installs it))
PLATFORM = $(shell $(LUAJIT) -e 'print(jit.os .. "-" .. jit.arch)')

# Which program, a folder of examples/love, and the rules that it needs.
PROGRAM ?= connect4
PROGRAM_FOLDER := build/love/$(PROGRAM)
RULES_connect4 := connect4 connect4_hashed
RULES_tree := tree tictactoe
RULES_reversi := reversi
RULES_whist := whist

.PHONY: play step play-now love love-folder love-add love-remove
play: ## play connect four against the module in LÖVE, which is installed when it is missing
step: ## walk through a search in LÖVE, step by step
step: PROGRAM = tree
play step:
	@command -v love >/dev/null || sh .ci/setup.sh play
	+@$(MAKE) --no-print-directory play-now PROGRAM=$(PROGRAM)

play-now: love-folder
	love $(PROGRAM_FOLDER)

love: love-folder ## pack the game into build/love/connect4.love; PROGRAM=tree packs the walk
	cd $(PROGRAM_FOLDER) && rm -f ../$(PROGRAM).love && zip -q -9 -X -r ../$(PROGRAM).love .

love-folder:
	+@$(MAKE) --no-print-directory LUA=$(LUAJIT) SANITIZE= all
	rm -rf $(PROGRAM_FOLDER)
	mkdir -p $(PROGRAM_FOLDER)/alphabeta/lib $(PROGRAM_FOLDER)/games
	cp -R examples/love/$(PROGRAM)/. examples/love/look $(PROGRAM_FOLDER)
	cp $(RULES_$(PROGRAM):%=examples/games/%.lua) $(PROGRAM_FOLDER)/games
	$(call copy_module,$(PROGRAM_FOLDER)/alphabeta)

# Copies the module and the libraries that are there into a folder, which has a folder lib.
copy_module = cp -R lua/alphabeta/. '$(1)'; \
  cp build/luajit/alphabeta/core.so '$(1)/lib/$(PLATFORM).so'; \
  if [ -f build/windows-luajit/alphabeta/core.dll ]; then \
    cp build/windows-luajit/alphabeta/core.dll '$(1)/lib/Windows-x64.dll'; fi

# GAME is the folder of a game for LÖVE. A folder alphabeta in it that is not this module's is left alone.
need_game = $(if $(GAME),,$(error GAME=folder is missing: the folder of a game for LÖVE, with its main.lua))
IS_OURS = grep -qs '^-- The module alphabeta:' '$(GAME)/alphabeta/init.lua'
is_free = test ! -e '$(GAME)/alphabeta' || $(IS_OURS) || \
  { echo "$(GAME)/alphabeta is there, and is something else" >&2; exit 1; }

# What `make dist` has made for LÖVE, where it is of this version and no source is newer: it has the libraries of
# several platforms, and needs neither a compiler nor LuaJIT. Empty where there is none, and on a Mac, whose library it
# lacks.
DIST ?= build/dist
RELEASE = $(shell sed -n 's/^alphabeta\._VERSION = "alphabeta \(.*\)"$$/\1/p' lua/alphabeta/init.lua)
LOVE_ZIP = $(DIST)/alphabeta-$(RELEASE)-love.zip
find_love_zip = $(shell test "$$(uname -s)" != Darwin && command -v unzip >/dev/null && test -f '$(LOVE_ZIP)' && \
  test -z "$$(find lua csrc -newer '$(LOVE_ZIP)')" && echo '$(LOVE_ZIP)')

love-add: ## put the module into the folder of a game for LÖVE: GAME=folder
	$(need_game)$(eval ZIP := $(find_love_zip))@test -f '$(GAME)/main.lua' || \
	  { echo "there is no $(GAME)/main.lua" >&2; exit 1; }
	@$(is_free)
	$(if $(ZIP),,+@$(MAKE) --no-print-directory LUA=$(LUAJIT) SANITIZE= all)
	@rm -rf '$(GAME)/alphabeta' && mkdir -p '$(GAME)/alphabeta/lib'
	@set -e; $(if $(ZIP),unzip -q '$(ZIP)' -d '$(GAME)',$(call copy_module,$(GAME)/alphabeta))
	@libraries=$$(cd '$(GAME)/alphabeta/lib' && echo *); \
	  echo "$(GAME)/alphabeta has the module$(if $(ZIP), from $(ZIP)), and the library for: $$libraries"
	@echo "Write in $(GAME)/main.lua, with your own functions and state (docs/first-game.md, docs/love.md):"
	@echo
	@echo '  local alphabeta = require "alphabeta.love"'
	@echo '  local rules = {moves = moves, make = make, unmake = unmake, player = player, result = result}'
	@echo '  local opponent = alphabeta.opponent {game = rules, me = 2, level = 4, state = function() return state end}'
	@echo '  function love.update(seconds) opponent:update(seconds) end'
	@echo
	@echo 'The option state is a function, because a restart makes another table.'

love-remove: ## take the module out of the folder of a game: GAME=folder
	$(need_game)@$(is_free)
	@rm -rf '$(GAME)/alphabeta'

# ---- The web --------------------------------------------------------------------------------------------------------

# By love.js, LÖVE for browsers, which npm gets into build/npm.
LOVE_JS := love.js@11.4.1
PLAYWRIGHT := playwright-core@1.64.1
WASMOON := wasmoon@1.16.0
WEB_PROGRAMS := tree connect4 reversi whist

.PHONY: web test-web web-folders
web: web-folders build/npm/love.js ## make a page of the games for browsers, in build/web
	sh .ci/web.sh build/web $(WEB_PROGRAMS)

web-folders:
	+@for program in $(WEB_PROGRAMS); do $(MAKE) --no-print-directory love-folder PROGRAM=$$program || exit 1; done

test-web: ## play the games in headless Chromium
	+@if command -v npm >/dev/null && command -v $${CHROMIUM:-chromium} >/dev/null; then \
	  $(MAKE) --no-print-directory test-web-now; else echo "SKIPPED the web: npm or Chromium is not here"; fi

# The game that is played tells what it does: spec/web/main.lua comes before its own main.lua.
.PHONY: test-web-now
test-web-now: web-folders build/npm/love.js build/npm/playwright-core
	rm -rf build/love/played && cp -R build/love/connect4 build/love/played
	mv build/love/played/main.lua build/love/played/main_of_game.lua
	mkdir -p build/love/played/spec/love
	cp spec/love/keep.lua spec/love/report.lua build/love/played/spec/love
	cp spec/web/main.lua build/love/played/main.lua
	sh .ci/web.sh build/web-test $(WEB_PROGRAMS) played
	node .ci/web.js build/web-test build

build/npm/%:
	npm install --prefix $@ --no-save --no-audit --no-fund --silent $(filter $*@%,$(LOVE_JS) $(PLAYWRIGHT) $(WASMOON)) || \
	  { rm -rf $@; exit 1; }
