-- Runs busted on the Lua that runs this file, whichever one the `busted` command was installed for.
require "busted.runner" {standalone = false}
