# ---- Fuzzing --------------------------------------------------------------------------------------------------------

# Runs each target of spec/c/*_fuzz.c with as many inputs as are named below, by clang's libFuzzer, from its corpus in
# spec/corpus; FUZZ names some of them, and `make fuzz-engine` is one. A busy machine runs as many inputs as an idle
# one, where they take some 10 seconds each; with SECONDS=3600 it is time that counts. What is new goes to
# build/fuzz/TARGET, where the next run goes on; an input that fails is build/fuzz/TARGET-crash-*. A target lua_* is
# linked with Lua and the whole module. Runs with the same SEED begin alike; 0 makes each another one. LuaJIT's
# references have tags, so that the sanitizer takes what they lead to for lost: there only what the target counts itself
# finds leaks, after each input and when its state is closed at the end.
SEED ?= 1
FUZZ_TARGETS := $(patsubst spec/c/%_fuzz.c,%,$(wildcard spec/c/*_fuzz.c))
FUZZ ?= $(FUZZ_TARGETS)
FUZZ_RUNS_engine := 10000
FUZZ_RUNS_lua_binding := 2000
FUZZ_RUNS_lua_native := 4000
FUZZ_RUNS_table_file := 30000
FUZZ_RUNS_uct := 10000
FUZZ_LENGTH_engine := 4096
FUZZ_LENGTH_lua_binding := 2048
FUZZ_LENGTH_lua_native := 2048
FUZZ_LENGTH_uct := 4096
FUZZ_LEAKS_lua_binding = $(if $(filter luajit,$(TAG)),-detect_leaks=0)
FUZZ_LEAKS_lua_native = $(FUZZ_LEAKS_lua_binding)
FUZZER := clang $(C99) $(SEES_ROOMS) -g -O1 $(SMALL) -fno-sanitize-recover=all
# What several targets are linked with is compiled once.
FUZZ_ENGINE := $(patsubst csrc/%.c,build/fuzz/obj/%.o,$(ENGINE))
FUZZ_BINDING := $(patsubst csrc/%.c,build/fuzz/obj-$(TAG)/%.o,$(BINDING))

.PHONY: fuzz $(addprefix fuzz-,$(FUZZ_TARGETS))
fuzz: ## run the fuzzing targets, each with a number of inputs, or for SECONDS
	+@if echo 'int LLVMFuzzerTestOneInput(void); int LLVMFuzzerTestOneInput(void) { return 0; }' | \
	  clang -fsanitize=fuzzer -x c - -o /dev/null 2>/dev/null; then \
	  $(MAKE) --no-print-directory $(addprefix fuzz-,$(FUZZ)); \
	  else echo "SKIPPED fuzzing: clang's libFuzzer is not here"; fi

# What libFuzzer prints is kept, and its last lines are shown: the counts, or what it has found.
$(addprefix fuzz-,$(FUZZ_TARGETS)): fuzz-%: build/fuzz/%_fuzz
	@mkdir -p build/fuzz/$*
	@echo "== $<, $(or $(SECONDS),$(FUZZ_RUNS_$*)) $(if $(SECONDS),seconds,inputs)"
	@sh .ci/limited.sh $$(($(or $(SECONDS),0) + 1800)) build/fuzz/$*.log \
	  $< -seed=$(SEED) $(if $(SECONDS),-max_total_time=$(SECONDS),-runs=$(FUZZ_RUNS_$*)) \
	  -timeout=0 -print_final_stats=1 $(FUZZ_LEAKS_$*) \
	  -max_len=$(or $(FUZZ_LENGTH_$*),16384) -artifact_prefix=build/fuzz/$*- build/fuzz/$* spec/corpus/$*; status=$$?; \
	  grep ' cov: ' build/fuzz/$*.log | tail -n 1; tail -n $$([ $$status = 0 ] && echo 5 || echo 60) build/fuzz/$*.log; \
	  exit $$status

.SECONDARY: $(FUZZ_ENGINE) $(FUZZ_BINDING)
build/fuzz/obj/%.o: csrc/%.c $(HEADERS) Makefile .ci/fuzz.mk
	@mkdir -p $(@D)
	$(call say,CC,$< for fuzzing)$(FUZZER) -fsanitize=fuzzer-no-link,address,undefined -c -o $@ $<

build/fuzz/obj-$(TAG)/%.o: csrc/%.c $(HEADERS) Makefile .ci/fuzz.mk
	$(need_headers)@mkdir -p $(@D)
	$(call say,CC,$< for fuzzing)$(FUZZER) -fsanitize=fuzzer-no-link,address,undefined $(LUA_CFLAGS) -c -o $@ $<

build/fuzz/%_fuzz: spec/c/%_fuzz.c $(FUZZ_ENGINE) $(wildcard spec/c/*.h)
	$(call say,CC,$<)$(FUZZER) -fsanitize=fuzzer,address,undefined -o $@ $< $(FUZZ_ENGINE) -lm -pthread

build/fuzz/lua_%_fuzz: spec/c/lua_%_fuzz.c $(FUZZ_ENGINE) $(FUZZ_BINDING) $(wildcard spec/c/*.h) build/fuzz/tag
	$(call say,CC,$<)$(FUZZER) -fsanitize=fuzzer,address,undefined $(LUA_CFLAGS) -o $@ $< \
	  $(FUZZ_ENGINE) $(FUZZ_BINDING) $(LUA_LIBS) -lm -pthread

# Which Lua they are linked with: another one makes them anew.
.PHONY: look-at-tag
look-at-tag:
build/fuzz/tag: look-at-tag
	@mkdir -p $(@D)
	@echo '$(TAG)' | cmp -s - $@ || echo '$(TAG)' >$@

# ---- Coverage -------------------------------------------------------------------------------------------------------

# Prints the lines of the engine that the corpora of its fuzzing targets reach, and then the lines of csrc/ that all
# tests on one Lua and on LuaJIT reach, which has code of its own, each with those that do not run. It fails where a
# corpus reaches less than 97 % or the tests less than 99 %. What knows the operating system, no input reaches.
ENGINE_FUZZ := engine table_file
# What the targets of the engine do not call: files, clocks and threads of the system.
UNCOUNTED := $(addprefix %/,$(addsuffix .c,clock file table_registry thread))
COUNTED = $(patsubst csrc/%.c,build/c-coverage/obj/%.gcda,$(filter-out $(UNCOUNTED),$(ENGINE)))
COVERED_LUAS = $(LUA) $(filter-out $(LUA),$(filter luajit,$(LUAS)))
COVERED = build/c-coverage build/engine-coverage $(foreach lua,$(COVERED_LUAS),build/$(call tag_of,$(lua))-coverage)
forget_counts = find $(COVERED) -name '*.gcda' -exec rm -f {} + 2>/dev/null || true

.PHONY: coverage
coverage: ## tell which lines of csrc/ the fuzzing corpora and the tests reach
	$(need_lua)+@$(AGAIN) COVERAGE=1 all $(ENGINE_FUZZ:%=build/c-coverage/%_fuzz_test) && $(forget_counts); \
	  for target in $(ENGINE_FUZZ); do build/c-coverage/$${target}_fuzz_test spec/corpus/$$target || exit 1; done; \
	  echo "== the engine, by the corpora of its fuzzing targets"; \
	  gcov -t $(COUNTED) $(ENGINE_FUZZ:%=build/c-coverage/%_fuzz_test-%_fuzz_test.gcda) 2>/dev/null | \
	    $(LUA) .ci/coverage.lua 97 csrc/ || failed=1; \
	  $(AGAIN) COVERAGE=1 test-c-run >build/coverage.log 2>&1 || echo "tests failed: build/coverage.log"; \
	  for lua in $(COVERED_LUAS); do \
	    $(AGAIN) COVERAGE=1 test-one LUA=$$lua >>build/coverage.log 2>&1 || \
	      echo "tests on $$lua failed: build/coverage.log"; \
	  done; \
	  echo "== all, by the tests on $(COVERED_LUAS)"; \
	  find $(COVERED) -name '*.gcda' | xargs gcov -t 2>/dev/null | \
	    $(LUA) .ci/coverage.lua 99 csrc/ || failed=1; \
	  [ -z "$$failed" ]
