/*
 * line.h: the expected lines of a search, as Lua values.
 *
 * Each ply has a table for the best line from there, the last move first. So appending a move to the shorter line makes
 * the longer one, and the two plies exchange their tables. That copies nothing and, once the tables have grown,
 * allocates nothing.
 */
#ifndef ALPHABETA_LINE_H
#define ALPHABETA_LINE_H

#include "../base/search.h"

/* Pushes the move that led to `ply`, which is on the path or was left last. */
AB_FUNC void ab_line_push_move(lua_State *L, const ab_search *search, int32_t ply);

/* The current node's best line is now the last move and the line of the ply after it. */
AB_FUNC void ab_line_note(lua_State *L, ab_search *search);

/* An iteration is completed: the root's line becomes the best one, and its table is exchanged for the old. */
AB_FUNC void ab_line_note_best(lua_State *L, ab_search *search);

/*
 * On AB_ASK_PROVED: the proved line becomes the best one. It is copied, because the iteration goes on with the root's
 * line.
 */
AB_FUNC void ab_line_note_proved(lua_State *L, ab_search *search);

/* Pushes the best line as an array, the root's move first. */
AB_FUNC void ab_line_push(lua_State *L, const ab_search *search);

#endif
