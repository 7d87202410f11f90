/*
 * table.c: the cost of the transposition table, and the effect of its replacement scheme.
 *
 * Cost: the time to look a key up and to store it, in a full table of the usual size, without the time to generate the
 * keys. They are random, and half of those looked up are found. Each depends on what was found before, so the processor
 * can only begin the next look-up while it waits for memory where it guesses right; in a search it has as much else to
 * do meanwhile.
 *
 * Growth: the longest that a store takes with the growth that it makes due, while a table of 1 GiB fills to a quarter.
 *
 * Worth: searches of made-up games in which positions are reached in many ways, with tables that are too small for
 * them. The figure is the number of nodes, relative to the scheme that always replaces. A game has columns in which the
 * two players lay stones in turn; every stone in its cell and every position have values, made by hashing. Two kinds
 * of search: deepening, each move answered by a random one and the table kept between them, as in a game that is
 * played; and one search to the end of a small game, as in a solver.
 *
 * Prints records for bench/run: see there.
 */

#include "../spec/c/tables.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* 64 bits that look random and depend on nothing but `bits` (the finalizer of SplitMix64). */
static uint64_t mix(uint64_t bits)
{
  bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9u;
  bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EBu;
  return bits ^ (bits >> 31);
}

static int ascending(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Makes a table of `bytes`, with all its memory. */
static ab_table new_table(size_t bytes)
{
  ab_table made;
  ab_table_init(&made);
  if (!make_whole_table(&made, bytes)) abort();
  return made;
}

/* Cost. */

#define BYTES ((size_t)16 << 20) /* the usual table */
#define CALLS 2000000            /* of each of the two functions, in a repetition */
#define REPETITIONS 11           /* odd, so that there is a middle one */

/*
 * Generates CALLS keys, looks them up in `table` one after the other and stores them; without a table, only generates
 * them. Returns how many were found; the seconds in `*taken`.
 */
static uint64_t look_up_and_store(ab_table *table, uint64_t seed, double *taken)
{
  uint64_t keys = 2 * (BYTES / sizeof(ab_cell)), found = 0, random = seed, i;
  clock_t start = clock();
  ab_entry entry;
  memset(&entry, 0, sizeof entry);
  entry.bound = AB_BOUND_EXACT;
  for (i = 0; i < CALLS; i++) {
    uint64_t key = mix(random >> 32 & (keys - 1));
    if (table == NULL) {
      found += key & 1;
    } else {
      found += (uint64_t)ab_table_probe(table, key, &entry);
      entry.depth = (int32_t)(key % 8);
      ab_table_store(table, key, &entry);
    }
    random = random * 6364136223846793005u + 2 * found + 1;
  }
  *taken = (double)(clock() - start) / CLOCKS_PER_SEC;
  return found;
}

/* Prints the record of what a look-up and a store cost. */
static void measure_cost(void)
{
  double taken, generating, each[REPETITIONS];
  uint64_t found = 0;
  ab_table table = new_table(BYTES);
  int i;
  look_up_and_store(&table, 0, &taken);
  for (i = 0; i < REPETITIONS; i++) {
    uint64_t seed = (uint64_t)(i + 1) * CALLS;
    look_up_and_store(NULL, seed, &generating);
    found = look_up_and_store(&table, seed, &taken);
    each[i] = (taken - generating) / CALLS * 1e9;
  }
  qsort(each, REPETITIONS, sizeof each[0], ascending);
  printf("table\tlook-up and store\tC\t%.2f\t%.2f\t%.2f\t\t%.0f MiB, %.0f%% found\n", each[REPETITIONS / 2],
         each[0], each[REPETITIONS - 1], (double)ab_table_bytes(&table) / (1 << 20),
         (double)found * 100 / CALLS);
  free_whole_table(&table);
}

/* Growth. */

#define LARGE_BYTES ((size_t)1 << 30)
#define LARGE_STORES 9000000
#define GROWTH_GOAL 1.0 /* milliseconds */

/* Prints the record of the longest store and growth; a process that is interrupted meanwhile counts as well. */
static void measure_growth(void)
{
  double longest = 0;
  ab_table table;
  ab_entry entry;
  uint64_t i;
  memset(&entry, 0, sizeof entry);
  ab_table_init(&table);
  if (!ab_table_open(&table, LARGE_BYTES, process_memory())) abort();
  for (i = 0; i < LARGE_STORES; i++) {
    ab_table_store(&table, mix(i), &entry);
    if (ab_table_is_short(&table)) {
      clock_t start = clock();
      double taken;
      if (!ab_table_grow(&table, process_memory())) abort();
      taken = (double)(clock() - start) / CLOCKS_PER_SEC * 1e3;
      if (taken > longest) longest = taken;
    }
  }
  printf("growth\tof all pages\tC\t%.3f\t%.3f\t%.3f\t%.2f\tup to %.0f MiB\n", longest, longest, longest,
         GROWTH_GOAL, (double)ab_table_bytes_now(&table) / (1 << 20));
  free_whole_table(&table);
}

/* The game. */

#define COLUMNS_MOST 8

typedef struct game {
  int columns;
  int height;    /* the stones that a column takes */
  uint64_t seed; /* of all values */
} game;

typedef struct position {
  uint64_t key;
  double worth; /* of the stones, to the player to move */
  int plies;    /* since the beginning */
  int heights[COLUMNS_MOST];
} position;

/* Fills `moves` with the columns that take a stone, and returns how many they are. */
static int list_moves(const game *rules, const position *here, int *moves)
{
  int count = 0, column;
  for (column = 0; column < rules->columns; column++)
    if (here->heights[column] < rules->height) moves[count++] = column;
  return count;
}

/* The position that a stone in `column` leads to. */
static position play(const game *rules, const position *here, int column)
{
  position next = *here;
  uint64_t stone = mix(rules->seed + (uint64_t)(column * 64 + here->heights[column] * 2 + here->plies % 2));
  next.key ^= stone;
  next.worth = -(here->worth + (double)(stone % 100));
  next.plies++;
  next.heights[column]++;
  return next;
}

/* How good a position is for the player to move. */
static double evaluate(const position *here)
{
  return here->worth + (double)(mix(here->key) % 60) - 30;
}

/* The tables: ours, and others of as many cells that differ by their rule only. */

typedef enum rule {
  RULE_ALWAYS, /* a key has one cell only, and the newer entry gets it */
  RULE_OLDEST, /* of the two cells of a bucket, the one filled earlier */
  RULE_DEEPER, /* the shallower entry, but for an entry as deep at least; earlier searches count for nothing */
  RULE_OURS,
  RULES
} rule;

static const char *const rule_names[RULES] = {"always", "oldest", "deeper", "ours"};

/* An entry of the others; one without a bound is empty. */
typedef struct plain_place {
  uint64_t key, age;
  ab_entry entry;
} plain_place;

typedef struct memory {
  rule rule;
  ab_table table;      /* RULE_OURS */
  plain_place *plain;  /* the others: buckets of two */
  size_t cells;        /* a power of two */
  uint64_t age;        /* of this search, from 1 */
  uint64_t asked, hit; /* look-ups, and those that found something */
} memory;

/* Makes an empty memory of `cells` entries. */
static memory new_memory(rule chosen, size_t cells)
{
  memory made;
  memset(&made, 0, sizeof made);
  made.rule = chosen;
  made.cells = cells;
  made.age = 1;
  made.plain = calloc(cells, sizeof *made.plain);
  made.table = new_table(cells * sizeof(ab_cell));
  if (made.plain == NULL) abort();
  if (ab_table_cells(&made.table) != cells) abort();
  return made;
}

static void free_memory(memory *used)
{
  free(used->plain);
  free_whole_table(&used->table);
}

static void new_search(memory *used)
{
  used->age++;
  ab_table_new_search(&used->table);
}

/* The bucket of a key, in one of the others. */
static plain_place *bucket_of(const memory *used, uint64_t key)
{
  return used->plain + (mix(key) & (used->cells / 2 - 1)) * 2;
}

/* Looks `key` up. */
static int look_up(memory *used, uint64_t key, ab_entry *entry)
{
  int found = 0, i;
  if (used->rule == RULE_OURS) {
    found = ab_table_probe(&used->table, key, entry);
  } else {
    const plain_place *bucket = bucket_of(used, key);
    for (i = 0; i < 2; i++)
      if (bucket[i].key == key && bucket[i].entry.bound != AB_BOUND_NONE) {
        *entry = bucket[i].entry;
        found = 1;
      }
  }
  used->asked++;
  used->hit += (uint64_t)found;
  return found;
}

/* The cell in `bucket` that an entry of `depth` plies for `key` gets, NULL for none. */
static plain_place *place_for(const memory *used, plain_place *bucket, uint64_t key, int depth)
{
  plain_place *chosen = bucket;
  int i;
  for (i = 0; i < 2; i++)
    if (bucket[i].key == key && bucket[i].entry.bound != AB_BOUND_NONE) return &bucket[i];
  switch (used->rule) {
  case RULE_ALWAYS:
    return bucket + (mix(key) >> 63);
  case RULE_OLDEST:
    bucket[0] = bucket[1];
    return bucket + 1;
  default:
    for (i = 0; i < 2; i++) {
      if (bucket[i].age != used->age) return &bucket[i];
      if (bucket[i].entry.depth < chosen->entry.depth) chosen = &bucket[i];
    }
    return depth >= chosen->entry.depth ? chosen : NULL;
  }
}

/* Keeps `*entry`, if the rule will have it. */
static void keep(memory *used, uint64_t key, const ab_entry *entry)
{
  plain_place *cell;
  uint32_t known;
  if (used->rule == RULE_OURS) {
    ab_table_store(&used->table, key, entry);
    return;
  }
  cell = place_for(used, bucket_of(used, key), key, entry->depth);
  if (cell == NULL) return;
  known = cell->key == key ? cell->entry.move : 0;
  cell->key = key;
  cell->age = used->age;
  cell->entry = *entry;
  if (entry->move == 0) cell->entry.move = known;
}

/* The search. */

typedef struct search {
  const game *rules;
  memory *used;
  uint64_t nodes;
  int best; /* the move at the root of the last search */
} search;

/* Whether an entry settles a search with window (alpha, beta) to `depth`, and no other, as in the engine. */
static int settles(const ab_entry *entry, int depth, double alpha, double beta)
{
  if (entry->depth != depth) return 0;
  if (entry->bound == AB_BOUND_LOWER) return entry->value >= beta;
  if (entry->bound == AB_BOUND_UPPER) return entry->value <= alpha;
  return entry->bound == AB_BOUND_EXACT;
}

/* Fail-soft alpha-beta with the table's move first; the value in the view of the player to move. */
static double negamax(search *by, const position *here, int depth, double alpha, double beta)
{
  int moves[COLUMNS_MOST], count, i, j;
  double best = -HUGE_VAL, opened = alpha;
  ab_entry entry;
  by->nodes++;
  count = depth > 0 ? list_moves(by->rules, here, moves) : 0;
  if (count == 0) return evaluate(here);
  if (look_up(by->used, here->key, &entry)) {
    by->best = (int)entry.move - 1;
    if (settles(&entry, depth, alpha, beta)) return entry.value;
    for (i = 0; i < count; i++)
      if (moves[i] == by->best) {
        for (j = i; j > 0; j--) moves[j] = moves[j - 1];
        moves[0] = by->best;
      }
  }
  memset(&entry, 0, sizeof entry);
  for (i = 0; i < count && alpha < beta; i++) {
    position next = play(by->rules, here, moves[i]);
    double value = -negamax(by, &next, depth - 1, -beta, -alpha);
    if (value > best) {
      best = value;
      if (value > opened) entry.move = (uint32_t)moves[i] + 1;
    }
    if (value > alpha) alpha = value;
  }
  entry.value = best;
  entry.depth = depth;
  entry.mate_distance = -1;
  entry.bound = best <= opened ? AB_BOUND_UPPER : best >= beta ? AB_BOUND_LOWER : AB_BOUND_EXACT;
  keep(by->used, here->key, &entry);
  by->best = entry.move > 0 ? (int)entry.move - 1 : moves[0];
  return best;
}

/* Searches `here` to depths `first` to `last` and returns the best move. */
static int deepen(search *by, const position *here, int first, int last)
{
  int depth;
  new_search(by->used);
  for (depth = first; depth <= last; depth++) negamax(by, here, depth, -HUGE_VAL, HUGE_VAL);
  return by->best;
}

/* Worth. */

#define GAMES 9 /* of each kind; odd, so that there is a middle one */

/* A kind of search. */
typedef struct kind {
  const char *name;
  int columns, height;
  int first, last; /* depths of each search, in plies */
  int searches;    /* moves found, one after the other */
} kind;

/* The nodes it takes to search game number `number` with `used`. */
static uint64_t nodes_of(const kind *what, int number, memory *used)
{
  game rules;
  search by;
  position here;
  uint64_t count;
  int moves[COLUMNS_MOST], i;
  rules.columns = what->columns;
  rules.height = what->height;
  rules.seed = mix((uint64_t)number);
  memset(&by, 0, sizeof by);
  by.rules = &rules;
  by.used = used;
  memset(&here, 0, sizeof here);
  here.key = rules.seed;
  for (i = 0; i < what->searches; i++) {
    here = play(&rules, &here, deepen(&by, &here, what->first, what->last));
    count = (uint64_t)list_moves(&rules, &here, moves);
    here = play(&rules, &here, moves[mix(rules.seed + (uint64_t)i) % count]);
  }
  return by.nodes;
}

/* Prints the records of one kind of search with tables of `cells` entries. */
static void measure_worth(const kind *what, size_t cells)
{
  double ratios[GAMES], always[GAMES] = {0};
  rule chosen;
  int i;
  for (chosen = RULE_ALWAYS; chosen < RULES; chosen++) {
    uint64_t asked = 0, hit = 0, nodes = 0;
    for (i = 0; i < GAMES; i++) {
      memory used = new_memory(chosen, cells);
      double entered = (double)nodes_of(what, i, &used);
      nodes += (uint64_t)entered;
      asked += used.asked;
      hit += used.hit;
      if (chosen == RULE_ALWAYS) always[i] = entered;
      ratios[i] = entered / always[i];
      free_memory(&used);
    }
    qsort(ratios, GAMES, sizeof ratios[0], ascending);
    printf("replacement\t%s, %lu cells\t%s\t%.2f\t%.2f\t%.2f\t%s\t%.0f nodes, %.1f%% of look-ups found\n",
           what->name, (unsigned long)cells, rule_names[chosen], ratios[GAMES / 2], ratios[0],
           ratios[GAMES - 1], chosen == RULE_OURS ? "1" : "", (double)nodes / GAMES,
           (double)hit * 100 / (double)asked);
  }
}

int main(void)
{
  static const kind playing = {"deepening", 7, 9, 1, 8, 4};
  static const kind solving = {"solving", 5, 3, 15, 15, 1};
  size_t cells;
  measure_cost();
  measure_growth();
  for (cells = 512; cells <= 32768; cells *= 8) measure_worth(&playing, cells);
  for (cells = 512; cells <= 32768; cells *= 8) measure_worth(&solving, cells);
  return EXIT_SUCCESS;
}
