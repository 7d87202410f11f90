/*
 * threads.h: Lua states in threads of their own, and messages between them and the state that started them.
 *
 * A group of threads is a userdata of the state that starts them. It sends texts to each of its threads, and gets texts
 * from all of them in one queue. They share nothing else. A thread runs a Lua program in a new state with the standard
 * libraries. The program gets a channel, to receive and send, and some texts.
 *
 * When a group is closed or collected, its threads learn that. A hook interrupts a thread that does not end in time. If
 * that does not help, the thread is left alone, and ends when it comes back from its work. It keeps its memory until
 * then. The library of this module stays in the process once a thread was started.
 */
#ifndef ALPHABETA_THREADS_H
#define ALPHABETA_THREADS_H

#include <lua.h>

#include "../../system/portable.h"

/* The most threads of a group. */
#define AB_THREADS_MAX 256

/*
 * Makes the metatables of groups and channels, once for each Lua state, and sets functions in the module's table on
 * top: `clock`, `processors`, and `threads`, which makes a group. `core` is the C function that loads this module: new
 * states have it in package.preload.
 *
 * group:start(program, preload, ...): starts a thread that runs a Lua program, a text, with its channel and `...`,
 * which are texts; returns its number, from 1 on; nil when the system has no more threads. `preload` is a table from
 * names to programs, or to C functions without upvalues, for package.preload. group:send(number, text): sends a text to
 * a thread; to none where the group is closed. group:receive(seconds, last): the oldest text that a thread has sent:
 * the thread's number, the text, whether it is the message of an error that has ended the thread, and the serial number
 * of the text. It stays the oldest until `last` is that number, so it is not lost if the program is interrupted before
 * it has obeyed the text. Waits for a text, as long as that; returns nothing when there is none, when no thread is
 * left, or when the group is closed. group:close(seconds): ends all threads, and waits for that, as long as that: see
 * above.
 *
 * channel:receive(seconds): the oldest text that was sent to this thread; waits for one as long as that. Returns nil
 * when there is none, false when the group was closed.
 * channel:send(text): sends a text to the group.
 */
AB_FUNC void ab_threads_register(lua_State *L, lua_CFunction core);

#endif
