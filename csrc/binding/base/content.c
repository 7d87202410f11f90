/*
 * The bits of a table are mixed from the sum of the bits of its fields, so the order of fields does not matter. A
 * field's bits are mixed from its key and its value, in different ways. If a table contains itself, the number of
 * levels up to it identifies it. So a state that refers to itself has the key of its copies.
 *
 * A table at several paths counts at each, and the state's bits say which paths share one table. So a selected piece
 * differs from an equal one. The bits of its keys identify a path. The paths of one table are added up, so the order in
 * which they are met does not matter.
 *
 * If a value has no key, the keys of the fields on the way to it stay on the stack. The message is made from them.
 */

#include "../../system/constant_rows.h"
#include "content.h"

#include <lauxlib.h>
#include <string.h>

#include "../../system/heap.h"
#include "../../table/key.h"
#include "compat.h"
#include "identity.h"
#include "message.h"
#include "zobrist.h"

/* Constants for the bits of tables, of a table's class, of a table in itself, and of a table at several paths. */
#define TABLE_SEED UINT64_C(0x6C62272E07BB0142)
#define CLASS_SEED UINT64_C(0x27D4EB2F165667C5)
#define CYCLE_SEED UINT64_C(0x85EBCA77C2B2AE63)
#define SHARED_SEED UINT64_C(0x94D049BB133111EB)

/* The upvalues of the function: the key that it returns, the set of the names, the class of states, and a flag. */
#define OWN_KEY lua_upvalueindex(1)
#define OWN_NAMES lua_upvalueindex(2)
#define OWN_CLASS lua_upvalueindex(3)
#define IS_FOR_SEARCH lua_upvalueindex(4)

/* The text of a number that the preprocessor knows. */
#define TEXT_OF(number) #number
#define TEXT(number) TEXT_OF(number)

/* The stack: the state, memory for paths, the state again; of each level above, a field's key and value. */
enum { STATE = 1, MEMORY, TOP, FIRST_KEY, SLOTS_OF_LEVEL = 2 };

/* A path to a table within the state: the bits of its keys. */
typedef struct table_path {
  const void *table;
  uint64_t path;
} table_path;

/* Whether a path is sorted before another one. Paths to one table are then side by side. */
static int precedes(const table_path *a, const table_path *b)
{
  return (uintptr_t)a->table < (uintptr_t)b->table;
}

AB_DEFINE_HEAP_SORT(sort, table_path, precedes)

/* How many paths need no memory of their own. */
#define FEW_PATHS 64

/* The reading of a state. */
typedef struct reading {
  lua_State *L;
  int has_names;                         /* whether fields are left out */
  int level;                             /* tables around the value that is read */
  int32_t fields;                        /* that may still be read */
  const void *tables[AB_CONTENT_LEVELS]; /* the tables around, the state first */
  uint64_t path;                         /* to the value that is read */
  table_path *paths;                     /* of the tables within the state, in `few` or in memory */
  table_path few[FEW_PATHS];
  uint32_t count, capacity; /* of paths */
  const char *got;          /* what has no key, */
  int steps;                /* and how many fields lead to it */
} reading;

static int read_value(reading *r, uint64_t key, uint64_t *bits);

/* Records the value that has no key: `got` is its name, and `steps` fields lead to it. Returns 0. */
static int refuse(reading *r, const char *got, int steps)
{
  r->got = got;
  r->steps = steps;
  return 0;
}

/* Pops the `__index` of a state's metatable. Returns whether it is that of the first state. */
static int is_same_class(lua_State *L)
{
  int is_same;
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
    lua_pushboolean(L, 0);
  }
  lua_rawgeti(L, OWN_CLASS, 1);
  if (lua_isnil(L, -1)) {
    lua_pushvalue(L, -2);
    lua_rawseti(L, OWN_CLASS, 1);
    is_same = 1;
  } else {
    is_same = lua_rawequal(L, -1, -2);
  }
  lua_pop(L, 2);
  return is_same;
}

/*
 * Whether the table at `table` has, in its field `class`, the class whose objects have the metatable on top: libraries
 * write it into each object (middleclass, 30log). Pushes the class then.
 */
static int push_own_class(lua_State *L, int table)
{
  int is_own;
  lua_pushliteral(L, "class");
  lua_rawget(L, table);
  if (lua_istable(L, -1)) {
    lua_pushliteral(L, "__instanceDict");
    lua_rawget(L, -2);
    is_own = lua_rawequal(L, -1, -3) || lua_rawequal(L, -2, -3);
    lua_pop(L, 1);
    if (is_own) return 1;
  }
  lua_pop(L, 1);
  return 0;
}

/* Pushes the raw field `name` of the table on top. Returns whether it is a text, and its bits. */
static int push_name(lua_State *L, const char *name, uint64_t *bits)
{
  lua_pushstring(L, name);
  lua_rawget(L, -2);
  return lua_type(L, -1) == LUA_TSTRING && ab_identity_of_value(L, -1, bits);
}

/* Adds the class of a table within the state, by its `__name` or its class's field `name`. Returns 0 without one. */
static int read_name(reading *r, uint64_t *bits)
{
  lua_State *L = r->L;
  int meta = lua_gettop(L);
  uint64_t name;
  int is_named = push_name(L, "__name", &name);
  if (!is_named) lua_settop(L, meta);
  if (!is_named && push_own_class(L, meta - 1)) is_named = push_name(L, "name", &name);
  lua_settop(L, meta);
  if (!is_named)
    return refuse(r, "an object whose metatable has no '__name' (such as Piece.__name = 'Piece')", r->level);
  *bits += ab_key_mix(name + CLASS_SEED);
  return 1;
}

/* Reads the class of the table on top; 0 if it has no name. `*has_class`: it is also the table's field `class`. */
static int read_class(reading *r, uint64_t *bits, int *has_class)
{
  lua_State *L = r->L;
  int table = lua_gettop(L);
  int has_metatable = lua_getmetatable(L, -1);
  int is_read = 1;
  *has_class = 0;
  if (has_metatable) {
    if (push_own_class(L, table)) {
      *has_class = 1;
      lua_pop(L, 1);
    }
    lua_pushliteral(L, "__index");
    lua_rawget(L, -2);
  } else if (r->level == 0) {
    lua_pushnil(L);
  } else {
    return 1;
  }
  if (lua_isfunction(L, -1)) {
    is_read = refuse(r, "an object whose '__index' is a function", r->level);
  } else if (r->level > 0) {
    lua_pop(L, 1);
    is_read = read_name(r, bits);
  } else if (!is_same_class(L)) {
    is_read = refuse(r, "an object of another class than the first state ('__index' differs)", 0);
  }
  lua_settop(L, table);
  return is_read;
}

/* Whether the field whose key and value are on top is left out. */
static int is_left_out(const reading *r, int has_class)
{
  int is_named;
  if (!(r->has_names || has_class) || lua_type(r->L, -2) != LUA_TSTRING) return 0;
  if (has_class && strcmp(lua_tostring(r->L, -2), "class") == 0) return 1;
  if (!r->has_names) return 0;
  lua_pushvalue(r->L, -2);
  lua_rawget(r->L, OWN_NAMES);
  is_named = lua_toboolean(r->L, -1);
  lua_pop(r->L, 1);
  return is_named;
}

/* Adds the fields of the table on top to `*sum`, except its class. Returns 0 as read_value does. */
static int read_fields(reading *r, uint64_t *sum, int has_class)
{
  lua_State *L = r->L;
  int table = lua_gettop(L);
  for (lua_pushnil(L); lua_next(L, table); lua_pop(L, 1)) {
    uint64_t key, value;
    if (is_left_out(r, has_class)) continue;
    if (r->fields-- == 0) return refuse(r, "more than " TEXT(AB_CONTENT_FIELDS) " fields", 0);
    if (!ab_identity_of_value(L, -2, &key)) {
      lua_pushfstring(L, "%s as a key", lua_typename(L, lua_type(L, -2)));
      return refuse(r, lua_tostring(L, -1), r->level - 1);
    }
    if (!read_value(r, key, &value)) return 0;
    *sum += ab_key_mix(3 * key + value);
  }
  return 1;
}

/* Records the path at which a table is read. */
static void add_path(reading *r, const void *table)
{
  if (r->count == r->capacity) {
    table_path *larger = lua_newuserdata(r->L, 2 * r->capacity * sizeof *larger);
    memcpy(larger, r->paths, r->count * sizeof *larger);
    lua_replace(r->L, MEMORY);
    r->paths = larger;
    r->capacity *= 2;
  }
  r->paths[r->count].table = table;
  r->paths[r->count++].path = r->path;
}

/* Adds to the bits of a state which paths lead to the same table. */
static uint64_t add_shared(reading *r, uint64_t bits)
{
  uint64_t all = 0;
  uint32_t i, first;
  sort(r->paths, r->count);
  for (first = 0; first < r->count; first = i) {
    uint64_t sum = SHARED_SEED;
    for (i = first; i < r->count && r->paths[i].table == r->paths[first].table; i++) sum += r->paths[i].path;
    if (i > first + 1) all += ab_key_mix(sum);
  }
  return all != 0 ? ab_key_mix(bits + all) : bits;
}

/* The bits of the table on top. Returns 0, with the stack as it is then, if it has no key. */
static int read_table(reading *r, uint64_t *bits)
{
  const void *self = lua_topointer(r->L, -1);
  uint64_t sum = TABLE_SEED;
  int above, has_class;
  for (above = 1; above <= r->level; above++) {
    if (r->tables[r->level - above] != self) continue;
    *bits = ab_key_mix(CYCLE_SEED + (uint64_t)above);
    return 1;
  }
  if (r->level == AB_CONTENT_LEVELS)
    return refuse(r, "tables nested more than " TEXT(AB_CONTENT_LEVELS) " deep", r->level);
  luaL_checkstack(r->L, LUA_MINSTACK, "a state with nested tables");
  if (r->level > 0) add_path(r, self);
  if (!read_class(r, &sum, &has_class)) return 0;
  r->tables[r->level++] = self;
  if (!read_fields(r, &sum, has_class)) return 0;
  r->level--;
  *bits = ab_key_mix(sum);
  return 1;
}

/* The bits of the value on top, of the field with `key`. Returns 0, with the stack as it is then, if it has no key. */
static int read_value(reading *r, uint64_t key, uint64_t *bits)
{
  /* cppcheck-suppress ctuuninitvar; only paths below `count`, which are set, are read */
  uint64_t path = r->path;
  if (ab_identity_of_value(r->L, -1, bits)) return 1;
  if (!lua_istable(r->L, -1)) return refuse(r, ab_message_describe(r->L, -1), r->level);
  r->path = ab_key_mix(path + key);
  if (!read_table(r, bits)) return 0;
  r->path = path;
  return 1;
}

/* ---- messages ---- */

/* Whether a text is a name that needs no quotes. */
static int is_name(const char *text)
{
  static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789";
  size_t length = strspn(text, letters);
  return length > 0 && length <= AB_CONTENT_NAME && text[length] == '\0' && (*text < '0' || *text > '9');
}

/* Pushes the step of a path to the field whose key is at `index`. */
static void push_step(lua_State *L, int index)
{
  int type = lua_type(L, index);
  if (type == LUA_TSTRING && is_name(lua_tostring(L, index)))
    lua_pushfstring(L, ".%s", lua_tostring(L, index));
  else if (type == LUA_TBOOLEAN)
    lua_pushfstring(L, "[%s]", lua_toboolean(L, index) ? "true" : "false");
  else
    lua_pushfstring(L, "[%s]", ab_message_describe(L, index));
}

/* Pushes the path to the value that has no key. */
static void push_path(const reading *r)
{
  lua_State *L = r->L;
  int step;
  luaL_checkstack(L, LUA_MINSTACK, "a message");
  lua_pushliteral(L, "state");
  for (step = 0; step < r->steps; step++) {
    int path = lua_gettop(L);
    if (step == AB_CONTENT_STEPS)
      lua_pushliteral(L, "...");
    else
      push_step(L, FIRST_KEY + SLOTS_OF_LEVEL * step);
    if (lua_gettop(L) > path + 1) lua_replace(L, path + 1);
    lua_settop(L, path + 1);
    lua_concat(L, 2);
    if (step == AB_CONTENT_STEPS) return;
  }
}

/* Pushes the message for a state that has no key. */
static void push_message(const reading *r)
{
  push_path(r);
  lua_pushfstring(r->L,
                  "expected numbers, strings, booleans and tables, got %s at %s; leave it out by option "
                  "'hash_ignore', or write a function 'hash'",
                  r->got, lua_tostring(r->L, -1));
}

/* ---- functions ---- */

/* The function that ab_content_hash makes. A message is raised, or returned in a table for the search. */
static int hash(lua_State *L)
{
  reading r;
  uint64_t bits;
  r.L = L;
  r.has_names = !lua_isnil(L, OWN_NAMES);
  r.level = 0;
  r.fields = AB_CONTENT_FIELDS;
  r.path = 0;
  r.paths = r.few;
  r.count = 0;
  r.capacity = FEW_PATHS;
  lua_settop(L, STATE);
  lua_pushnil(L); /* MEMORY */
  lua_pushvalue(L, STATE);
  if (read_value(&r, 0, &bits)) {
    ab_zobrist_set_value(L, OWN_KEY, add_shared(&r, bits));
    lua_pushvalue(L, OWN_KEY);
    return 1;
  }
  push_message(&r);
  if (!lua_toboolean(L, IS_FOR_SEARCH)) return luaL_error(L, "option 'hash': %s", lua_tostring(L, -1));
  lua_createtable(L, 1, 0);
  lua_insert(L, -2);
  lua_rawseti(L, -2, 1);
  return 1;
}

int ab_content_hash(lua_State *L)
{
  int i, count;
  lua_settop(L, 2);
  if (!lua_isnil(L, 1)) luaL_checktype(L, 1, LUA_TTABLE);
  count = lua_isnil(L, 1) ? 0 : (int)compat_rawlen(L, 1);
  ab_zobrist_push(L);
  if (count == 0)
    lua_pushnil(L);
  else
    lua_createtable(L, 0, count);
  for (i = 1; i <= count; i++) {
    lua_rawgeti(L, 1, i);
    lua_pushboolean(L, 1);
    lua_rawset(L, -3);
  }
  lua_createtable(L, 1, 0);
  lua_pushvalue(L, 2);
  lua_pushcclosure(L, hash, 4);
  return 1;
}
