/*
 * kept.h: lists of successors that are kept for nodes of the tree of playouts, in games with rules in Lua.
 *
 * A playout goes through nodes whose successors are known. Each list is an array of the driver's own, in the table of
 * the tree: see ab_tree_field. It outlasts the search, as the tree does.
 *
 * Two tests guard against a game whose state does not hold all of its position. When a search first comes to a node of
 * an earlier search, the game lists the successors again. If they are others, the tree is dropped. So the game never
 * gets a move that it does not list. And moves may refer to objects of the state in which they were listed, such as
 * pieces. They do if two lists for one state have an object in common. Each visit then lists the moves again, and finds
 * the kept ones among them. So the game gets a move of the state at hand, not one of a copy.
 *
 * The functions that list again call the game: the caller lists, and these compare.
 */
#ifndef ALPHABETA_KEPT_H
#define ALPHABETA_KEPT_H

#include "../base/search.h"

/* Pushes the table of the searcher's tree into AB_SLOT_TREE, which is made if it is missing. */
AB_FUNC void ab_kept_begin(lua_State *L);

/* Forgets the lists of all nodes from `node` on; with 0 also the names. */
AB_FUNC void ab_kept_forget(lua_State *L, ab_search *search, uint32_t node);

/* The list and the name of node `from` become those of `to`. */
AB_FUNC void ab_kept_rename(lua_State *L, ab_search *search, uint32_t from, uint32_t to);

/* Keeps the successors of the current node, which were just listed, for `node`. */
AB_FUNC void ab_kept_store(lua_State *L, ab_search *search, uint32_t node);

/* Whether one of the moves that were just listed is no number, string or boolean, so it may refer to objects. */
AB_FUNC int ab_kept_may_have_objects(lua_State *L, const ab_search *search);

/* After that: the successors were listed again for the same state. Finds out whether moves refer to its objects. */
AB_FUNC void ab_kept_compare(lua_State *L, ab_search *search, uint32_t node);

/* Whether the list for `node` can be used without listing again. */
AB_FUNC int ab_kept_is_fresh(const ab_search *search, uint32_t node);

/* Makes the list for `node` that of the current node. */
AB_FUNC void ab_kept_use(lua_State *L, ab_search *search, uint32_t node);

/*
 * The successors of the current node were listed again: makes them the list for `node` and the current node's, in the
 * order in which they are kept. Returns 0 if they are others.
 */
AB_FUNC int ab_kept_confirm(lua_State *L, ab_search *search, uint32_t node);

/* Keeps the move to successor `child` of the current node as the name of `node`. */
AB_FUNC void ab_kept_name(lua_State *L, ab_search *search, uint32_t node, uint32_t child);

#endif
