# ---- Gates ----------------------------------------------------------------------------------------------------------

VALGRIND := valgrind -q --error-exitcode=99 \
  --leak-check=full --show-leak-kinds=definite --errors-for-leak-kinds=definite
CPPCHECK := cppcheck --quiet --std=c99 --enable=warning,performance,portability --inline-suppr --error-exitcode=1

# The C that includes a header of Lua's, and the C that does not.
LUA_C := $(BINDING) $(wildcard spec/c/lua_*.c)
PLAIN_C := $(ENGINE) $(filter-out $(LUA_C),$(wildcard spec/c/*.c bench/*.c))
# Compiles sources with gcc and clang, warnings being errors; what clang says needs no optimizer. There are objects, which
# are not used, because a cache of the compiler keeps nothing without.
# $(call no_warnings,sources,what to call them,flags for gcc)
no_warnings = mkdir -p build/lint; for compiler in "gcc $(3)" "clang -fsyntax-only"; do \
  for source in $(1); do \
    $$compiler $(C99) $(SEES_ROOMS) -Werror -O2 $(LUA_CFLAGS) -c -o build/lint/object.o $$source || exit 1; \
  done; echo "no warnings from $${compiler%% *} for $(2)"; \
done

# The optimizer sees the code of the binding that is the same for all Luas on two of them.
OPTIMIZED = $(if $(filter lua5.4 luajit,$(TAG)),,-fsyntax-only)

# The Lua of the tree, as git knows it.
STYLED_LUA = $(shell git ls-files --cached --others --exclude-standard '*.lua' '*.rockspec' \
  .busted .luacheckrc config.ld)

# Other versions of clang-format differ in details.
CLANG_FORMAT ?= clang-format
ALL_C = $(wildcard csrc/*/*.[ch] csrc/*/*/*.[ch] spec/c/*.[ch] bench/*.c examples/native/*.c)

.PHONY: format
format: ## put all C into the project's style
	$(CLANG_FORMAT) -i $(ALL_C)

.PHONY: lint lint-c sanitize races test-races valgrind aggressive-gc
lint: ## luacheck, cppcheck, and the warnings of gcc and clang as errors, for every Lua
	luacheck --quiet $(filter %.lua %.rockspec,$(STYLED_LUA))
	@$(LUA) .ci/style.lua $(STYLED_LUA) && echo "one style of Lua"
	@if $(CLANG_FORMAT) --version 2>/dev/null | grep -q 'version 14\.'; then \
	  $(CLANG_FORMAT) --dry-run -Werror $(ALL_C) && echo "one style of C"; \
	  else echo "SKIPPED the style of C: clang-format 14 is not here"; fi
	@$(call no_warnings,$(PLAIN_C),what knows no Lua)
	+@$(call each_lua,$(LUAS),lint-c)

lint-c:
	$(need_headers)@$(call no_warnings,$(LUA_C),$(TAG),$(OPTIMIZED))
	@if command -v cppcheck >/dev/null; then $(CPPCHECK) -DLUA_VERSION_NUM=$(subst .,0,$(VERSION)) csrc; \
	  else echo "SKIPPED cppcheck: it is not here"; fi

# Lua 5.1, where functions do not yield in C, runs what differs there. How long something takes says nothing here.
sanitize: ## run the suites with the address and the undefined behaviour sanitizer
	+@$(MAKE) --no-print-directory SANITIZE=1 C_WITHOUT=sorting test-c
	+@$(MAKE) --no-print-directory SANITIZE=1 FOLDERS=search test-one
	+@$(call each_lua,$(filter-out $(LUA),$(filter lua5.1,$(LUAS))),SANITIZE=1 test-busted \
	  SPECS="$(patsubst %,spec/search/binding/%_spec.lua,callbacks coroutine pool pool_faults yield)")
	+@$(MAKE) --no-print-directory races

# Lua itself is not compiled for it: what its states do in their own memory is not watched.
races: ## run the tests of threads with the sanitizer for them
	+@TSAN_OPTIONS=halt_on_error=1 $(MAKE) --no-print-directory RACES=1 test-races

test-races: $(C_OUT)/shared_table_test $(OUT)/c/lua_pool_test
	@$(run_tests)

# Valgrind is the slowest. What it finds beside the sanitizers is memory that is read before it is written. The tests in
# C, with fewer seeds, and these specs go through all of csrc/, the last four through dice, payoffs and keys. The
# sanitizers have refused memory, threads, files and what takes turns with the driver.
MEMCHECKED = $(patsubst %,spec/search/binding/%_spec.lua,callbacks native options order scores) \
  $(patsubst %,spec/search/numbers/%_spec.lua,chance maxn zobrist)
valgrind: ## run the tests in C, and the specs that go through all of csrc/, under valgrind
	+@ALPHABETA_EFFORT=least $(MAKE) --no-print-directory test-c test-one WRAPPER="$(VALGRIND)" SPEC_SECONDS=900 \
	  SPEC_FOLDER=valgrind C_WITHOUT="sorting memory lua_memory lua_pool" SPECS="$(MEMCHECKED)"

# What the binding holds, and lets go, is what these go through.
COLLECTED = $(call specs_in,search/binding) $(patsubst %,spec/search/%_spec.lua,auto_hash content_digest_mix ordering) \
  $(patsubst %,spec/search/numbers/%_spec.lua,chance table zobrist)
aggressive-gc: ## run the specs of the binding with a collector that hardly rests
	+@ALPHABETA_GC=aggressive $(MAKE) --no-print-directory test-busted SPEC_FOLDER=aggressive-gc SPECS="$(COLLECTED)"

# The same specs with the engine in Lua, on the Lua that has the least: what it has not got is skipped by name, see
# spec/support/fallback.lua. LuaJIT runs that of cdata, which it alone has, and those of spec/tools that `make test` has not
# run there with this engine.
FALLBACK_TOOLS = $(filter-out $(call BRIEF_ON,luajit),$(call specs_in,tools))
FALLBACK_LUA = $(or $(filter lua5.1,$(LUAS)),$(LUA))
.PHONY: test-fallback
test-fallback: ## run the specs of the search and of the tools with the engine in Lua
	+@run() { ALPHABETA_ENGINE=Lua $(MAKE) --no-print-directory test-busted SPEC_FOLDER=specs-fallback "$$@"; }; \
	  failed=0; run LUA=$(FALLBACK_LUA) FOLDERS=search || failed=1; \
	  for lua in $(filter luajit,$(LUAS)); do run LUA=$$lua SPECS="spec/search/cdata_spec.lua $(FALLBACK_TOOLS)" || failed=1; done; \
	  exit $$failed

# ---- Other machines, compilers and Luas -----------------------------------------------------------------------------

# What these need beside the tools of `sh .ci/setup.sh ci` they get from Debian's mirror, below build/. What cannot be
# had is left out, and a line `SKIPPED ...` says so.
.PHONY: ports builds assertions lua55 lua32 hosts ci
ports: ## test on i386, aarch64 and s390x, under QEMU
	+@SPECS="$(if $(filter-out file,$(origin SPECS)),$(SPECS))" JOBS=$(JOBS) sh .ci/ports.sh $(PORTS)

builds: ## test the module as built by clang with -DNDEBUG, by gcc with -O3 -flto, by LuaRocks' flags, and with musl
	+@JOBS=$(JOBS) sh .ci/builds.sh $(BUILDS)

assertions: ## run suites on a Lua 5.4 with lua_assert and checks of its API
	+@SPECS="$(if $(filter-out file,$(origin SPECS)),$(SPECS))" JOBS=$(JOBS) sh .ci/assertions.sh

lua55: ## run the suites that need no busted on a Lua 5.5, whose sources LUA55=folder names
	+@JOBS=$(JOBS) sh .ci/lua55.sh $(LUA55)

lua32: ## test the engine in Lua on a Lua 5.4 whose integers have 32 bits
	+@sh .ci/lua32.sh

hosts: single ## run the examples for other hosts in these hosts: HOSTS="luanti" names them
	+@$(MAKE) --no-print-directory LUA=$(LUA) SANITIZE= all
	@LUA=$(LUA) TAG=$(TAG) sh .ci/hosts.sh $(HOSTS)

ci: ## run all gates, as continuous integration does
	.ci/run

# ---- The power of the specs -----------------------------------------------------------------------------------------

# FILES are sources in Lua or C; COUNT of their mutants are chosen by SEED. SPECS names the specs that run, and ALL=1 has
# all of them run, not only until one kills the mutant.
COUNT ?= 20
SEED ?= 1
.PHONY: mutants
mutants: ## plant mutants in FILES="...", one at a time, and tell which specs kill them; no gate
	$(need_lua)$(if $(FILES),,$(error FILES: expected sources in Lua or C, got none))@$(SETTING) $(LUA) .ci/mutants.lua \
	  "$(FILES)" "$(COUNT)" "$(SEED)" "$(if $(filter-out file,$(origin SPECS)),$(SPECS))" "$(ALL)"
