/* game.c: see game.h. */

#include "game.h"

const char *ab_callback_name(ab_callback callback)
{
  static const char *const names[AB_NO_CALLBACK] = {AB_FUNCTION_NAMES, "iterator", "on_iteration", "level",
                                                    "trace"};
  return names[callback];
}
