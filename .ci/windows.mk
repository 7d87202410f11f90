# ---- Windows --------------------------------------------------------------------------------------------------------

# Cross-compiles the module, to see that it compiles and links. The import library of Lua's DLL is made from the
# functions of Lua that the objects ask for. Debian's Lua headers want one more, from a folder that is searched last.
# MINGW=i686-w64-mingw32- does it for 32 bits: there symbols begin with an underscore, and doubles need SSE.
MINGW ?= x86_64-w64-mingw32-
X86 := $(filter i686%,$(MINGW))
WINDOWS := build/windows-$(if $(X86),x86-)$(TAG)
LUA_DLL := lua$(subst .,,$(VERSION)).dll
DEBIAN_HEADERS = $(addprefix -idirafter ,$(wildcard /usr/include/$(shell $(CC) -dumpmachine)))
WINDOWS_CFLAGS = $(filter-out $(ELF),$(C99)) $(if $(X86),-msse2 -mfpmath=sse) $(CFLAGS) -Werror $(LUA_CFLAGS) \
  $(DEBIAN_HEADERS)

.PHONY: windows test-windows
test-windows: ## test the module for Windows, under wine
	+@SPECS="$(if $(filter-out file,$(origin SPECS)),$(SPECS))" JOBS=$(JOBS) sh .ci/windows.sh $(WINDOWS_LUAS)

windows: $(WINDOWS)/alphabeta/core.dll ## cross-compile the module for Windows with mingw-w64

$(WINDOWS)/alphabeta/core.dll: $(patsubst csrc/%.c,$(WINDOWS)/obj/%.o,$(ENGINE) $(BINDING))
	@mkdir -p $(@D)
	$(call say,LD,$@)(echo "LIBRARY $(LUA_DLL)"; echo EXPORTS; \
	  $(MINGW)nm -u $^ | sed -n 's/^ *U $(if $(X86),_)\(lua.*\)/\1/p' | sort -u) >$(WINDOWS)/lua.def
	@$(MINGW)dlltool -d $(WINDOWS)/lua.def -l $(WINDOWS)/liblua.a
	@$(MINGW)gcc $(LDFLAGS) -shared -static-libgcc -Wl,--no-insert-timestamp -o $@ $^ $(WINDOWS)/liblua.a
	@test "$$($(MINGW)objdump -p $@ | sed -n '/^\[Ordinal\/Name Pointer\]/,/^$$/s/^[[:space:]]\[.*\] *//p')" = \
	  luaopen_alphabeta_core

$(WINDOWS)/obj/%.o: csrc/%.c $(HEADERS) Makefile .ci/windows.mk
	$(need_headers)@mkdir -p $(@D)
	$(call say,CC,$< for Windows)$(MINGW)gcc $(WINDOWS_CFLAGS) -c -o $@ $<
