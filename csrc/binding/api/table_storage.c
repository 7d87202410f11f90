/* table_storage.c: see table_storage.h. */

#include "table_storage.h"

#include <errno.h>
#include <string.h>

#include "../../system/file.h"
#include "../../table/table_file.h"
#include "../base/compat.h"
#include "../base/message.h"
#include "../base/search.h"

void ab_table_storage_check_path(lua_State *L, const char *where)
{
  if (lua_type(L, 2) != LUA_TSTRING)
    ab_message_raise(L, "%s: argument 'path': expected a string, got %s", where, luaL_typename(L, 2));
  if (strlen(lua_tostring(L, 2)) < compat_rawlen(L, 2))
    ab_message_raise(L, "%s: argument 'path': expected a path, got a string with a zero byte", where);
}

void ab_table_storage_save(lua_State *L, const char *where, const ab_table *table, uint64_t signature)
{
  const char *path = lua_tostring(L, 2);
  ab_table_file outcome;
  ab_file file;
  if (!ab_file_begin(&file, path)) ab_message_raise(L, "%s: '%s': %s", where, path, strerror(errno));
  outcome = ab_table_save(table, signature, file.stream);
  if (!ab_file_end(&file, outcome == AB_TABLE_FILE_OK))
    ab_message_raise(L, "%s: '%s': %s: %s", where, path, ab_table_file_message(AB_TABLE_FILE_UNWRITABLE),
                     strerror(errno));
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

/* Adds `file` to a shared table: see ab_table_storage_add. Returns NULL or what is wrong. */
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

void ab_table_storage_add(lua_State *L, const char *where, ab_table *table, int merges)
{
  const char *path = lua_tostring(L, 2), *wrong;
  FILE *file = ab_file_open(path);
  if (file == NULL) {
    wrong = strerror(errno);
  } else {
    wrong = add_to_shared(table, merges, file);
    fclose(file);
  }
  if (wrong != NULL) ab_message_raise(L, "%s: '%s': %s", where, path, wrong);
}

void ab_table_storage_load(lua_State *L, const char *where, ab_table *table, size_t bytes, uint64_t signature)
{
  const char *path = lua_tostring(L, 2), *wrong;
  FILE *file = ab_file_open(path);
  if (file == NULL) {
    wrong = strerror(errno);
  } else {
    wrong = add(L, table, bytes, signature, file);
    fclose(file);
  }
  if (wrong != NULL) ab_message_raise(L, "%s: '%s': %s", where, path, wrong);
}
