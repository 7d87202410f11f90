rockspec_format = "3.0"
package = "alphabeta"
version = "scm-1"

-- For `luarocks make` in a checkout, which fetches nothing; the rockspec of a release names its tag here.
source = {
  url = "git+file://.",
}

description = {
  summary = "Game-tree search in C for games whose rules are written in Lua",
  detailed = [[
    Finds the best move in a game whose rules are Lua functions, with alpha-beta pruning, a transposition table,
    iterative deepening and limits of depth, time and nodes. Lua 5.1 to 5.5 and LuaJIT.
  ]],
  license = "MIT",
  labels = {"game", "ai", "search"},
}

dependencies = {
  "lua >= 5.1, < 5.6",
}

test_dependencies = {
  "busted",
}

build = {
  type = "builtin",
  modules = {
    alphabeta = "lua/alphabeta/init.lua",
    ["alphabeta.check"] = "lua/alphabeta/check.lua",
    ["alphabeta.check.answers"] = "lua/alphabeta/check/answers.lua",
    ["alphabeta.check.findings"] = "lua/alphabeta/check/findings.lua",
    ["alphabeta.check.keys"] = "lua/alphabeta/check/keys.lua",
    ["alphabeta.check.main"] = "lua/alphabeta/check/main.lua",
    ["alphabeta.check.moves"] = "lua/alphabeta/check/moves.lua",
    ["alphabeta.check.plan"] = "lua/alphabeta/check/plan.lua",
    ["alphabeta.check.position"] = "lua/alphabeta/check/position.lua",
    ["alphabeta.check.report"] = "lua/alphabeta/check/report.lua",
    ["alphabeta.check.run"] = "lua/alphabeta/check/run.lua",
    ["alphabeta.check.signs"] = "lua/alphabeta/check/signs.lua",
    ["alphabeta.check.visit"] = "lua/alphabeta/check/visit.lua",
    ["alphabeta.elo"] = "lua/alphabeta/elo.lua",
    ["alphabeta.errors"] = "lua/alphabeta/errors.lua",
    ["alphabeta.explain"] = "lua/alphabeta/explain.lua",
    ["alphabeta.explain.counts"] = "lua/alphabeta/explain/counts.lua",
    ["alphabeta.explain.cutoffs"] = "lua/alphabeta/explain/cutoffs.lua",
    ["alphabeta.explain.lines"] = "lua/alphabeta/explain/lines.lua",
    ["alphabeta.explain.main"] = "lua/alphabeta/explain/main.lua",
    ["alphabeta.explain.plan"] = "lua/alphabeta/explain/plan.lua",
    ["alphabeta.explain.trace"] = "lua/alphabeta/explain/trace.lua",
    ["alphabeta.explain.walk"] = "lua/alphabeta/explain/walk.lua",
    ["alphabeta.explain.words"] = "lua/alphabeta/explain/words.lua",
    ["alphabeta.game"] = "lua/alphabeta/game.lua",
    ["alphabeta.love"] = "lua/alphabeta/love.lua",
    ["alphabeta.love.opponent"] = "lua/alphabeta/love/opponent.lua",
    ["alphabeta.match"] = "lua/alphabeta/match.lua",
    ["alphabeta.match.main"] = "lua/alphabeta/match/main.lua",
    ["alphabeta.match.mistakes"] = "lua/alphabeta/match/mistakes.lua",
    ["alphabeta.match.meaning"] = "lua/alphabeta/match/meaning.lua",
    ["alphabeta.match.plan"] = "lua/alphabeta/match/plan.lua",
    ["alphabeta.match.play"] = "lua/alphabeta/match/play.lua",
    ["alphabeta.match.position"] = "lua/alphabeta/match/position.lua",
    ["alphabeta.match.report"] = "lua/alphabeta/match/report.lua",
    ["alphabeta.moves"] = "lua/alphabeta/moves.lua",
    ["alphabeta.opponent"] = "lua/alphabeta/opponent.lua",
    ["alphabeta.options"] = "lua/alphabeta/options.lua",
    ["alphabeta.picture"] = "lua/alphabeta/picture.lua",
    ["alphabeta.pool.helper"] = "lua/alphabeta/pool/helper.lua",
    ["alphabeta.pool.main"] = "lua/alphabeta/pool/main.lua",
    ["alphabeta.pool.pool"] = "lua/alphabeta/pool/pool.lua",
    ["alphabeta.pool.text"] = "lua/alphabeta/pool/text.lua",
    ["alphabeta.pool.threads"] = "lua/alphabeta/pool/threads.lua",
    ["alphabeta.random"] = "lua/alphabeta/random.lua",
    ["alphabeta.tree"] = "lua/alphabeta/tree.lua",
    ["alphabeta.tree.dot"] = "lua/alphabeta/tree/dot.lua",
    ["alphabeta.tree.label"] = "lua/alphabeta/tree/label.lua",
    ["alphabeta.tree.layout"] = "lua/alphabeta/tree/layout.lua",
    ["alphabeta.tree.svg"] = "lua/alphabeta/tree/svg.lua",
    ["alphabeta.tree.text"] = "lua/alphabeta/tree/text.lua",
    ["alphabeta.tree.words"] = "lua/alphabeta/tree/words.lua",
    ["alphabeta.values"] = "lua/alphabeta/values.lua",
    ["alphabeta.core"] = {
      sources = {
        "csrc/engine/chance.c",
        "csrc/engine/clock.c",
        "csrc/engine/engine.c",
        "csrc/engine/file.c",
        "csrc/engine/limits.c",
        "csrc/engine/maxn.c",
        "csrc/engine/memory.c",
        "csrc/engine/ordering.c",
        "csrc/engine/refutation.c",
        "csrc/engine/root.c",
        "csrc/engine/scores.c",
        "csrc/engine/shared_table.c",
        "csrc/engine/table.c",
        "csrc/engine/table_file.c",
        "csrc/engine/table_registry.c",
        "csrc/engine/thread.c",
        "csrc/engine/trace.c",
        "csrc/engine/transposition.c",
        "csrc/binding/api/core.c",
        "csrc/binding/api/option_table.c",
        "csrc/binding/api/options.c",
        "csrc/binding/api/searcher.c",
        "csrc/binding/api/table_object.c",
        "csrc/binding/api/table_storage.c",
        "csrc/binding/base/blocks.c",
        "csrc/binding/base/game.c",
        "csrc/binding/base/identity.c",
        "csrc/binding/base/message.c",
        "csrc/binding/base/mix.c",
        "csrc/binding/base/payoff.c",
        "csrc/binding/base/player_index.c",
        "csrc/binding/base/search.c",
        "csrc/binding/base/session.c",
        "csrc/binding/base/zobrist.c",
        "csrc/binding/driver/answers.c",
        "csrc/binding/driver/calls.c",
        "csrc/binding/driver/driver.c",
        "csrc/binding/driver/events.c",
        "csrc/binding/driver/outcomes.c",
        "csrc/binding/driver/successors.c",
        "csrc/binding/driver/undos.c",
        "csrc/binding/driver/watch.c",
        "csrc/binding/pool/threads.c",
        "csrc/binding/root/choice.c",
        "csrc/binding/root/line.c",
        "csrc/binding/root/ranking.c",
        "csrc/binding/root/result.c",
        "csrc/binding/root/selection.c",
        "csrc/binding/root/techniques.c",
      },
    },
  },
  -- Threads, where they are not part of the C library itself.
  platforms = {unix = {modules = {["alphabeta.core"] = {libraries = {"pthread"}}}}},
}

test = {
  type = "busted",
}
