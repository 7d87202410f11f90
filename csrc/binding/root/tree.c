#include "tree.h"

#include "../base/compat.h"
#include "../base/fields.h"
#include "../base/move.h"
#include "result.h"

/* Pushes a move of the tree. */
static void push_move(lua_State *L, const ab_search *search, const ab_uct_move *move)
{
  if (search->native.is_on) {
    ab_move_push(L, search->native.kept_moves[search->kept[move->parent].first + move->index]);
    return;
  }
  if (move->index == AB_UCT_NONE) {
    lua_rawgeti(L, AB_SLOT_TREE, AB_TREE_NAMES);
    lua_rawgeti(L, -1, (int)move->node + 1);
  } else {
    lua_rawgeti(L, AB_SLOT_TREE, AB_TREE_LISTS);
    lua_rawgeti(L, -1, (int)move->parent + 1);
    lua_replace(L, -2);
    lua_rawgeti(L, -1, (int)move->index + 1);
  }
  lua_replace(L, -2);
}

/* Pushes the line of the moves most played from a move of the root on: an array. */
static void push_line(lua_State *L, const ab_search *search, const ab_uct_move *first)
{
  ab_uct_move move = *first;
  int length = 0;
  lua_newtable(L);
  do {
    push_move(L, search, &move);
    lua_rawseti(L, -2, ++length);
  } while (ab_uct_line(&search->uct, move.node, &move));
}

/* Pushes a move of the root. */
static void push_kid(lua_State *L, const ab_search *search, const ab_uct_kid *kid)
{
  const ab_uct_move move = {.parent = 0, .index = kid->index, .node = kid->node};
  lua_createtable(L, 0, 8);
  push_move(L, search, &move);
  lua_setfield(L, -2, "move");
  push_line(L, search, &move);
  lua_setfield(L, -2, "pv");
  ab_set_count(L, "visits", kid->visits);
  ab_set_number(L, "points", kid->points);
  ab_set_flag(L, "is_known", kid->is_known);
  if (!kid->is_proven) return;
  ab_set_number(L, "result", kid->result);
  ab_set_count(L, "plies", kid->plies);
}

/* Pushes the best `most` moves of the root, in an array. */
static void push_kids(lua_State *L, const ab_search *search, uint32_t most)
{
  ab_uct_kid *kids = lua_newuserdata(L, ((size_t)most + 1) * sizeof *kids);
  uint32_t count = ab_uct_ranked(&search->uct, kids, most), i;
  lua_createtable(L, (int)count, 0);
  for (i = 0; i < count; i++) {
    push_kid(L, search, &kids[i]);
    lua_rawseti(L, -2, (int)i + 1);
  }
  lua_replace(L, -2);
}

/* Sets the move that alpha-beta beside the playouts has chosen, if it has, and its line, if that is known. */
static void set_answer(lua_State *L, const ab_search *search, const ab_uct_root *root)
{
  const ab_uct_move move = {.parent = 0, .index = root->answer, .node = AB_UCT_NONE};
  if (root->answer == AB_UCT_NONE) return;
  push_move(L, search, &move);
  lua_setfield(L, -2, "answer");
  if (search->result.line_child != (int64_t)root->answer) return;
  lua_rawgeti(L, AB_SLOT_PARTS, AB_PART_LINE);
  lua_setfield(L, -2, "pv");
}

void ab_tree_push(lua_State *L, const ab_search *search, uint32_t most)
{
  const ab_uct_root root = ab_uct_summary(&search->uct);
  lua_createtable(L, 0, 16);
  push_kids(L, search, root.kids < most ? root.kids : most);
  lua_setfield(L, -2, "kids");
  ab_set_count(L, "visits", root.visits);
  ab_set_count(L, "players", root.players);
  ab_set_flag(L, "is_scaled", root.is_scaled);
  ab_set_number(L, "lowest", root.lowest);
  ab_set_number(L, "highest", root.highest);
  ab_set_flag(L, "minimizing", ab_engine_task(&search->engine)->root.minimizing);
  set_answer(L, search, &root);
  if (root.is_over) ab_set_number(L, "value", root.value);
  if (root.is_chance && root.visits > 0) ab_set_number(L, "points", root.points);
  if (!root.is_proven) return;
  ab_set_number(L, "proven", root.proven);
  ab_set_number(L, "result", root.result);
  if (root.plies >= 0) ab_set_count(L, "plies", root.plies);
}
