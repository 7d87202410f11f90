-- Whether LuaJIT must not compile loops over `next` and `pairs`. Internal: modules with such loops that run often then
-- turn the compiler off for themselves, by `jit.off(true, true)`.
--
-- LuaJIT for x64 from September 2021 to April 2022, among them that of Debian 12, sometimes swaps the two results of
-- `lj_vm_next` by an instruction of 32 bits, depending on which registers are free. Half of an address is lost, and
-- reading there ends the process. Such a LuaJIT calls itself 2.1.0-beta3. So do older ones, which do not compile such
-- loops anyway. Later ones have the time of their last change instead of `0-beta3`.

local PACKAGE = (... or "alphabeta.common.traversal"):match "^(.*)%.[^.]*$" -- the folder may lie elsewhere

local jit = require(PACKAGE .. ".globals").jit

return jit ~= nil and jit.off ~= nil and jit.arch == "x64" and jit.version == "LuaJIT 2.1.0-beta3"
