# alphabeta: builds, tests and installs the module. `make help` lists the targets. Gates, fuzzing, packages and other
# platforms are in .ci/*.mk, which are included at the end.
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
	sh .ci/setup.sh $(filter dist,$(AFTER_SETUP))
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
SMALL := -DAB_FIRST_PLIES=1 -DAB_WEAK_CLOCK -DAB_TABLE_PAGE_BITS=5 -DAB_TABLE_FIRST_BITS=3 -DAB_ASSERT
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
# What knows no Lua lies in four rooms, each of which uses those before it.
ROOMS := system table engine uct
ENGINE := $(sort $(wildcard $(ROOMS:%=csrc/%/*.c)))
BINDING := $(sort $(wildcard csrc/binding/*/*.c))
HEADERS := $(wildcard csrc/*/*.h csrc/*/*/*.h)
# What knows no Lua is compiled once for all Luas.
ENGINE_OUT := build/engine$(VARIANT)
OBJECTS := $(patsubst csrc/%.c,$(ENGINE_OUT)/obj/%.o,$(ENGINE)) $(patsubst csrc/%.c,$(OUT)/obj/%.o,$(BINDING))

.PHONY: all
all: $(MODULE) ## build the module for one Lua (the default)

$(MODULE): $(OBJECTS)
	@mkdir -p $(@D)
	$(call say,LD,$@)$(CC) $(CFLAGS) $(LDFLAGS) $(SHARED) -o $@.$$$$ $^ -pthread && mv $@.$$$$ $@

# Compiles a source: $(call compile,flags). An object takes its place when it is whole, since makes of several Luas may build
# it at the same time; but gcc names counters of coverage by the object.
compile = $(CC) $(1) $(CFLAGS) $(2) $(CPPFLAGS) -MMD -MP -MF $@.$$$$.d -MT $@ -c -o $@$(if $(COVERAGE),,.$$$$) $< && \
  mv $@.$$$$.d $(@:.o=.d)$(if $(COVERAGE),, && mv $@.$$$$ $@)

$(ENGINE_OUT)/obj/%.o: csrc/%.c Makefile
	@mkdir -p $(@D)
	$(call say,CC,$<)$(call compile,$(C99))

# Only the binding sees Lua's headers.
$(OUT)/obj/%.o: csrc/%.c Makefile
	$(need_headers)@mkdir -p $(@D)
	$(call say,CC,$<)$(call compile,$(C99),$(LUA_CFLAGS))

-include $(OBJECTS:.o=.d)

# Rules in C, as libraries of their own: what the specs and the bench search.
RULES := $(OUT)/connect4_rules.so $(OUT)/native_games.so
rules = $(CC) $(C99) -fvisibility=default $(CFLAGS) $(LUA_CFLAGS) $(SHARED) -I csrc/native -o $@.$$$$ $< && \
  mv $@.$$$$ $@

$(OUT)/connect4_rules.so: examples/native/connect4.c csrc/native/alphabeta.h Makefile
	$(need_headers)@mkdir -p $(@D)
	$(call say,LD,$@)$(rules)

$(OUT)/bench_native.so: bench/native.c $(addprefix csrc/,native/alphabeta.h table/entry.h table/key.h) Makefile
	$(need_headers)@mkdir -p $(@D)
	$(call say,LD,$@)$(rules)

$(OUT)/native_games.so: spec/c/lua_native_games.c spec/c/native_graph.h csrc/native/alphabeta.h Makefile
	$(need_headers)@mkdir -p $(@D)
	$(call say,LD,$@)$(rules)

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

.PHONY: test test-all test-long quick test-everywhere test-one test-busted test-specs test-luaunit test-c test-c-run \
  test-c-lua
# How many seconds of processor time a spec file may take in `make test`, on a Lua that runs at its own speed.
SPEC_BUDGET ?= 3
test: BUDGET = $(if $(WRAPPER)$(VARIANT)$(ALPHABETA_EFFORT),,$(SPEC_BUDGET))
test: ## run the suites, briefly, on every Lua that is found, or on the one that LUA=... names
	$(need_lua)+@mkdir -p build && touch build/tested && failed=0; $(AGAIN) test-everywhere || failed=1; \
	  $(if $(BUDGET),$(foreach lua,$(TESTED),LUA=$(lua) sh .ci/budget.sh $(BUDGET) build/$(call tag_of,$(lua))/specs \
	    $(call TOOLS_$(PART),$(lua)) || failed=1;)) exit $$failed

test-all: ## run the rest of the suites: other files and more seeds than `make test`
	$(need_lua)+@ALPHABETA_EFFORT=rest $(AGAIN) test-everywhere PART=REST

test-long: ## run the suites in full, before a release
	$(need_lua)+@ALPHABETA_EFFORT=full $(AGAIN) test-everywhere PART=FULL

# Folders say what runs where. Briefly, Lua 5.4 and LuaJIT, or else the first, run spec/search, and share out spec/tools,
# which depends little on the version; the first runs spec/pages, too. The other Luas run what depends on it,
# spec/search/binding and spec/search/numbers, and share out the rest of spec/search: each runs every third file of it, if
# they are three. In full, every Lua runs spec/search, the main ones run all, and the others share out spec/tools and
# spec/pages. The rest is what a full run has beside a brief one: files that were not run on a Lua, and those that try
# more, of spec/tools and spec/pages on one of the main Luas. When several Luas are tested, each takes a share of the seeds:
# spec/support/share.lua.
FIRST := $(firstword $(TESTED))
MAIN_LUAS := $(or $(strip $(foreach lua,$(TESTED),$(if $(filter lua5.4 luajit,$(call tag_of,$(lua))),$(lua)))),$(FIRST))
OTHER_LUAS := $(filter-out $(MAIN_LUAS),$(TESTED))
specs_in = $(sort $(foreach folder,$(1),$(wildcard spec/$(folder)/*_spec.lua spec/$(folder)/*/*_spec.lua)))
VERSIONED := search/binding search/numbers
# Those of some files that fall to a Lua of several: $(call turn_of,Lua,Luas,files)
turn_of = $(shell printf '%s\n' $(3) | awk -v own='$(1)' 'BEGIN { count = split("$(2)", luas, " ") } \
  luas[NR % count + 1] == own')
# Files, of spec/, that try more in full: $(call growing,files)
growing = $(shell grep -lE 'effort(_seeds|\.seeds)?[()]' $(1) /dev/null)
BRIEF_ON = $(if $(filter $(1),$(MAIN_LUAS)), \
  $(call specs_in,search $(if $(filter $(1),$(FIRST)),pages)) $(call turn_of,$(1),$(MAIN_LUAS),$(call specs_in,tools)), \
  $(call specs_in,$(VERSIONED)) \
  $(call turn_of,$(1),$(OTHER_LUAS),$(filter-out $(call specs_in,$(VERSIONED)),$(call specs_in,search))))
FULL_ON = $(call specs_in,search) $(if $(filter $(1),$(MAIN_LUAS)),$(call specs_in,tools pages), \
  $(call turn_of,$(1),$(OTHER_LUAS),$(call specs_in,tools pages)))
GROWING_TOOLS = $(call growing,$(call specs_in,pages $(if $(word 2,$(MAIN_LUAS)),,tools)))
REST_ON = $(filter-out $(call BRIEF_ON,$(1)) $(if $(filter $(1),$(MAIN_LUAS)),$(GROWING_TOOLS)),$(call FULL_ON,$(1))) \
  $(call growing,$(filter $(call specs_in,search),$(call BRIEF_ON,$(1)))) $(call turn_of,$(1),$(MAIN_LUAS),$(GROWING_TOOLS))
PART := BRIEF

test-everywhere: test-c-run $(addprefix test-on-,$(TESTED)) test-love

# The tests in C that are linked with a Lua run on the main Luas; in full on all. The rest has, on the main ones, those
# that try more, and on the others all, briefly.
C_PART := $(PART)
C_TESTS_BRIEF := C_LUA_TESTS=
C_TESTS_REST := C_PART=BRIEF
# In spec/tools, and spec/pages, the first Lua has the C module, and the other main one, briefly, the engine in Lua. In
# the rest, the other Luas are brief there.
TOOLS_BRIEF = $(if $(filter $(filter-out $(FIRST),$(MAIN_LUAS)),$(1)),TOOLS_SETTING=ALPHABETA_ENGINE=Lua)
TOOLS_REST = $(if $(filter $(OTHER_LUAS),$(1)),TOOLS_SETTING=ALPHABETA_EFFORT=brief)
test-on-%:
	+@$(if $(word 2,$(TESTED)),ALPHABETA_SHARE=fifth) $(AGAIN) test-one LUA=$* \
	  $(if $(filter file,$(origin SPECS)),SPECS="$(call $(PART)_ON,$*)") \
	  $(if $(filter $*,$(MAIN_LUAS)),,$(C_TESTS_$(PART))) $(call TOOLS_$(PART),$*)

# Specs of LÖVE run on LuaJIT, as LÖVE does, whichever Luas are tested.
.PHONY: test-love
JIT = $(firstword $(foreach lua,$(LUAS),$(if $(filter luajit,$(call tag_of,$(lua))),$(lua))))
test-love: $(addprefix test-on-,$(filter luajit,$(TESTED)))
	+@$(if $(JIT),$(AGAIN) test-busted LUA=$(JIT) FOLDERS=love SPEC_FOLDER=specs-love,echo "SKIPPED LÖVE: LuaJIT is not here")

test-one: test-busted $(if $(filter REST,$(PART)),,test-luaunit) test-c-lua ## run the suites that need Lua on one Lua

quick: ## run what is done in half a minute, on one Lua
	+@$(AGAIN) test-c-run test-one FOLDERS=search C_LUA_TESTS=

# Each spec file runs in a process of its own: a collection of garbage then walks one file's heap and not that of all, and
# a crash or an endless loop costs one file. SPECS names those that run, instead of those in FOLDERS; SPEC_SECONDS is how much
# processor time one may use; SPEC_FOLDER keeps the logs of gates apart that run side by side.
FOLDERS ?= search tools pages
SPECS ?= $(call specs_in,$(FOLDERS))
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

$(OUT)/$(SPEC_FOLDER)/%.log: spec/%_spec.lua all $(RULES)
	@mkdir -p $(@D)
	@$(SETTING) $(if $(filter tools/% pages/%,$*),$(TOOLS_SETTING)) sh .ci/spec.sh $@ $(SPEC_SECONDS) "$(TAG)$(VARIANT) $*" \
	  $(if $(PRELOAD),env $(PRELOAD)) $(INTERPRETER) .ci/busted.lua $<

test-luaunit: all
	@$(call in_one_piece,== LuaUnit on $(TAG),$(RUN) spec/luaunit/suite.lua)

# Tests in C: spec/c/lua_*_test.c are linked with Lua and the whole module, the others with the engine alone. All start
# with stacks that are small, so that their growth runs: the objects are others than the module's.
c_files = $(if $(filter REST,$(C_PART)),$(call growing,$(wildcard spec/c/$(1)_test.c)),$(wildcard spec/c/$(1)_test.c))
c_tests = $(patsubst spec/c/%.c,%,$(call c_files,$(1)))
C_OUT := build/c$(VARIANT)
# Gates leave some out: C_WITHOUT="sorting lua_memory".
C_TESTS_HERE := $(filter-out $(C_WITHOUT:%=%_test),$(call c_tests,*))
C_TESTS := $(addprefix $(C_OUT)/,$(filter-out lua_%,$(C_TESTS_HERE)))
C_LUA_TESTS := $(addprefix $(OUT)/c/,$(filter lua_%,$(C_TESTS_HERE)))
# Under a sanitizer the module starts small, too, and its objects are those of the tests.
IS_SMALL := $(SANITIZE)$(RACES)
C_ENGINE := $(patsubst csrc/%.c,$(if $(IS_SMALL),$(ENGINE_OUT),$(C_OUT))/obj/%.o,$(ENGINE))
C_BINDING := $(patsubst csrc/%.c,$(OUT)$(if $(IS_SMALL),,/c)/obj/%.o,$(BINDING))
# They see the headers by -iquote, since -I would put limits.h of the engine before the one of C.
SEES_ROOMS := $(patsubst %,-iquote csrc/%,native $(ROOMS))
C_FLAGS := $(C99) -D_FILE_OFFSET_BITS=64 $(SEES_ROOMS) -g
# Less optimization takes two thirds of the time to compile, and no longer to run. Flags that are given hold here, too.
c_test_flags = $(if $(filter file,$(origin CFLAGS)),-O1,$(CFLAGS))
C_TEST = $(C_FLAGS) $(c_test_flags) $(SMALL) $(CPPFLAGS) -MMD -MP

test-c:
	+@$(AGAIN) test-c-run

# A test that fails does not keep the others from running; the last line of each is its sum.
run_tests = failed=0; $(if $(filter-out $(PART),$(C_PART)),export ALPHABETA_EFFORT=brief;) \
  for test in $^; do $(call in_one_piece,== $$test,$(WRAPPER) $(C_WRAPPER) $$test) || { echo "FAILED $$test"; failed=1; }; done; \
  exit $$failed
test-c-run: $(C_TESTS) ## run the tests of the engine, without Lua
	@$(run_tests)

test-c-lua: $(C_LUA_TESTS)
	@$(run_tests)

.SECONDARY: $(C_ENGINE) $(C_BINDING)
$(C_OUT)/obj/%.o: csrc/%.c Makefile
	@mkdir -p $(@D)
	$(call say,CC,$< for tests)$(call compile,$(C_FLAGS),$(SMALL))

$(C_OUT)/%: spec/c/%.c $(C_ENGINE) Makefile
	@mkdir -p $(@D)
	$(call say,CC,$<)$(CC) $(C_TEST) $(LDFLAGS) -o $@ $< $(C_ENGINE) -lm -pthread

$(OUT)/c/obj/%.o: csrc/%.c Makefile
	$(need_headers)@mkdir -p $(@D)
	$(call say,CC,$< for tests)$(call compile,$(C_FLAGS),$(SMALL) $(LUA_CFLAGS))

$(OUT)/c/%: spec/c/%.c $(C_ENGINE) $(C_BINDING) Makefile
	$(need_headers)@mkdir -p $(@D)
	$(call say,CC,$<)$(CC) $(C_TEST) $(LUA_CFLAGS) $(LDFLAGS) -o $@ $< $(C_ENGINE) $(C_BINDING) $(LUA_LIBS) -lm -pthread

-include $(C_ENGINE:.o=.d) $(C_BINDING:.o=.d) $(C_TESTS:=.d) $(C_LUA_TESTS:=.d)

# ---- Using it -------------------------------------------------------------------------------------------------------

PREFIX ?= /usr/local
INSTALL_LUA = $(DESTDIR)$(PREFIX)/share/lua/$(VERSION)/alphabeta
INSTALL_HEADER = $(DESTDIR)$(PREFIX)/include
INSTALL_C = $(DESTDIR)$(PREFIX)/lib/lua/$(VERSION)/alphabeta
LUA_SOURCES := $(wildcard lua/alphabeta/*.lua lua/alphabeta/*/*.lua)
LUA_FILES := $(LUA_SOURCES:lua/alphabeta/%=%)
INSTALLED = $(addprefix $(INSTALL_LUA)/,$(LUA_FILES))
# What README leads to lies beside it, for all Luas.
INSTALL_BOOK = $(DESTDIR)$(PREFIX)/share/doc/alphabeta
BOOK := README.md CHANGELOG.md LICENSE docs examples types

.PHONY: demo bench figures docs install uninstall clean help
demo: all ## watch the module play connect four
	@$(RUN) examples/connect4.lua --demo

# Runs make for each of the Luas, goes on after a failure and then fails: $(call each_lua,Luas,targets and variables)
each_lua = failed=0; for lua in $(1); do $(MAKE) --no-print-directory $(2) LUA=$$lua || failed=1; done; exit $$failed
bench: ## compare the speed of the module with that of other searches, on every Lua
	+@$(call each_lua,$(LUAS),all)
	bench/run

# GAME, AGAINST, MS and ON name rows, GAMES how many games each shall have, and PARTS what is measured again: see
# bench/figures/run.
figures: ## play and measure what docs/benchmarks.md lacks, and write it; GAME=awari MS=20 a part of it
	+@$(call each_lua,$(filter lua5.4 luajit,$(LUAS)),all)
	GAME='$(GAME)' AGAINST='$(AGAINST)' MS='$(MS)' GAMES='$(GAMES)' ON='$(ON)' PARTS='$(PARTS)' bench/figures/run

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

install: all ## install for one Lua, below DESTDIR and PREFIX (/usr/local)
	@install -d $(sort $(dir $(INSTALLED))) $(INSTALL_C) $(INSTALL_BOOK) $(INSTALL_HEADER)
	$(call say,INST,$(INSTALL_LUA))set -e; \
	  for file in $(LUA_FILES); do install -m 644 lua/alphabeta/$$file $(INSTALL_LUA)/$$file; done
	$(call say,INST,$(INSTALL_C)/core.so)install -m 755 $(MODULE) $(INSTALL_C)
	$(call say,INST,$(INSTALL_HEADER)/alphabeta.h)install -m 644 csrc/native/alphabeta.h $(INSTALL_HEADER)
	$(call say,INST,$(INSTALL_BOOK))cp -R $(BOOK) $(INSTALL_BOOK)

# The header and the book go with the last of the Luas that have the module.
uninstall: ## take away what install put there
	$(need_lua)@rm -f $(INSTALLED) $(INSTALL_C)/core.so
	-@rmdir $(filter-out $(INSTALL_LUA)/,$(sort $(dir $(INSTALLED)))) $(INSTALL_LUA) $(INSTALL_C)
	@ls -d $(DESTDIR)$(PREFIX)/share/lua/*/alphabeta >/dev/null 2>&1 || \
	  rm -rf $(INSTALL_BOOK) $(INSTALL_HEADER)/alphabeta.h

clean: ## remove everything that was built, by LuaRocks too
	rm -rf build alphabeta csrc/*/*.o csrc/*/*/*.o *.rock

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/\1	\2/p' Makefile $(MORE) | expand -t 16

# ---- For those who change the module --------------------------------------------------------------------------------

MORE := .ci/gates.mk .ci/fuzz.mk .ci/packages.mk .ci/windows.mk
include $(MORE)

endif
