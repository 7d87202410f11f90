# alphabeta: builds, tests and installs the module. `make help` lists the targets.
#
# Which Lua: LUA=lua5.3 (an interpreter), or LUA_VERSION=5.3 or jit; without either, the first that is found.
# Its headers come from pkg-config, or from LUA_INCDIR. Each Lua has its own folder under build/: builds never mix.

.DEFAULT_GOAL := all

# `make setup TARGETS`: Lua is looked for while this file is read, so what stands beside `setup` is left to a second
# make, which sees what the first one installed.
ifneq ($(filter setup,$(MAKECMDGOALS)),)

AFTER_SETUP := $(filter-out setup,$(MAKECMDGOALS))

.PHONY: setup $(AFTER_SETUP)
setup: ## install what is missing; `make setup demo` then goes on with demo
	sh .ci/setup.sh
	$(if $(AFTER_SETUP),$(MAKE) --no-print-directory $(AFTER_SETUP))

$(AFTER_SETUP): setup
	@:

else

# ---- Which Lua ------------------------------------------------------------------------------------------------------

# A Lua is known by its tag: lua5.1 to lua5.5 or luajit. The usual interpreters bear that name; `lua` is asked.
TAGS := lua5.4 lua5.5 lua5.3 lua5.2 lua5.1 luajit
tag_of = $(if $(1),$(shell $(1) -e 'print(jit and "luajit" or "lua" .. _VERSION:match "%d.%d")' 2>/dev/null))
NAMED := $(foreach lua,$(TAGS),$(if $(shell command -v $(lua) 2>/dev/null),$(lua)))
LUAS := $(NAMED) $(if $(filter $(filter-out $(NAMED),$(TAGS)),$(call tag_of,lua)),lua)

ifdef LUA_VERSION
WANTED := $(if $(filter jit,$(LUA_VERSION)),luajit,lua$(LUA_VERSION))
LUA := $(firstword $(foreach lua,$(LUAS),$(if $(filter $(WANTED),$(call tag_of,$(lua))),$(lua))))
endif
# `make test` tests every Lua, or the one that is named.
TESTED := $(if $(LUA),$(LUA),$(LUAS))
LUA ?= $(firstword $(LUAS))
TAG := $(filter $(TAGS),$(call tag_of,$(LUA)))
VERSION := $(if $(filter luajit,$(TAG)),5.1,$(TAG:lua%=%))

# The package may be called lua5.4, lua54, lua-5.4 or, where it is the only one, lua.
PKG_CONFIG ?= pkg-config
package_if_here = $(shell $(PKG_CONFIG) --exists $(1) 2>/dev/null && echo $(1))
PACKAGE := $(firstword \
  $(foreach name,$(TAG) $(subst .,,$(TAG)) $(TAG:lua%=lua-%),$(call package_if_here,$(name))) \
  $(if $(filter $(TAG),lua$(basename $(shell $(PKG_CONFIG) --modversion lua 2>/dev/null))),lua))

# Lua's headers are the system's, not ours to warn about.
LUA_INCDIRS := $(or $(LUA_INCDIR),$(if $(PACKAGE),$(patsubst -I%,%,$(shell $(PKG_CONFIG) --cflags-only-I $(PACKAGE)))))
LUA_CFLAGS := $(addprefix -isystem ,$(LUA_INCDIRS))
LUA_LIBS = $(shell $(PKG_CONFIG) --libs $(PACKAGE))

# Stop with a message; empty when all is well. For use in recipes, so that `make help` needs no Lua.
need_lua = $(if $(TAG),,$(error no Lua 5.1 to 5.5 or LuaJIT is here$(if $(LUA), by the name $(LUA)): \
  `make setup` installs it, LUA=/path/to/lua names it))
need_headers = $(need_lua)$(if $(LUA_INCDIR)$(PACKAGE),,$(error no headers for $(TAG) are here: \
  `make setup` installs them, LUA_INCDIR=/path/to/include names them))

# ---- Printing -------------------------------------------------------------------------------------------------------

# A step prints one short line, `CC csrc/engine/engine.c`; V=1 shows the commands, `make -s` nothing. In a recipe:
# $(call say,CC,$<)command
IS_SILENT = $(findstring s,$(filter-out -%,$(firstword $(MAKEFLAGS))))
say = $(if $(filter 1,$(V)),,@$(if $(IS_SILENT),,printf '%-4s %s\n' '$(1)' '$(2)';))

# ---- Building -------------------------------------------------------------------------------------------------------

# STRICT=1 makes warnings errors. SANITIZE=1 builds into folders of its own, with sanitizers, and with stacks
# that start so small that their growth always runs; the C tests start small, too.
CFLAGS ?= -O2
WARNINGS := -Wall -Wextra -pedantic -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Wundef
# Nearly all that the module does is calling Lua: without a procedure linkage table that takes some 7 % less time.
ELF := -fPIC $(if $(filter Linux,$(shell uname -s)),-fno-plt)
# Doubles are rounded as IEEE 754 has it: no fused products and sums, no x87. csrc/system/portable.h says why, and does
# the same where no flags can be given.
IS_I386 = $(shell $(CC) $(CFLAGS) -dM -E -x c /dev/null 2>/dev/null | grep -w __i386__)
ROUNDING := -ffp-contract=off $(if $(IS_I386),-msse2 -mfpmath=sse)
C99 := -std=c99 $(ROUNDING) $(ELF) -fvisibility=hidden $(WARNINGS) $(if $(STRICT),-Werror)
SMALL := -DAB_FIRST_PLIES=1 -DAB_CUTOFFS_DEPTH=2 -DAB_WEAK_CLOCK -DAB_TABLE_PAGE_BITS=5 -DAB_TABLE_FIRST_BITS=3 -DAB_ASSERT
SANITIZERS := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
SHARED := $(if $(filter Darwin,$(shell uname -s)),-bundle -undefined dynamic_lookup,-shared)
ifdef SANITIZE
override CFLAGS := -O1 -g $(SMALL) $(SANITIZERS)
VARIANT := -asan
# The library of the sanitizer must come first, in a Lua that was built without it.
PRELOAD := LD_PRELOAD=$(shell $(CC) -print-file-name=libasan.so)
endif
# RACES=1: likewise, with the sanitizer that finds accesses of several threads at once.
ifdef RACES
override CFLAGS := -O1 -g $(SMALL) -fsanitize=thread
VARIANT := -tsan
endif

# COVERAGE=1 builds into folders of its own, with counters of the lines that run; small stacks, for the same reason.
ifdef COVERAGE
override CFLAGS := -O0 -g $(SMALL) --coverage
VARIANT := -coverage
endif

OUT := build/$(TAG)$(VARIANT)
MODULE := $(OUT)/alphabeta/core.so
# What knows no Lua lies in three rooms, each of which uses those before it.
ROOMS := system table engine
ENGINE := $(sort $(wildcard $(ROOMS:%=csrc/%/*.c)))
BINDING := $(sort $(wildcard csrc/binding/*/*.c))
HEADERS := $(wildcard csrc/*/*.h csrc/*/*/*.h)
OBJECTS := $(patsubst csrc/%.c,$(OUT)/obj/%.o,$(ENGINE) $(BINDING))

.PHONY: all
all: $(MODULE) ## build the module for one Lua (the default)

$(MODULE): $(OBJECTS)
	@mkdir -p $(@D)
	$(call say,LD,$@)$(CC) $(CFLAGS) $(LDFLAGS) $(SHARED) -o $@ $^ -pthread

# Only the binding sees Lua's headers.
$(OUT)/obj/binding/%.o: EXTRA = $(need_headers)$(LUA_CFLAGS)
$(OUT)/obj/%.o: csrc/%.c Makefile
	$(need_lua)@mkdir -p $(@D)
	$(call say,CC,$<)$(CC) $(C99) $(CFLAGS) $(CPPFLAGS) $(EXTRA) -MMD -MP -c -o $@ $<

-include $(OBJECTS:.o=.d)

# ---- Rows -----------------------------------------------------------------------------------------------------------

# What stands in several places is written from the tables in rows/, into files that are checked in.
.PHONY: rows
rows: ## write the texts that are made from rows/, after a change there
	$(need_lua)@$(SETTING) $(LUA) rows/write.lua

# ---- Tests ----------------------------------------------------------------------------------------------------------

# JOBS processes run at a time: compilers, tests in C, spec files. Without it, as many as there are processors; under
# `make -jN`, N of them.
JOBS := $(or $(JOBS),$(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1))
PARALLEL = $(if $(findstring -j,$(filter-out --%,$(MAKEFLAGS))),,-j$(JOBS))
AGAIN = $(MAKE) --no-print-directory -k $(PARALLEL)

# What runs Lua on the sources of this folder and the module built for it. WRAPPER may be valgrind; C_WRAPPER, an emulator
# of another processor, runs the tests in C only.
unexport LUA_PATH_5_2 LUA_PATH_5_3 LUA_PATH_5_4 LUA_CPATH_5_2 LUA_CPATH_5_3 LUA_CPATH_5_4
SUFFIX := $(subst .,_,$(VERSION))
SETTING = LUA_PATH='lua/?.lua;lua/?/init.lua;examples/?.lua;./?.lua;$(or $(LUA_PATH_$(SUFFIX)),$(LUA_PATH));;' \
  LUA_CPATH='$(OUT)/?.so;$(or $(LUA_CPATH_$(SUFFIX)),$(LUA_CPATH));;' \
  ALPHABETA_TAG=$(TAG)$(VARIANT)
INTERPRETER = $(WRAPPER) $(LUA)
RUN = $(SETTING) $(PRELOAD) $(INTERPRETER)

# Runs a command and shows its output when it has ended, so that those of commands that run side by side do not mix:
# $(call in_one_piece,title,command)
in_one_piece = (output=$$($(2) 2>&1); status=$$?; printf '%s\n%s\n' "$(1)" "$$output"; exit $$status)

.PHONY: test quick test-all test-one test-busted test-specs test-luaunit test-c test-c-run test-c-lua test-c-lua-run
test: ## run every suite on every Lua that is found, or on the one that LUA=... names
	$(need_lua)+@$(AGAIN) test-all

# LuaJIT does more than the others but the first, and begins.
test-all: test-c-run $(addprefix test-on-,$(filter luajit,$(TESTED)) $(filter-out luajit,$(TESTED)))

# Random games have the same seeds everywhere, and what they are about is the same code: all but the first Lua do fewer,
# unless the environment says otherwise.
WHOLLY = $(firstword $(TESTED))
test-on-%:
	+@$(if $(filter-out $(WHOLLY),$*),$(BRIEFLY)) $(AGAIN) test-one LUA=$*

test-one: test-busted test-luaunit test-c-lua ## run the suites that need Lua on one Lua

# What takes longest is left out, and random trees are few.
QUICK_SPECS = $(filter-out $(patsubst %,spec/%_spec.lua,examples love readme walk),$(SPECS))
quick: ## run what is done in half a minute, on one Lua
	+@$(FEWEST) $(AGAIN) test-c-run test-one SPECS="$(QUICK_SPECS)" C_LUA_TESTS=

# Each spec file runs in a process of its own: a collection of garbage then walks one file's heap and not that of all, and
# a crash or an endless loop costs one file. SPECS names those that run, instead of all; SPEC_SECONDS is how long one may
# take; SPEC_FOLDER keeps the logs of gates apart that run side by side.
SPECS ?= $(wildcard spec/*_spec.lua)
SPEC_SECONDS ?= 300
SPEC_FOLDER ?= specs
SPEC_LOGS := $(patsubst spec/%_spec.lua,$(OUT)/$(SPEC_FOLDER)/%.log,$(SPECS))

# Lua 5.5 is newer than busted, which may not be there for it.
LACKS_BUSTED = $(if $(filter lua5.5,$(TAG)),$(shell $(LUA) -e 'require "busted.runner"' >/dev/null 2>&1 || echo 1))
test-busted: all
	+@$(if $(LACKS_BUSTED),echo "SKIPPED busted on $(TAG): it is not here",$(AGAIN) test-specs)

test-specs: $(SPEC_LOGS)
	@echo "== busted on $(TAG)"
	@sh .ci/sum.sh $(TAG)$(VARIANT) $^

$(OUT)/$(SPEC_FOLDER)/%.log: spec/%_spec.lua all
	@mkdir -p $(@D)
	@$(SETTING) sh .ci/spec.sh $@ $(SPEC_SECONDS) "$(TAG)$(VARIANT) $*" \
	  $(if $(PRELOAD),env $(PRELOAD)) $(INTERPRETER) .ci/busted.lua $<

# The same specs with the engine in Lua, on the Lua that has the least: what it has not got is skipped by name, see
# spec/support/fallback.lua. Specs of what is the same for both engines, or runs programs of its own, are left out. That
# of cdata, which LuaJIT alone has, is run there.
FALLBACK_LUA = $(or $(filter lua5.1,$(LUAS)),$(LUA))
ONE_ENGINE := $(patsubst %,spec/%_spec.lua,book opening_book build check_mistakes clock content elo examples fallback hosts layers love love_opponent package pool \
  random_numbers readme shared_table shorten single strict types walk)
.PHONY: test-fallback single
LUA_SOURCES := $(wildcard lua/alphabeta/*.lua lua/alphabeta/*/*.lua)
test-fallback: ## run the specs with the engine in Lua
	+@run() { $(FEWEST) ALPHABETA_ENGINE=Lua $(MAKE) --no-print-directory test-busted SPEC_FOLDER=specs-fallback "$$@"; }; \
	  failed=0; run LUA=$(FALLBACK_LUA) SPECS="$(filter-out $(ONE_ENGINE),$(SPECS))" || failed=1; \
	  for lua in $(filter luajit,$(LUAS)); do run LUA=$$lua SPECS=spec/cdata_spec.lua || failed=1; done; exit $$failed

single: build/alphabeta.lua build/alphabeta-engine.lua ## join the module and the engine in Lua into one file; the engine alone, shortened, into another
build/alphabeta.lua: KIND = all
build/alphabeta-engine.lua: KIND = engine
build/alphabeta.lua build/alphabeta-engine.lua: .ci/single.lua .ci/shorten.lua LICENSE $(LUA_SOURCES)
	$(need_lua)@mkdir -p $(@D)
	$(call say,LUA,$@)$(LUA) .ci/single.lua $(KIND) $@

test-luaunit: all
	@$(call in_one_piece,== LuaUnit on $(TAG),$(RUN) spec/luaunit/suite.lua)

# Tests in C: spec/c/lua_*_test.c are linked with Lua and the whole module, the others with the engine alone. All start
# with stacks that are small, so that their growth runs: the objects are others than the module's.
c_tests = $(patsubst spec/c/%.c,%,$(wildcard spec/c/$(1)_test.c))
C_OUT := build/c$(VARIANT)
C_TESTS := $(addprefix $(C_OUT)/,$(filter-out lua_%,$(call c_tests,*)))
C_LUA_TESTS := $(addprefix $(OUT)/c/,$(call c_tests,lua_*))
C_ENGINE := $(patsubst csrc/%.c,$(C_OUT)/obj/%.o,$(ENGINE))
C_BINDING := $(patsubst csrc/%.c,$(OUT)/c/obj/%.o,$(BINDING))
# They see the headers by -iquote, since -I would put limits.h of the engine before the one of C.
SEES_ROOMS := $(ROOMS:%=-iquote csrc/%)
C_TEST = $(C99) -D_FILE_OFFSET_BITS=64 $(SEES_ROOMS) -g $(CFLAGS) $(SMALL) $(CPPFLAGS) -MMD -MP

test-c:
	+@$(AGAIN) test-c-run

# A test that fails does not keep the others from running; the last line of each is its sum.
run_tests = failed=0; \
  for test in $^; do $(call in_one_piece,== $$test,$(WRAPPER) $(C_WRAPPER) $$test) || failed=1; done; exit $$failed
test-c-run: $(C_TESTS) ## run the tests of the engine, without Lua
	@$(run_tests)

test-c-lua: $(C_LUA_TESTS)
	@$(run_tests)

.SECONDARY: $(C_ENGINE) $(C_BINDING)
$(C_OUT)/obj/%.o: csrc/%.c Makefile
	@mkdir -p $(@D)
	$(call say,CC,$< for tests)$(CC) $(C_TEST) -c -o $@ $<

$(C_OUT)/%: spec/c/%.c $(C_ENGINE) Makefile
	@mkdir -p $(@D)
	$(call say,CC,$<)$(CC) $(C_TEST) $(LDFLAGS) -o $@ $< $(C_ENGINE) -lm -pthread

$(OUT)/c/obj/%.o: csrc/%.c Makefile
	$(need_headers)@mkdir -p $(@D)
	$(call say,CC,$< for tests)$(CC) $(C_TEST) $(LUA_CFLAGS) -c -o $@ $<

$(OUT)/c/%: spec/c/%.c $(C_ENGINE) $(C_BINDING) Makefile
	$(need_headers)@mkdir -p $(@D)
	$(call say,CC,$<)$(CC) $(C_TEST) $(LUA_CFLAGS) $(LDFLAGS) -o $@ $< $(C_ENGINE) $(C_BINDING) $(LUA_LIBS) -lm -pthread

-include $(C_ENGINE:.o=.d) $(C_BINDING:.o=.d) $(C_TESTS:=.d) $(C_LUA_TESTS:=.d)

# ---- Gates ----------------------------------------------------------------------------------------------------------

BRIEFLY := ALPHABETA_TREES=$${ALPHABETA_TREES:-600} ALPHABETA_SLOW=$${ALPHABETA_SLOW:-0}
FEWER := ALPHABETA_TREES=200 ALPHABETA_SLOW=0
FEWEST := ALPHABETA_TREES=50 ALPHABETA_SLOW=0
# Runs make for each of the Luas, goes on after a failure and then fails: $(call each_lua,Luas,targets and variables)
each_lua = failed=0; for lua in $(1); do $(MAKE) --no-print-directory $(2) LUA=$$lua || failed=1; done; exit $$failed
VALGRIND := valgrind -q --error-exitcode=99 \
  --leak-check=full --show-leak-kinds=definite --errors-for-leak-kinds=definite
CPPCHECK := cppcheck --quiet --std=c99 --enable=warning,performance,portability --inline-suppr --error-exitcode=1

# The C that includes a header of Lua's, and the C that does not.
LUA_C := $(BINDING) $(wildcard spec/c/lua_*.c)
PLAIN_C := $(ENGINE) $(filter-out $(LUA_C),$(wildcard spec/c/*.c bench/*.c))
# Compiles sources with gcc and clang, warnings being errors; what clang says needs no optimizer:
# $(call no_warnings,sources,what to call them)
no_warnings = for compiler in gcc "clang -fsyntax-only"; do \
  for source in $(1); do \
    $$compiler $(C99) $(SEES_ROOMS) -Werror -O2 $(LUA_CFLAGS) -c -o /dev/null $$source || exit 1; \
  done; echo "no warnings from $${compiler%% *} for $(2)"; \
done

# The Lua of the tree, as git knows it.
STYLED_LUA = $(shell git ls-files --cached --others --exclude-standard '*.lua' '*.rockspec' .busted .luacheckrc config.ld)

# Other versions of clang-format differ in details.
CLANG_FORMAT ?= clang-format
ALL_C = $(wildcard csrc/*/*.[ch] csrc/*/*/*.[ch] spec/c/*.[ch] bench/*.c)

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
	$(need_headers)@$(call no_warnings,$(LUA_C),$(TAG))
	@if command -v cppcheck >/dev/null; then $(CPPCHECK) -DLUA_VERSION_NUM=$(subst .,0,$(VERSION)) csrc; \
	  else echo "cppcheck is not here: left out"; fi

sanitize: ## run the suites with the address and the undefined behaviour sanitizer
	$(FEWEST) $(MAKE) --no-print-directory SANITIZE=1 test-c
	+@$(FEWEST); export ALPHABETA_TREES ALPHABETA_SLOW; \
	  $(call each_lua,$(filter lua5.4 lua5.1,$(LUAS)),SANITIZE=1 SPECS="$(BRIEF_SPECS)" test-one)
	+@$(MAKE) --no-print-directory races

# Lua itself is not compiled for it: what its states do in their own memory is not watched.
races: ## run the tests of threads with the sanitizer for them
	+@$(FEWEST); export ALPHABETA_TREES ALPHABETA_SLOW; TSAN_OPTIONS=halt_on_error=1; export TSAN_OPTIONS; \
	  $(MAKE) --no-print-directory RACES=1 test-races

test-races: $(C_OUT)/shared_table_test $(OUT)/c/lua_threads_test $(OUT)/c/lua_pool_test
	@$(run_tests)

# Specs that play whole games, or of tools in Lua that search thousands of times, are many times as slow where every access
# is watched or the collector hardly rests, and show nothing there that others do not.
WHOLE_GAMES := $(patsubst %,spec/%_spec.lua,\
  check check_defects check_games check_keys check_mistakes check_omissions elo examples explain explain_words games goals \
  kinds learn levels loading match modding perft readme solver textbook tree walk)
BRIEF_SPECS := $(filter-out $(WHOLE_GAMES),$(wildcard spec/*_spec.lua))
# Valgrind is the slowest. What it finds beside the sanitizers is memory that is read before it is written; the tests in C
# and these specs go through all of csrc/.
WATCHED_SPECS := $(patsubst %,spec/%_spec.lua,\
  busy callbacks errors files maxn options order pool scores shared_table trace zobrist)

valgrind: ## run the tests in C, and the specs that go through all of csrc/, under valgrind
	$(FEWEST) $(MAKE) --no-print-directory test-c test-one WRAPPER="$(VALGRIND)" SPEC_SECONDS=900 SPEC_FOLDER=valgrind \
	  SPECS="$(WATCHED_SPECS)"

# One spec stops the collector by itself, to say when it runs.
aggressive-gc: ## run the suites with a collector that hardly rests
	$(FEWER) ALPHABETA_GC=aggressive $(MAKE) --no-print-directory test-one SPEC_FOLDER=aggressive-gc \
	  SPECS="$(filter-out spec/interference_spec.lua,$(BRIEF_SPECS))"

# ---- Other machines, compilers and Luas -----------------------------------------------------------------------------

# What these need beside the tools of `sh .ci/setup.sh ci` they get from Debian's mirror, below build/. What cannot be had
# is left out, and a line `SKIPPED ...` says so.
.PHONY: ports builds assertions lua55 ci
ports: ## test on i386, aarch64 and s390x, under QEMU
	+@$(FEWEST) SPECS="$(if $(filter-out file,$(origin SPECS)),$(SPECS))" JOBS=$(JOBS) sh .ci/ports.sh $(PORTS)

builds: ## test the module as built by clang with -DNDEBUG, by gcc with -O3 -flto and the flags of LuaRocks, and with musl
	+@JOBS=$(JOBS) sh .ci/builds.sh $(BUILDS)

assertions: ## run suites on a Lua 5.4 with lua_assert and checks of its API, and on a LuaJIT with assertions
	+@$(FEWEST) SPECS="$(BRIEF_SPECS)" JOBS=$(JOBS) sh .ci/assertions.sh

lua55: ## run the suites that need no busted on a Lua 5.5, whose sources LUA55=folder names
	+@$(FEWEST) JOBS=$(JOBS) sh .ci/lua55.sh $(LUA55)

ci: ## run all gates, as continuous integration does
	.ci/run

# ---- Fuzzing --------------------------------------------------------------------------------------------------------

# Runs each target of spec/c/*_fuzz.c for SECONDS, by clang's libFuzzer, from its corpus in spec/corpus; FUZZ names some of
# them, and `make fuzz-engine` is one. What is new goes to build/fuzz/TARGET, where the next run goes on; an input that
# fails is build/fuzz/TARGET-crash-*. A target lua_* is linked with Lua and the whole module.
# Runs with the same SEED begin alike; 0 makes each another one. LuaJIT's references have tags, so that the sanitizer takes
# what they lead to for lost: there only what the target counts itself tells of leaks.
SECONDS ?= 60
SEED ?= 1
FUZZ_TARGETS := $(patsubst spec/c/%_fuzz.c,%,$(wildcard spec/c/*_fuzz.c))
FUZZ ?= $(FUZZ_TARGETS)
FUZZ_LENGTH_engine := 4096
FUZZ_LENGTH_lua_binding := 2048
FUZZ_LEAKS_lua_binding = $(if $(filter luajit,$(TAG)),-detect_leaks=0)
FUZZER := clang $(C99) $(SEES_ROOMS) -g -O1 $(SMALL) -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all

.PHONY: fuzz $(addprefix fuzz-,$(FUZZ_TARGETS))
fuzz: ## run the fuzzing targets, each for SECONDS (60)
	+@if echo 'int LLVMFuzzerTestOneInput(void); int LLVMFuzzerTestOneInput(void) { return 0; }' | \
	  clang -fsanitize=fuzzer -x c - -o /dev/null 2>/dev/null; then $(MAKE) --no-print-directory $(addprefix fuzz-,$(FUZZ)); \
	  else echo "SKIPPED fuzzing: clang's libFuzzer is not here"; fi

# What libFuzzer prints is kept, and its last lines are shown: the counts, or what it has found.
$(addprefix fuzz-,$(FUZZ_TARGETS)): fuzz-%: build/fuzz/%_fuzz
	@mkdir -p build/fuzz/$*
	@echo "== $<, $(SECONDS) seconds"
	@timeout --kill-after=10 $$(($(SECONDS) + 60)) $< -seed=$(SEED) -max_total_time=$(SECONDS) -timeout=20 -print_final_stats=1 $(FUZZ_LEAKS_$*) \
	  -max_len=$(or $(FUZZ_LENGTH_$*),16384) -artifact_prefix=build/fuzz/$*- build/fuzz/$* spec/corpus/$* \
	  >build/fuzz/$*.log 2>&1; status=$$?; \
	  grep ' cov: ' build/fuzz/$*.log | tail -n 1; tail -n $$([ $$status = 0 ] && echo 5 || echo 60) build/fuzz/$*.log; \
	  exit $$status

build/fuzz/%_fuzz: spec/c/%_fuzz.c $(ENGINE) $(HEADERS) $(wildcard spec/c/*.h) Makefile
	@mkdir -p $(@D)
	$(call say,CC,$<)$(FUZZER) -o $@ $< $(ENGINE) -lm -pthread

build/fuzz/lua_%_fuzz: spec/c/lua_%_fuzz.c $(ENGINE) $(BINDING) $(HEADERS) $(wildcard spec/c/*.h) build/fuzz/tag Makefile
	$(need_headers)@mkdir -p $(@D)
	$(call say,CC,$<)$(FUZZER) $(LUA_CFLAGS) -o $@ $< $(ENGINE) $(BINDING) $(LUA_LIBS) -lm -pthread

# Which Lua they are linked with: another one makes them anew.
.PHONY: look-at-tag
look-at-tag:
build/fuzz/tag: look-at-tag
	@mkdir -p $(@D)
	@echo '$(TAG)' | cmp -s - $@ || echo '$(TAG)' >$@

# ---- Coverage -------------------------------------------------------------------------------------------------------

# Prints the lines of the engine that the corpora of its fuzzing targets reach, and then the lines of csrc/ that all tests on
# one Lua and on LuaJIT reach, which has code of its own, each with those that do not run. It fails where a corpus reaches
# less than 97 % or the tests less than 99 %. What knows the operating system, no input reaches.
ENGINE_FUZZ := engine table_file
# What the targets of the engine do not call: files, clocks and threads of the system.
UNCOUNTED := $(addprefix %/,$(addsuffix .c,clock file table_registry thread))
COUNTED = $(patsubst csrc/%.c,build/c-coverage/obj/%.gcda,$(filter-out $(UNCOUNTED),$(ENGINE)))
COVERED_LUAS = $(LUA) $(filter-out $(LUA),$(filter luajit,$(LUAS)))
COVERED = build/c-coverage $(foreach lua,$(COVERED_LUAS),build/$(call tag_of,$(lua))-coverage)
forget_counts = find $(COVERED) -name '*.gcda' -exec rm -f {} + 2>/dev/null || true

.PHONY: coverage
coverage: ## tell which lines of csrc/ the fuzzing corpora and the tests reach
	$(need_lua)+@$(FEWEST); export ALPHABETA_TREES ALPHABETA_SLOW; \
	  $(AGAIN) COVERAGE=1 all $(ENGINE_FUZZ:%=build/c-coverage/%_fuzz_test) && $(forget_counts); \
	  for target in $(ENGINE_FUZZ); do build/c-coverage/$${target}_fuzz_test spec/corpus/$$target || exit 1; done; \
	  echo "== the engine, by the corpora of its fuzzing targets"; \
	  gcov -t $(COUNTED) $(ENGINE_FUZZ:%=build/c-coverage/%_fuzz_test-%_fuzz_test.gcda) 2>/dev/null | \
	    $(LUA) .ci/coverage.lua 97 csrc/ || failed=1; \
	  $(AGAIN) COVERAGE=1 test-c-run >build/coverage.log 2>&1 || echo "tests failed: build/coverage.log"; \
	  for lua in $(COVERED_LUAS); do \
	    $(AGAIN) COVERAGE=1 test-one LUA=$$lua >>build/coverage.log 2>&1 || echo "tests on $$lua failed: build/coverage.log"; \
	  done; \
	  echo "== all, by the tests on $(COVERED_LUAS)"; \
	  find $(COVERED) -name '*.gcda' | xargs gcov -t 2>/dev/null | \
	    $(LUA) .ci/coverage.lua 99 csrc/ || failed=1; \
	  [ -z "$$failed" ]

# ---- Windows --------------------------------------------------------------------------------------------------------

# Cross-compiles the module, to see that it compiles and links. The import library of Lua's DLL is made from the
# functions of Lua that the objects ask for. Debian's Lua headers want one more, from a folder that is searched last.
# MINGW=i686-w64-mingw32- does it for 32 bits: there symbols begin with an underscore, and doubles need SSE.
MINGW ?= x86_64-w64-mingw32-
X86 := $(filter i686%,$(MINGW))
WINDOWS := build/windows-$(if $(X86),x86-)$(TAG)
LUA_DLL := lua$(subst .,,$(VERSION)).dll
DEBIAN_HEADERS = $(addprefix -idirafter ,$(wildcard /usr/include/$(shell $(CC) -dumpmachine)))

.PHONY: windows test-windows
test-windows: ## test the module for Windows, under wine
	+@$(FEWEST) SPECS="$(if $(filter-out file,$(origin SPECS)),$(SPECS))" JOBS=$(JOBS) sh .ci/windows.sh $(WINDOWS_LUAS)

windows: $(WINDOWS)/alphabeta/core.dll ## cross-compile the module for Windows with mingw-w64

$(WINDOWS)/alphabeta/core.dll: $(patsubst csrc/%.c,$(WINDOWS)/obj/%.o,$(ENGINE) $(BINDING))
	@mkdir -p $(@D)
	$(call say,LD,$@)(echo "LIBRARY $(LUA_DLL)"; echo EXPORTS; \
	  $(MINGW)nm -u $^ | sed -n 's/^ *U $(if $(X86),_)\(lua.*\)/\1/p' | sort -u) >$(WINDOWS)/lua.def
	@$(MINGW)dlltool -d $(WINDOWS)/lua.def -l $(WINDOWS)/liblua.a
	@$(MINGW)gcc $(LDFLAGS) -shared -static-libgcc -Wl,--no-insert-timestamp -o $@ $^ $(WINDOWS)/liblua.a
	@test "$$($(MINGW)objdump -p $@ | sed -n '/^\[Ordinal\/Name Pointer\]/,/^$$/s/^[[:space:]]\[.*\] *//p')" = luaopen_alphabeta_core

$(WINDOWS)/obj/%.o: csrc/%.c $(HEADERS) Makefile
	$(need_headers)@mkdir -p $(@D)
	$(call say,CC,$< for Windows)$(MINGW)gcc $(filter-out $(ELF),$(C99)) $(if $(X86),-msse2 -mfpmath=sse) $(CFLAGS) -Werror $(LUA_CFLAGS) $(DEBIAN_HEADERS) -c -o $@ $<

# ---- LÖVE -----------------------------------------------------------------------------------------------------------

# LÖVE runs on LuaJIT, whichever Lua is chosen here. A program is put together in a folder as docs/love.md tells, with
# the libraries that are there: that of this platform, and that of Windows after `make windows LUA=luajit`.
LUAJIT = $(or $(firstword $(foreach lua,$(LUAS),$(if $(filter luajit,$(call tag_of,$(lua))),$(lua)))), \
  $(error LuaJIT is not here: `make setup` installs it))
PLATFORM = $(shell $(LUAJIT) -e 'print(jit.os .. "-" .. jit.arch)')

# Which program, a folder of examples/love, and the rules that it needs.
PROGRAM ?= connect4
PROGRAM_FOLDER := build/love/$(PROGRAM)
RULES_connect4 := connect4 connect4_hashed
RULES_tree := tree tictactoe
RULES_reversi := reversi

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

# What `make dist` has made for LÖVE, where it is of this version and no source is newer: it has the libraries of several
# platforms, and needs neither a compiler nor LuaJIT. Empty where there is none, and on a Mac, whose library it lacks.
DIST ?= build/dist
RELEASE = $(shell sed -n 's/^alphabeta\._VERSION = "alphabeta \(.*\)"$$/\1/p' lua/alphabeta/init.lua)
LOVE_ZIP = $(DIST)/alphabeta-$(RELEASE)-love.zip
find_love_zip = $(shell test "$$(uname -s)" != Darwin && command -v unzip >/dev/null && test -f '$(LOVE_ZIP)' && \
  test -z "$$(find lua csrc -newer '$(LOVE_ZIP)')" && echo '$(LOVE_ZIP)')

love-add: ## put the module into the folder of a game for LÖVE: GAME=folder
	$(need_game)$(eval ZIP := $(find_love_zip))@test -f '$(GAME)/main.lua' || { echo "there is no $(GAME)/main.lua" >&2; exit 1; }
	@$(is_free)
	$(if $(ZIP),,+@$(MAKE) --no-print-directory LUA=$(LUAJIT) SANITIZE= all)
	@rm -rf '$(GAME)/alphabeta' && mkdir -p '$(GAME)/alphabeta/lib'
	@set -e; $(if $(ZIP),unzip -q '$(ZIP)' -d '$(GAME)',$(call copy_module,$(GAME)/alphabeta))
	@echo "$(GAME)/alphabeta has the module$(if $(ZIP), from $(ZIP)), and the library for: $$(cd '$(GAME)/alphabeta/lib' && echo *)"
	@echo "Write in $(GAME)/main.lua, with your own rules, state and functions (docs/love.md):"
	@echo
	@echo '  local alphabeta = require "alphabeta.love"'
	@echo '  local rules = {moves = list_moves, play = copy_and_play, evaluate = evaluate}'
	@echo '  alphabeta.love.opponent {game = rules, state = get_state, turn = is_computers_turn, play = make_move}'

love-remove: ## take the module out of the folder of a game: GAME=folder
	$(need_game)@$(is_free)
	@rm -rf '$(GAME)/alphabeta'

# ---- The web --------------------------------------------------------------------------------------------------------

# By love.js, LÖVE for browsers, which npm gets into build/npm.
LOVE_JS := love.js@11.4.1
PLAYWRIGHT := playwright-core@1.64.1
WEB_PROGRAMS := tree connect4 reversi

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
	npm install --prefix $@ --no-save --no-audit --no-fund --silent $(filter $*@%,$(LOVE_JS) $(PLAYWRIGHT))

# ---- Using it -------------------------------------------------------------------------------------------------------

PREFIX ?= /usr/local
INSTALL_LUA = $(DESTDIR)$(PREFIX)/share/lua/$(VERSION)/alphabeta
INSTALL_C = $(DESTDIR)$(PREFIX)/lib/lua/$(VERSION)/alphabeta
LUA_FILES := $(LUA_SOURCES:lua/alphabeta/%=%)
INSTALLED = $(addprefix $(INSTALL_LUA)/,$(LUA_FILES))
# What README leads to lies beside it, for all Luas.
INSTALL_BOOK = $(DESTDIR)$(PREFIX)/share/doc/alphabeta
BOOK := README.md CHANGELOG.md LICENSE docs examples types

.PHONY: demo bench docs dist install uninstall clean help
demo: all ## watch the module play connect four
	@$(RUN) examples/connect4.lua --demo

bench: ## compare the speed of the module with that of other searches, on every Lua
	+@$(call each_lua,$(LUAS),all)
	bench/run

# Chapters show pictures and link to sources; both lie beside them, where config.ld says.
LUNR ?= /usr/share/javascript/lunr/lunr.min.js
docs: ## make the book, in build/docs
	$(need_lua)rm -rf build/docs
	mkdir -p build/docs/pictures build/docs/sources
	ldoc --quiet --fatalwarnings .
	cp $(wildcard docs/*.png docs/*.svg) build/docs/pictures
	@cd build/docs && grep -rhoE '(href|src)="(\.\./)?sources/[^"#]+' --include='*.html' . | sed 's|.*sources/||' | \
	  sort -u | while read -r path; do mkdir -p "sources/$$(dirname "$$path")" && cp "../../$$path" "sources/$$path" || exit 1; done
	mkdir -p build/docs/search
	@if [ -e $(LUNR) ]; then cp $(LUNR) docs/book/search.js build/docs/search && \
	  $(LUA) .ci/search.lua build/docs $$(cd build/docs && ls chapters/*.html modules/*.html) >build/docs/search/texts.js; \
	  else echo "SKIPPED the search of the book: lunr (libjs-lunr) is not here"; : >build/docs/search/search.js; fi
	@$(LUA) .ci/links.lua build/docs/index.html
	@sh .ci/search.sh build/docs

dist: ## make the files of a release, in build/dist; ADDRESS=... says where they will be found, HOMEPAGE=... the project
	@sh .ci/dist.sh '$(ADDRESS)' '$(HOMEPAGE)'

# A rockspec names where its sources are by an absolute address, or LuaRocks, which fetches them from a folder of its own,
# does not find them.
pack: ## make a source rock of the commit, by LuaRocks, in build/pack
	mkdir -p build/pack
	sed 's|git+file://\.|git+file://$(CURDIR)|' rockspec/alphabeta-scm-1.rockspec >build/pack/alphabeta-scm-1.rockspec
	cd build/pack && luarocks pack alphabeta-scm-1.rockspec

install: all ## install for one Lua, below DESTDIR and PREFIX (/usr/local)
	@install -d $(sort $(dir $(INSTALLED))) $(INSTALL_C) $(INSTALL_BOOK)
	$(call say,INST,$(INSTALL_LUA))set -e; \
	  for file in $(LUA_FILES); do install -m 644 lua/alphabeta/$$file $(INSTALL_LUA)/$$file; done
	$(call say,INST,$(INSTALL_C)/core.so)install -m 755 $(MODULE) $(INSTALL_C)
	$(call say,INST,$(INSTALL_BOOK))cp -R $(BOOK) $(INSTALL_BOOK)

# The book goes with the last of the Luas that have the module.
uninstall: ## take away what install put there
	$(need_lua)@rm -f $(INSTALLED) $(INSTALL_C)/core.so
	-@rmdir $(filter-out $(INSTALL_LUA)/,$(sort $(dir $(INSTALLED)))) $(INSTALL_LUA) $(INSTALL_C)
	@ls -d $(DESTDIR)$(PREFIX)/share/lua/*/alphabeta >/dev/null 2>&1 || rm -rf $(INSTALL_BOOK)

clean: ## remove everything that was built, by LuaRocks too
	rm -rf build alphabeta csrc/*/*.o csrc/*/*/*.o *.rock

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/\1	\2/p' Makefile | expand -t 16

endif
