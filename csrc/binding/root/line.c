/* line.c: see line.h. */

#include "line.h"

void ab_line_push_move(lua_State *L, const ab_driver *driver, int32_t ply)
{
  if (driver->game.style == AB_BY_STATES && driver->plies[ply].count == 0)
    lua_pushvalue(L, AB_SLOT_STATE);
  else
    lua_rawgeti(L, AB_SLOT_MOVES, ply + 1);
}

void ab_line_note(lua_State *L, ab_driver *driver)
{
  int32_t ply = ab_engine_ply(&driver->engine);
  ab_ply *own = &driver->plies[ply];
  own->line = own[1].line + 1;
  lua_rawgeti(L, AB_SLOT_LINES, ply + 1);
  lua_rawgeti(L, AB_SLOT_LINES, ply + 2);
  ab_line_push_move(L, driver, ply + 1);
  lua_rawseti(L, -2, (int)own->line);
  lua_rawseti(L, AB_SLOT_LINES, ply + 1);
  lua_rawseti(L, AB_SLOT_LINES, ply + 2);
}

void ab_line_note_best(lua_State *L, ab_driver *driver)
{
  driver->best = driver->plies[0].line;
  lua_rawgeti(L, AB_SLOT_LINES, 1);
  lua_pushvalue(L, AB_SLOT_BEST);
  lua_rawseti(L, AB_SLOT_LINES, 1);
  lua_replace(L, AB_SLOT_BEST);
}

void ab_line_push(lua_State *L, const ab_driver *driver)
{
  uint32_t i;
  lua_createtable(L, (int)driver->best, 0);
  for (i = 1; i <= driver->best; i++) {
    lua_rawgeti(L, AB_SLOT_BEST, (int)(driver->best - i + 1));
    lua_rawseti(L, -2, (int)i);
  }
}
