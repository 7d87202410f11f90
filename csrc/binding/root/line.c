/* line.c: see line.h. */

#include "line.h"

void ab_line_push_move(lua_State *L, const ab_search *search, int32_t ply)
{
  if (search->game.style == AB_BY_STATES && search->plies[ply].count == 0)
    lua_pushvalue(L, AB_SLOT_STATE);
  else
    lua_rawgeti(L, AB_SLOT_MOVES, ply + 1);
}

void ab_line_note(lua_State *L, ab_search *search)
{
  int32_t ply = ab_engine_ply(&search->engine);
  ab_ply *own = &search->plies[ply];
  ab_assert((size_t)ply + 1 < search->now.places);
  own->line = own[1].line + 1;
  lua_rawgeti(L, AB_SLOT_LINES, ply + 1);
  lua_rawgeti(L, AB_SLOT_LINES, ply + 2);
  ab_line_push_move(L, search, ply + 1);
  lua_rawseti(L, -2, (int)own->line);
  lua_rawseti(L, AB_SLOT_LINES, ply + 1);
  lua_rawseti(L, AB_SLOT_LINES, ply + 2);
}

void ab_line_note_best(lua_State *L, ab_search *search)
{
  search->now.best_length = search->plies[0].line;
  lua_rawgeti(L, AB_SLOT_LINES, 1);
  lua_pushvalue(L, AB_SLOT_BEST);
  lua_rawseti(L, AB_SLOT_LINES, 1);
  lua_replace(L, AB_SLOT_BEST);
}

void ab_line_note_proved(lua_State *L, ab_search *search)
{
  int is_alone = ab_engine_ply(&search->engine) > 0;
  uint32_t length = is_alone ? 1 : search->plies[0].line, i;
  lua_createtable(L, (int)length, 0);
  if (is_alone) {
    ab_line_push_move(L, search, 1);
    lua_rawseti(L, -2, 1);
  } else {
    lua_rawgeti(L, AB_SLOT_LINES, 1);
    for (i = 1; i <= length; i++) {
      lua_rawgeti(L, -1, (int)i);
      lua_rawseti(L, -3, (int)i);
    }
    lua_pop(L, 1);
  }
  search->now.best_length = length;
  lua_replace(L, AB_SLOT_BEST);
}

void ab_line_push(lua_State *L, const ab_search *search)
{
  uint32_t i;
  lua_createtable(L, (int)search->now.best_length, 0);
  for (i = 1; i <= search->now.best_length; i++) {
    lua_rawgeti(L, AB_SLOT_BEST, (int)(search->now.best_length - i + 1));
    lua_rawseti(L, -2, (int)i);
  }
}
