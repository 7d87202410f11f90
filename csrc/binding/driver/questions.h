/*
 * questions.h: what both hosts, rules in Lua and rules in C, find out about a node, in the same order.
 *
 * Each host has its own functions for single questions. The rest is here: when a game is over, what a leaf is worth,
 * and what is asked before the successors are listed. The functions are inline, and the functions of a host constants,
 * so rules in C pay nothing for it.
 */
#ifndef ALPHABETA_QUESTIONS_H
#define ALPHABETA_QUESTIONS_H

#include "../base/search.h"

/* The single questions, about the node at `ply` of the path, or a leaf one ply above the engine's current node. */
typedef struct ab_questions {
  /* Whether `is_over` says that the game is over. */
  int (*is_over)(void *context, int32_t ply);
  /* How many outcomes `chances` lists at the current node, checked; 0 if this is no chance node. */
  uint32_t (*outcomes)(void *context, int32_t ply);
  /* Whether a leaf is a chance node. */
  int (*is_chance)(void *context, int32_t ply);
  /* Whether a leaf has no successors. For mobility, `*count` is set to their number, if that is known. */
  int (*has_none)(void *context, int32_t ply, uint32_t *count);
  /* The game goes on at the leaf, which has `count` moves: its mobility is added to its value. NULL: never. */
  void (*add_mobility)(void *context, int32_t ply, uint32_t count, uint32_t player);
  /* The value by `result` or `evaluate`. */
  double (*value)(void *context, int32_t ply, ab_callback callback);
  /* The value of a state that is not over, without `evaluate`. NULL: there always is `evaluate`. */
  double (*neutral)(void *context, int32_t ply);
  /* Lists the successors by `moves`, `children` or `noisy`. */
  ab_successors (*list)(void *context, int32_t ply, ab_callback callback);
} ab_questions;

/*
 * Whether the game is over at a leaf: `is_over` says so; or without that, it is no chance node and has no successors.
 * Sets `*count` for mobility.
 */
AB_INLINE int ab_questions_end(const ab_questions *own, const ab_game *game, void *context, int32_t ply,
                               uint32_t *count)
{
  if (game->has_is_over) {
    int is_over = own->is_over(context, ply);
    if (is_over || own->add_mobility == NULL || !game->mobility) return is_over;
    return own->has_none(context, ply, count);
  }
  if (game->has_chances && own->is_chance(context, ply)) return 0;
  return own->has_none(context, ply, count);
}

/*
 * The value of a node: of a finished game by `result` if the game has it, else by `evaluate`. `known` is NULL, or the
 * value of a leaf where the game goes on. `player` is who moves there, where that is known.
 */
AB_INLINE ab_value ab_questions_value(const ab_questions *own, const ab_game *game, void *context,
                                      int32_t ply, ab_leaf leaf, uint32_t player, const double *known)
{
  ab_value answer = {0, leaf == AB_LEAF_OVER, player};
  if (leaf == AB_LEAF_UNKNOWN) {
    uint32_t count = 0;
    answer.is_over = ab_questions_end(own, game, context, ply, &count);
    if (own->add_mobility != NULL && game->mobility && count > 0)
      own->add_mobility(context, ply, count, player);
  }
  if (!answer.is_over && known != NULL)
    answer.value = *known;
  else if (answer.is_over && game->has_result)
    answer.value = own->value(context, ply, AB_RESULT);
  else if (own->neutral != NULL && !answer.is_over && !game->has_evaluate)
    answer.value = own->neutral(context, ply);
  else
    answer.value = own->value(context, ply, AB_EVALUATE);
  return answer;
}

/*
 * Before the first question about the successors of the current node: whether there are none, or outcomes. `*answer` is
 * then set. In quiescence it may be known that the game goes on, and there are no chance nodes.
 */
AB_INLINE int ab_questions_is_no_decision(const ab_questions *own, ab_search *search, void *context,
                                          ab_callback callback, ab_successors *answer)
{
  const ab_game *game = &search->game;
  int32_t ply = ab_engine_ply(&search->engine);
  int is_noisy = callback == AB_NOISY;
  answer->count = 0;
  answer->listing = AB_LISTED;
  if (game->has_is_over && !(is_noisy && ab_engine_knows_end(&search->engine)) &&
      own->is_over(context, ply)) {
    if (ply == 0) search->result.over = "'is_over' returned a true value";
    return 1;
  }
  if (is_noisy || !game->has_chances) return 0;
  answer->count = own->outcomes(context, ply);
  answer->listing = AB_OUTCOMES;
  return answer->count > 0;
}

/* The successors of the current node, by `callback` unless there are none, or outcomes. */
AB_INLINE ab_successors ab_questions_successors(const ab_questions *own, ab_search *search, void *context,
                                                ab_callback callback)
{
  ab_successors answer;
  if (ab_questions_is_no_decision(own, search, context, callback, &answer)) return answer;
  return own->list(context, ab_engine_ply(&search->engine), callback);
}

#endif
