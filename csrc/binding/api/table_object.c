#include "table_object.h"

#include <errno.h>
#include <string.h>

#include "../../system/file.h"
#include "../../table/table_file.h"
#include "../../table/table_registry.h"
#include "../base/class.h"
#include "../base/compat.h"
#include "../base/message.h"
#include "../base/search.h"

#define METATABLE "alphabeta.shared_table"

#define MIB 1048576.0

/* The text of a number that the preprocessor knows. */
#define TEXT_OF(number) #number
#define TEXT(number) TEXT_OF(number)

typedef struct object {
  ab_shared_table *table;
} object;

ab_shared_table *const *ab_table_object_at(lua_State *L, int index)
{
  const object *self = ab_class_test(L, index, METATABLE, sizeof *self);
  return self != NULL ? &self->table : NULL;
}

/* The object at index 1. Raises an error when there is something else. */
static object *check_object(lua_State *L)
{
  object *self = ab_class_test(L, 1, METATABLE, sizeof *self);
  if (self == NULL)
    luaL_argerror(L, 1, lua_pushfstring(L, METATABLE " expected, got %s", luaL_typename(L, 1)));
  return self;
}

/*
 * The table of the object at index 1, for the method `where`. Raises an error if it is closed. Any allocation or call
 * may run Lua code, by a finalizer or a debug hook, which may close the table. So a method calls this last, and uses
 * the table before it asks anything else of Lua.
 */
static ab_shared_table *check_open(lua_State *L, const char *where)
{
  const object *self = check_object(L);
  if (self->table == NULL)
    luaL_error(L, "%s: argument 'self': expected an open table, got a closed one", where);
  return self->table;
}

/* Opens a table by the handle at index 1, for the object on top. */
static void open_handle(lua_State *L, const char *where, object *self)
{
  size_t length, i;
  const char *name = lua_tolstring(L, 1, &length);
  for (i = 0; i < length; i++)
    if (name[i] == '\0') break;
  if (i == length && length < AB_TABLE_NAME_BYTES) self->table = ab_table_registry_open(name);
  if (self->table == NULL)
    luaL_error(
        L, "%s: argument 'handle': expected the handle of a table of this process that is not closed, got %s",
        where, ab_message_describe(L, 1));
}

/*
 * Makes a table of the size at index 1, for the object on top. Lua's collector, which does not count it, works as if as
 * much had been allocated: so objects that are no longer used do not pile up.
 */
static void make_table(lua_State *L, const char *where, object *self)
{
  double mib = lua_type(L, 1) == LUA_TNUMBER ? (double)lua_tonumber(L, 1) : 0;
  if (!(mib > 0 && mib <= AB_TABLE_MAX))
    luaL_error(L,
               "%s: argument 'size': expected a number of MiB greater than 0 and up to " TEXT(
                   AB_TABLE_MAX) ", or a handle, got %s",
               where, ab_message_describe(L, 1));
  lua_gc(L, LUA_GCSTEP, (int)(mib * 1024));
  self->table = ab_table_registry_new((size_t)(mib * MIB));
  if (self->table == NULL) luaL_error(L, "%s: not enough memory", where);
}

/* alphabeta.table(mib) makes a table; alphabeta.table(handle) opens the one that another Lua state has. */
static int new_object(lua_State *L)
{
  static const char where[] = "alphabeta.table";
  object *self;
  lua_settop(L, 1);
  self = lua_newuserdata(L, sizeof *self);
  self->table = NULL;
  luaL_getmetatable(L, METATABLE);
  lua_setmetatable(L, -2);
  if (lua_type(L, 1) == LUA_TSTRING)
    open_handle(L, where, self);
  else
    make_table(L, where, self);
  return 1;
}

/* table:handle(): a text by which alphabeta.table opens the table in another Lua state of this process. */
static int handle(lua_State *L)
{
  char name[AB_TABLE_NAME_BYTES];
  ab_table_registry_name(check_open(L, "table:handle"), name);
  lua_pushstring(L, name);
  return 1;
}

/* table:clear(): empties the table. */
static int clear(lua_State *L)
{
  ab_shared_table_clear(check_open(L, "table:clear"));
  return 0;
}

/* ---- files ---- */

int ab_table_object_check_path(lua_State *L, const char *where)
{
  if (lua_type(L, 2) != LUA_TSTRING)
    lua_pushfstring(L, "%s: argument 'path': expected a string, got %s", where, luaL_typename(L, 2));
  else if (strlen(lua_tostring(L, 2)) < compat_rawlen(L, 2))
    lua_pushfstring(L, "%s: argument 'path': expected a path, got a string with a zero byte", where);
  else
    return 1;
  return 0;
}

int ab_table_object_save(lua_State *L, const char *where, const ab_table *table, uint64_t signature)
{
  const char *path = lua_tostring(L, 2);
  ab_table_file outcome;
  ab_file file;
  if (!ab_file_begin(&file, path)) {
    lua_pushfstring(L, "%s: '%s': %s", where, path, strerror(errno));
    return 0;
  }
  outcome = ab_table_save(table, signature, file.stream);
  if (ab_file_end(&file, outcome == AB_TABLE_FILE_OK)) return 1;
  lua_pushfstring(L, "%s: '%s': %s: %s", where, path, ab_table_file_message(AB_TABLE_FILE_UNWRITABLE),
                  strerror(errno));
  return 0;
}

/* Opens `table`, if it has no memory yet, and adds `file`. Returns NULL or what is wrong. */
static const char *add(lua_State *L, ab_table *table, size_t bytes, uint64_t signature, FILE *file)
{
  ab_memory memory = ab_search_blocks(L);
  ab_table_file outcome;
  if (ab_table_bytes(table) == 0) {
    outcome = ab_table_check(signature, file);
    if (outcome != AB_TABLE_FILE_OK) return ab_table_file_message(outcome);
    if (!ab_table_open(table, bytes, &memory)) return "not enough memory";
  }
  outcome = ab_table_load(table, signature, file, &memory);
  return outcome != AB_TABLE_FILE_OK ? ab_table_file_message(outcome) : NULL;
}

/* Adds `file` to a shared table: see add_file. Returns NULL or what is wrong. */
static const char *add_to_shared(ab_table *table, int merges, FILE *file)
{
  ab_table_settings settings = {0, 1};
  ab_table_file outcome = ab_table_file_signature(&settings.signature, file);
  if (outcome == AB_TABLE_FILE_OK) outcome = ab_table_check(settings.signature, file);
  if (outcome == AB_TABLE_FILE_OK && !ab_shared_table_agree(ab_table_shared(table), settings))
    outcome = AB_TABLE_FILE_OTHER_SIGNATURE;
  if (outcome == AB_TABLE_FILE_OK)
    outcome = merges ? ab_table_merge_file(table, settings.signature, file)
                     : ab_table_load(table, settings.signature, file, NULL);
  return outcome != AB_TABLE_FILE_OK ? ab_table_file_message(outcome) : NULL;
}

/*
 * Opens the file whose path is at index 2, and adds it by one of these functions: to a shared table, if `merges` is not
 * -1. Returns 0 with a message on top, which begins with `where`, if something is wrong.
 */
static int add_file(lua_State *L, const char *where, ab_table *table, size_t bytes, uint64_t signature,
                    int merges)
{
  const char *path = lua_tostring(L, 2), *wrong;
  FILE *file = ab_file_open(path);
  if (file == NULL) {
    wrong = strerror(errno);
  } else {
    wrong = merges < 0 ? add(L, table, bytes, signature, file) : add_to_shared(table, merges, file);
    fclose(file);
  }
  if (wrong != NULL) lua_pushfstring(L, "%s: '%s': %s", where, path, wrong);
  return wrong == NULL;
}

int ab_table_object_load(lua_State *L, const char *where, ab_table *table, size_t bytes, uint64_t signature)
{
  return add_file(L, where, table, bytes, signature, -1);
}

/* Raises the message on top at the line where the user called the running method. */
static int fail(lua_State *L)
{
  return luaL_error(L, "%s", lua_tostring(L, -1));
}

/* table:save(path): writes the table to a file. */
static int save(lua_State *L)
{
  static const char where[] = "table:save";
  const object *self = check_object(L);
  ab_shared_table *shared;
  ab_table_settings settings;
  ab_table table;
  if (!ab_table_object_check_path(L, where)) return fail(L);
  shared = check_open(L, where);
  ab_table_init(&table);
  ab_table_share(&table, &self->table);
  if (!ab_shared_table_settings(shared, &settings))
    return luaL_error(L, "%s: nothing was searched with this table yet", where);
  if (!settings.is_lasting)
    return luaL_error(L, "%s: the game has no 'player': a file could not say whom its values are good for",
                      where);
  return ab_table_object_save(L, where, &table, settings.signature) ? 0 : fail(L);
}

/* table:load, or, if it `merges`, table:merge. */
static int read_file(lua_State *L, const char *where, int merges)
{
  const object *self = check_object(L);
  ab_table table;
  if (!ab_table_object_check_path(L, where)) return fail(L);
  check_open(L, where);
  ab_table_init(&table);
  ab_table_share(&table, &self->table);
  ab_table_new_search(&table);
  return add_file(L, where, &table, 0, 0, merges) ? 0 : fail(L);
}

/* table:load(path): adds a file to the table. */
static int load(lua_State *L)
{
  return read_file(L, "table:load", 0);
}

/* table:merge(path): adds a file to the table, and keeps deeper entries. */
static int merge(lua_State *L)
{
  return read_file(L, "table:merge", 1);
}

/* table:close(): releases the table. A closed one may be closed again. */
static int close(lua_State *L)
{
  object *self = check_object(L);
  ab_shared_table *table = self->table;
  self->table = NULL;
  if (table != NULL) ab_table_registry_close(table);
  return 0;
}

/* tostring(table) */
static int to_string(lua_State *L)
{
  const object *self = check_object(L);
  size_t bytes;
  if (self->table == NULL) {
    lua_pushliteral(L, METATABLE " (closed)");
    return 1;
  }
  bytes = ab_shared_table_bytes(self->table);
  lua_pushliteral(L, METATABLE " (");
  lua_pushnumber(L, (lua_Number)((double)bytes / MIB));
  lua_pushliteral(L, " MiB)");
  lua_concat(L, 3);
  return 1;
}

void ab_table_object_register(lua_State *L)
{
  static const luaL_Reg metamethods[] = {
      {"__gc", close}, {"__close", close}, {"__tostring", to_string}, {NULL, NULL}};
  static const luaL_Reg methods[] = {{"handle", handle}, {"clear", clear}, {"save", save}, {"load", load},
                                     {"merge", merge},   {"close", close}, {NULL, NULL}};
  if (ab_class_new(L, METATABLE, metamethods, methods)) lua_setfield(L, LUA_REGISTRYINDEX, METATABLE);
  lua_pushcfunction(L, new_object);
  lua_setfield(L, -2, "table");
}
