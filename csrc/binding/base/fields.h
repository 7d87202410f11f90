/*
 * fields.h: sets fields of tables.
 */
#ifndef ALPHABETA_FIELDS_H
#define ALPHABETA_FIELDS_H

#include <lua.h>
#include <stdint.h>

#include "../../system/portable.h"

/* Sets the field `name` of the table on top to a whole number. */
AB_FUNC void ab_set_count(lua_State *L, const char *name, int64_t count);

/* Sets it to another number. */
AB_FUNC void ab_set_number(lua_State *L, const char *name, double number);

/* Sets it to true or false. */
AB_FUNC void ab_set_flag(lua_State *L, const char *name, int is_set);

#endif
