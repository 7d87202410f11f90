/*
 * table.c: entry, bucket, replacement, growth.
 *
 * Entry. 32 bytes: the whole key, the value as a double, and the rest, without packing of bits. A third entry would fit
 * into a line only without some bits of the key or of the value.
 *
 * Bucket. The two cells of one line of the cache. The key is mixed before it chooses the bucket, so a game may number
 * its positions as it likes.
 *
 * Replacement. A new entry always gets in. It replaces, in this order:
 *   1. the entry with its own key, whatever its depth;
 *   2. an empty cell;
 *   3. an entry of an earlier search, the shallower if both are;
 *   4. the shallower entry; the first if they are equal.
 * So the deepest entry of a bucket, with an expensive subtree, stays for the rest of its search. The other cell takes
 * every entry. That is the TwoDeep scheme of Breuker, Uiterwijk and van den Herik (1994).
 *
 * bench/table.c measures searched nodes against a table of the same size that always replaces. A search that forgets
 * nothing has 3 to 160 nodes for each cell. Result: 0.44 to 0.90 in deepening, 0.72 to 0.96 in solving. Replacing the
 * older of two is worth 0.93 to 1.01. Refusing entries that are shallower than both is as good in deepening (0.41 to
 * 0.90) and ruins the solver (0.99 to 1.40), because its deep entries never leave. These gained nothing: preferring
 * exact values, keeping the deeper of two entries for one key, renewing the age of a found entry, and counting as
 * deepest an entry whose lines did not reach the depth.
 *
 * Growth. The buckets of the greatest size are divided into ranges, and one page has the entries of a range. If the
 * range is as long as the page, the page has buckets as above. A page with a longer range is compact: a hash table with
 * linear probing. A bucket's home there is the cell in proportion to its number, and an entry stores which cell of
 * its bucket it has. So a compact page knows which entries share a bucket, and replaces the same entries as the buckets
 * themselves would. Growth does not change which entries stay.
 *   At the beginning one page has the range of all. A compact page grows when 5 of 8 cells are taken. A first page
 *   that is shorter than others grows to four times its length. Any other is split into two pages with half of its
 *   range each. A table of slots holds the page of each bucket (extendible hashing, Fagin et al. 1979). Each step moves
 *   only one page, whatever the size of the table. One of the two pages is the spare that the last split left over. A
 *   compact page that cannot grow fills at most 3 of 4 cells. Then a new entry replaces the least of the first cells
 *   from its home on.
 */

#include "table.h"

#include <stdlib.h>
#include <string.h>

/* Buckets that ab_table_fill reads: a thousand cells. Keys are mixed, so the first are as good as any. */
#define SAMPLE (1000 / AB_TABLE_CELLS)

/* The buckets for which there is a slot, as a power of two. */
#define SLOT_BITS (AB_TABLE_PAGE_BITS - 1)

/* From its home on, the cells in which a new entry may replace another one, in a compact page that cannot grow. */
#define WINDOW 4

/* Compiles only if a bucket is a line. */
typedef char bucket_is_a_line[AB_TABLE_CELLS * sizeof(ab_cell) == AB_TABLE_LINE ? 1 : -1];

/* The bucket of a key. */
static inline size_t bucket_of(const ab_table *table, uint64_t key)
{
  return ab_entry_bucket(key, table->count);
}

/* The page that has the entries of a bucket. */
static inline ab_page *page_of(const ab_table *table, size_t bucket)
{
  return &table->slots[bucket >> SLOT_BITS];
}

/* Whether a page is bucketed: laid out in buckets, not compact. */
static inline int is_bucketed(const ab_page *page)
{
  return page->shift < 0;
}

/* The two cells of a bucket, in a bucketed page. */
static inline ab_cell *pair(const ab_page *page, size_t bucket)
{
  return page->cells + (bucket & (((size_t)1 << SLOT_BITS) - 1)) * AB_TABLE_CELLS;
}

/* The last cell of a page. */
static inline size_t last_cell(const ab_page *page)
{
  return ((size_t)1 << page->bits) - 1;
}

/* The buckets in the range of a page, as a power of two. */
static inline int range_bits(const ab_page *page)
{
  return page->bits + page->shift;
}

/* The home of a bucket in a compact page. */
static inline size_t home_of(const ab_page *page, size_t bucket)
{
  return (bucket & (((size_t)1 << range_bits(page)) - 1)) >> page->shift;
}

/* The slots that share a page. */
static inline size_t slots_of(const ab_page *page)
{
  return range_bits(page) > SLOT_BITS ? (size_t)1 << (range_bits(page) - SLOT_BITS) : 1;
}

/* The count of all slots. */
static inline size_t count_slots(const ab_table *table)
{
  size_t slots = table->count >> SLOT_BITS;
  return slots > 0 ? slots : table->count > 0;
}

/* The cell of a compact page that holds `key`, or else the empty cell after those that might. */
static inline ab_cell *search_page(const ab_page *page, size_t bucket, uint64_t key)
{
  size_t last = last_cell(page), at = home_of(page, bucket);
  while (page->cells[at].age != 0 && page->cells[at].key != key) at = (at + 1) & last;
  return &page->cells[at];
}

/* The cell of a bucket, in a bucketed page, that holds `key`, or NULL. */
static inline ab_cell *find_in_pair(ab_cell *cells, uint64_t key)
{
  int i;
  for (i = 0; i < AB_TABLE_CELLS; i++)
    if (cells[i].key == key && cells[i].age != 0) return &cells[i];
  return NULL;
}

/* The replacement priority of `cell`: by emptiness, age and depth, in this order. */
static inline int32_t keep_priority(const ab_table *table, const ab_cell *cell)
{
  if (cell->age == 0) return -1;
  return cell->age == table->age ? cell->depth + INT16_MAX + 1 : cell->depth;
}

/* Of two cells, the one for a new entry: the first if both have the same priority. */
static inline ab_cell *lesser(const ab_table *table, ab_cell *first, ab_cell *second)
{
  return keep_priority(table, second) < keep_priority(table, first) ? second : first;
}

/* Unpacks the entry in `cell`. */
static inline void unpack(const ab_cell *cell, ab_entry *entry)
{
  entry->value = cell->value;
  entry->move = cell->move;
  entry->depth = cell->depth;
  entry->mate_distance = cell->mate_distance;
  entry->bound = (ab_bound)cell->bound;
  entry->reached_depth = cell->reached_depth;
  entry->is_truncated = cell->is_truncated;
}

/* ---- memory ---- */

/* The bytes of the block of a page: alignment and the block's own address come before the cells. */
static size_t block_bytes(int bits)
{
  return ((size_t)1 << bits) * sizeof(ab_cell) + AB_TABLE_LINE + sizeof(void *);
}

/* Makes the cells of a page, all empty; NULL when there is not enough memory. */
static ab_cell *make_cells(const ab_memory *memory, int bits)
{
  char *block = memory->allocate(memory->context, NULL, 0, block_bytes(bits)), *cells;
  if (block == NULL) return NULL;
  cells = block + sizeof block;
  cells += (AB_TABLE_LINE - (uintptr_t)cells % AB_TABLE_LINE) % AB_TABLE_LINE;
  memcpy(cells - sizeof block, &block, sizeof block);
  memset(cells, 0, ((size_t)1 << bits) * sizeof(ab_cell));
  return (ab_cell *)(void *)cells;
}

/* Frees the cells of a page; does nothing with NULL. */
static void free_cells(const ab_memory *memory, ab_cell *cells, int bits)
{
  char *block;
  if (cells == NULL) return;
  memcpy(&block, (char *)cells - sizeof block, sizeof block);
  memory->allocate(memory->context, block, block_bytes(bits), 0);
}

/* A page with these cells, of `bits`, for a range of `range` buckets, as powers of two. */
static ab_page new_page(ab_cell *cells, int bits, int range)
{
  ab_page page;
  page.cells = cells;
  page.used = 0;
  page.shift = (int8_t)(range - bits);
  page.bits = (uint8_t)bits;
  return page;
}

void ab_table_init(ab_table *table)
{
  memset(table, 0, sizeof *table);
  table->age = 1;
}

void ab_table_share(ab_table *table, ab_shared_table *const *shared)
{
  table->shared = shared;
}

void ab_table_free(ab_table *table, const ab_memory *memory)
{
  size_t slots = count_slots(table), i, next;
  for (i = 0; i < slots; i = next) {
    next = i + slots_of(&table->slots[i]);
    free_cells(memory, table->slots[i].cells, table->slots[i].bits);
  }
  free_cells(memory, table->spare, AB_TABLE_PAGE_BITS);
  ab_memory_free(memory, table->slots, slots, sizeof *table->slots);
  ab_table_init(table);
}

int ab_table_open(ab_table *table, size_t bytes, const ab_memory *memory)
{
  size_t most = bytes / AB_TABLE_LINE, count = 1, slots, i;
  int range = 0, bits;
  ab_table opened;
  ab_page first;
  ab_table_init(&opened);
  if (most == 0) return 1;
  for (; count <= most / 2; count *= 2) range++;
  opened.count = count;
  opened.pages = 1;
  opened.may_grow = 1;
  bits = range + 1 < AB_TABLE_FIRST_BITS ? range + 1 : AB_TABLE_FIRST_BITS;
  slots = count_slots(&opened);
  opened.slots = memory->allocate(memory->context, NULL, 0, slots * sizeof *opened.slots);
  if (opened.slots == NULL) return 0;
  first = new_page(make_cells(memory, bits), bits, range);
  if (first.cells == NULL) {
    ab_memory_free(memory, opened.slots, slots, sizeof *opened.slots);
    return 0;
  }
  for (i = 0; i < slots; i++) opened.slots[i] = first;
  *table = opened;
  return 1;
}

/* ---- growth ---- */

/* Moves an entry of another page, of this bucket, into `page`, which has room for it. */
static void move_entry(ab_page *page, size_t bucket, const ab_cell *from)
{
  size_t last = last_cell(page), at;
  page->used++;
  if (is_bucketed(page)) {
    pair(page, bucket)[from->nth] = *from;
    return;
  }
  for (at = home_of(page, bucket); page->cells[at].age != 0;) at = (at + 1) & last;
  page->cells[at] = *from;
}

/* Makes the only page, which is shorter than a page can be, longer. Returns 0 when there is not enough memory. */
static int lengthen(ab_table *table, const ab_memory *memory)
{
  ab_page old = table->slots[0], page;
  size_t slots = count_slots(table), i;
  int range = range_bits(&old), bits = old.bits + 2;
  if (bits > AB_TABLE_PAGE_BITS) bits = AB_TABLE_PAGE_BITS;
  if (bits > range + 1) bits = range + 1;
  page = new_page(make_cells(memory, bits), bits, range);
  if (page.cells == NULL) return 0;
  for (i = 0; i <= last_cell(&old); i++)
    if (old.cells[i].age != 0) move_entry(&page, bucket_of(table, old.cells[i].key), &old.cells[i]);
  for (i = 0; i < slots; i++) table->slots[i] = page;
  free_cells(memory, old.cells, old.bits);
  return 1;
}

/* Splits the page whose first slot is number `first`, which is compact. Returns 0 when there is not enough memory. */
static int split(ab_table *table, size_t first, const ab_memory *memory)
{
  ab_page old = table->slots[first], halves[2];
  size_t slots = slots_of(&old), i;
  int range = range_bits(&old) - 1;
  if (table->spare == NULL) table->spare = make_cells(memory, AB_TABLE_PAGE_BITS);
  if (table->spare == NULL) return 0;
  halves[0] = new_page(table->spare, AB_TABLE_PAGE_BITS, range);
  halves[1] = new_page(make_cells(memory, AB_TABLE_PAGE_BITS), AB_TABLE_PAGE_BITS, range);
  if (halves[1].cells == NULL) return 0;
  for (i = 0; i <= last_cell(&old); i++) {
    size_t bucket;
    if (old.cells[i].age == 0) continue;
    bucket = bucket_of(table, old.cells[i].key);
    move_entry(&halves[bucket >> range & 1], bucket, &old.cells[i]);
    old.cells[i].age = 0;
  }
  for (i = 0; i < slots; i++) table->slots[first + i] = halves[i >= slots / 2];
  table->spare = old.cells;
  table->pages++;
  return 1;
}

/* Lets a compact page grow, whose first slot is `first`. Returns 0 without memory. Frees the last spare page. */
static int grow_page(ab_table *table, size_t first, const ab_memory *memory)
{
  if (!(table->slots[first].bits < AB_TABLE_PAGE_BITS ? lengthen(table, memory)
                                                      : split(table, first, memory)))
    return 0;
  if (table->pages == count_slots(table)) {
    free_cells(memory, table->spare, AB_TABLE_PAGE_BITS);
    table->spare = NULL;
  }
  return 1;
}

int ab_table_grow(ab_table *table, const ab_memory *memory)
{
  if (!table->is_short) return 1;
  table->is_short = 0;
  table->may_grow = grow_page(table, table->short_of, memory);
  return table->may_grow;
}

int ab_table_grow_wholly(ab_table *table, const ab_memory *memory)
{
  size_t slots = count_slots(table), first = 0;
  table->is_short = 0;
  while (first < slots) {
    if (is_bucketed(&table->slots[first]))
      first++;
    else if (!grow_page(table, first, memory))
      return 0;
  }
  return 1;
}

/* ---- what is kept ---- */

size_t ab_table_bytes(const ab_table *table)
{
  if (ab_table_shared(table) != NULL) return ab_shared_table_bytes(ab_table_shared(table));
  return table->count * AB_TABLE_LINE;
}

size_t ab_table_bytes_now(const ab_table *table)
{
  size_t slots = count_slots(table), cells = 0, i;
  if (ab_table_shared(table) != NULL) return ab_shared_table_bytes(ab_table_shared(table));
  for (i = 0; i < slots; i += slots_of(&table->slots[i])) cells += last_cell(&table->slots[i]) + 1;
  if (table->spare != NULL) cells += (size_t)1 << AB_TABLE_PAGE_BITS;
  return cells * sizeof(ab_cell);
}

void ab_table_clear(ab_table *table)
{
  size_t slots = count_slots(table), i;
  if (ab_table_shared(table) != NULL) {
    ab_shared_table_clear(ab_table_shared(table));
    return;
  }
  for (i = 0; i < slots; i += slots_of(&table->slots[i])) {
    ab_page *page = &table->slots[i];
    memset(page->cells, 0, (last_cell(page) + 1) * sizeof *page->cells);
    page->used = 0;
  }
  table->is_short = 0;
  table->may_grow = table->count > 0;
  table->age = 1;
}

void ab_table_new_search(ab_table *table)
{
  if (ab_table_shared(table) != NULL) {
    table->number =
        table->next_number != 0 ? table->next_number : ab_shared_table_next_number(ab_table_shared(table));
    table->next_number = 0;
    table->age = (uint32_t)table->number;
    return;
  }
  if (++table->age == 0) table->age = 1;
  table->may_grow = table->count > 0;
}

int ab_table_probe(const ab_table *table, uint64_t key, ab_entry *entry)
{
  const ab_page *page;
  const ab_cell *cell;
  size_t bucket;
  if (table->count == 0)
    return ab_table_shared(table) != NULL && ab_shared_table_probe(ab_table_shared(table), key, entry);
  bucket = bucket_of(table, key);
  page = page_of(table, bucket);
  if (is_bucketed(page)) {
    cell = find_in_pair(pair(page, bucket), key);
    if (cell == NULL) return 0;
  } else {
    cell = search_page(page, bucket, key);
    if (cell->age == 0) return 0;
  }
  unpack(cell, entry);
  return 1;
}

/* Empties a cell of a compact page, and moves others up that could not be found behind an empty one. */
static void remove_entry(const ab_table *table, ab_page *page, size_t hole)
{
  size_t last = last_cell(page), at = hole;
  for (;;) {
    size_t home;
    at = (at + 1) & last;
    if (page->cells[at].age == 0) break;
    home = home_of(page, bucket_of(table, page->cells[at].key));
    if (((at - home) & last) < ((at - hole) & last)) continue;
    page->cells[hole] = page->cells[at];
    hole = at;
  }
  page->cells[hole].age = 0;
  page->used--;
}

/* The cell for a new entry of `bucket` in a compact page without room, where it would get `empty`. */
static ab_cell *make_room(const ab_table *table, ab_page *page, size_t bucket, ab_cell *empty)
{
  size_t last = last_cell(page), home = home_of(page, bucket), at = home;
  ab_cell *chosen = &page->cells[home];
  int i;
  if (chosen != empty) {
    for (i = 1; i < WINDOW; i++) {
      at = (at + 1) & last;
      if (&page->cells[at] == empty) break;
      chosen = lesser(table, chosen, &page->cells[at]);
    }
    return chosen;
  }
  while (page->cells[at].age == 0) at = (at + 1) & last;
  remove_entry(table, page, at);
  return empty;
}

/* The cell in a compact page for a new entry: if its bucket has two, that of the lesser, otherwise a further one. */
static ab_cell *new_cell(ab_table *table, size_t bucket, ab_cell *empty)
{
  size_t shared = bucket >> SLOT_BITS, slot = shared & ~(slots_of(&table->slots[shared]) - 1), at;
  ab_page *page =
      &table->slots[slot]; /* the first of those that share the page, which counts its cells in use */
  size_t last = last_cell(page);
  ab_cell *owned[AB_TABLE_CELLS] = {NULL, NULL};
  for (at = home_of(page, bucket); page->cells[at].age != 0; at = (at + 1) & last)
    if (bucket_of(table, page->cells[at].key) == bucket) owned[page->cells[at].nth] = &page->cells[at];
  if (owned[0] != NULL && owned[1] != NULL) return lesser(table, owned[0], owned[1]);
  if (page->used > last - (last >> 2)) empty = make_room(table, page, bucket, empty);
  if (empty->age == 0) page->used++;
  empty->nth = owned[0] != NULL;
  if (page->used >= ((last + 1) >> 3) * 5 && table->may_grow) {
    table->short_of = slot;
    table->is_short = 1;
  }
  return empty;
}

/* The cell in a compact page for `key`: its own, or that of another key. `*is_own` says which. */
static ab_cell *cell_in_page(ab_table *table, const ab_page *page, size_t bucket, uint64_t key, int *is_own)
{
  ab_cell *cell = search_page(page, bucket, key);
  *is_own = cell->age != 0;
  return *is_own ? cell : new_cell(table, bucket, cell);
}

/* The cell for `key` of the two of its bucket, in a bucketed page. `*is_own` says whether it is its own. */
static inline ab_cell *cell_in_pair(const ab_table *table, ab_page *page, size_t bucket, uint64_t key,
                                    int *is_own)
{
  ab_cell *cells = pair(page, bucket), *cell = find_in_pair(cells, key);
  *is_own = cell != NULL;
  if (cell != NULL) return cell;
  cell = lesser(table, cells, cells + 1);
  page->used += cell->age == 0;
  return cell;
}

void ab_table_store(ab_table *table, uint64_t key, const ab_entry *entry)
{
  ab_page *page;
  ab_cell *cell;
  uint32_t move = entry->move;
  size_t bucket;
  int is_own;
  if (table->count == 0) {
    if (ab_table_shared(table) != NULL)
      ab_shared_table_store(ab_table_shared(table), table->age, key, entry, 0);
    return;
  }
  bucket = bucket_of(table, key);
  page = page_of(table, bucket);
  cell = is_bucketed(page) ? cell_in_pair(table, page, bucket, key, &is_own)
                           : cell_in_page(table, page, bucket, key, &is_own);
  if (is_own && move == 0) move = cell->move;
  cell->key = key;
  cell->value = entry->value == 0 ? 0 : entry->value;
  cell->move = move;
  cell->age = table->age;
  cell->depth = (int16_t)entry->depth;
  cell->mate_distance = (int16_t)entry->mate_distance;
  cell->bound = (uint8_t)entry->bound;
  cell->reached_depth = entry->reached_depth != 0;
  cell->is_truncated = entry->is_truncated != 0;
}

void ab_table_merge(ab_table *table, uint64_t key, const ab_entry *entry)
{
  if (ab_table_shared(table) != NULL)
    ab_shared_table_store(ab_table_shared(table), table->age, key, entry, 1);
}

/* ---- all entries ---- */

/* Of the entries of a compact page with their home at `home`, the first at `*number` or after it; NULL for none. */
static const ab_cell *next_at_home(const ab_table *table, const ab_page *page, size_t home, size_t *number)
{
  size_t last = last_cell(page), least = 0, at;
  const ab_cell *found = NULL;
  for (at = home; page->cells[at].age != 0; at = (at + 1) & last) {
    const ab_cell *cell = &page->cells[at];
    size_t bucket = bucket_of(table, cell->key), own = bucket * AB_TABLE_CELLS + cell->nth;
    if (home_of(page, bucket) != home || own < *number || (found != NULL && own > least)) continue;
    found = cell;
    least = own;
  }
  if (found != NULL) *number = least;
  return found;
}

/* The first entry from cell `*number` on, before cell `end`; sets `*number` to its cell. NULL for none. */
static const ab_cell *next_entry(const ab_table *table, size_t *number, size_t end)
{
  while (*number < end) {
    size_t bucket = *number / AB_TABLE_CELLS;
    const ab_page *page = page_of(table, bucket);
    const ab_cell *cell;
    if (is_bucketed(page)) {
      cell = pair(page, bucket) + *number % AB_TABLE_CELLS;
      if (cell->age != 0) return cell;
      ++*number;
    } else {
      cell = next_at_home(table, page, home_of(page, bucket), number);
      if (cell != NULL) return *number < end ? cell : NULL;
      *number = ((bucket >> page->shift) + 1) << page->shift;
      *number *= AB_TABLE_CELLS;
    }
  }
  return NULL;
}

int ab_table_fill(const ab_table *table)
{
  size_t count = ab_table_cells(table) / AB_TABLE_CELLS;
  size_t buckets = count < SAMPLE ? count : SAMPLE, used = 0, number = 0;
  const ab_cell *cell;
  if (buckets == 0) return 0;
  if (ab_table_shared(table) != NULL) {
    used = ab_shared_table_used(ab_table_shared(table), buckets * AB_TABLE_CELLS, table->age);
    return (int)(used * 1000 / (buckets * AB_TABLE_CELLS));
  }
  for (; (cell = next_entry(table, &number, buckets * AB_TABLE_CELLS)) != NULL; number++)
    used += cell->age == table->age;
  return (int)(used * 1000 / (buckets * AB_TABLE_CELLS));
}

uint64_t ab_table_count(const ab_table *table)
{
  size_t slots = count_slots(table), i;
  uint64_t count = 0;
  if (ab_table_shared(table) != NULL) return ab_shared_table_count(ab_table_shared(table));
  for (i = 0; i < slots; i += slots_of(&table->slots[i])) count += table->slots[i].used;
  return count;
}

size_t ab_table_cells(const ab_table *table)
{
  if (ab_table_shared(table) != NULL) return ab_shared_table_cells(ab_table_shared(table));
  return table->count * AB_TABLE_CELLS;
}

int ab_table_next(const ab_table *table, size_t *cell, uint64_t *key, ab_entry *entry)
{
  const ab_cell *found;
  if (ab_table_shared(table) != NULL) return ab_shared_table_next(ab_table_shared(table), cell, key, entry);
  found = next_entry(table, cell, ab_table_cells(table));
  if (found == NULL) return 0;
  ++*cell;
  *key = found->key;
  unpack(found, entry);
  return 1;
}
