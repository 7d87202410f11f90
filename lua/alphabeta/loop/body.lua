-- The loop that answers the frequent asks of the engine on LuaJIT: see csrc/binding/driver/loop.h.
-- Private. The function below has no upvalues: it is loaded anew for each game, so that what LuaJIT compiles for one
-- game has nothing in it of others.
--
-- What it does with an answer is what answers.c and successors.c do, where the answer is a simple one. Every
-- other is given back to the driver in C, which raises the errors, too. What an error must find is noted before a
-- callback is called: the callback in `running`, and the moves that are made in `made`, with what unmakes them.
-- A callback may have yielded, and the search have been stopped meanwhile: then `generation` is another number, nothing
-- is touched, and the driver raises the error.

return function(interface)
  local call, slots, asks = interface.call, interface.slots, interface.asks
  local callbacks, leaf_kinds = interface.callbacks, interface.leaves
  local outcomes, styles = interface.outcomes, interface.styles
  local to_search, to_key = interface.to_search, interface.to_key
  local first_mark, second_mark = interface.zobrist.first_mark, interface.zobrist.second_mark
  local hidden_by = interface.zobrist.hidden_by
  local keep_undos, UNDO_PLACES = interface.keep_undos, interface.undo_places

  local go, next, next_value, next_count = call.go, call.next, call.next_value, call.next_count
  local next_turn, next_number, next_text = call.next_turn, call.next_number, call.next_text
  local next_bits = call.next_bits
  local keep_moves, keep_scores, made, leaves = call.keep_moves, call.keep_scores, call.made, call.leaves
  local is_late, shares = call.is_late, call.shares
  local keep_turn, keep_end = call.keep_turn, call.keep_end

  local NOTHING, NOISY, TURN, KEY = asks.nothing, asks.noisy, asks.turn, asks.key
  local MOVES, SCORES, VALUE, ENTER, BOUNDS = asks.moves, asks.scores, asks.value, asks.enter, asks.bounds
  local LEAF, LEAVE, LINE = asks.leaf, asks.leave, asks.line
  local FIND_MOVE, CHILD_KEY, SKIP = asks.find_move, asks.child_key, asks.skip
  local OVER, HORIZON = leaf_kinds.over, leaf_kinds.horizon
  local ASKED, ANSWERED = outcomes.asked, outcomes.answered
  local IN_PLACE, COPYING = styles.in_place, styles.copying
  local C_MOVES, C_MAKE, C_UNMAKE, C_PLAY = callbacks.moves, callbacks.make, callbacks.unmake, callbacks.play
  local C_EVALUATE, C_RESULT, C_IS_OVER = callbacks.evaluate, callbacks.result, callbacks.is_over
  local C_HASH, C_NONE, C_CHILDREN = callbacks.hash, callbacks.none, callbacks.children
  local new_filled, is_empty = interface.new_filled, interface.is_empty

  local cast, band, tobit = require("ffi").cast, require("bit").band, require("bit").tobit
  local rawlen, unpack = interface.rawlen, interface.unpack
  local getmetatable, rawequal, select, type = getmetatable, rawequal, select, type

  -- Keeps what `make` returned, unless the search has been stopped, and counts the move as made: up to UNDO_PLACES
  -- values from `place` on. Returns how many they are, and the first ones.
  local function note_made(search, generation, searcher, undos, place, ...)
    local count = select("#", ...)
    if search.generation ~= generation then return count end
    if count > UNDO_PLACES then
      keep_undos(searcher, ...)
      return count
    end
    local one, two, three, four = ...
    local nils = 0
    if count > 0 then
      if type(one) == "nil" then nils = 1 else undos[place] = one end
    end
    if count > 1 then
      if type(two) == "nil" then nils = nils + 2 else undos[place + 1] = two end
      if count > 2 then
        if type(three) == "nil" then nils = nils + 4 else undos[place + 2] = three end
      end
      if count > 3 then
        if type(four) == "nil" then nils = nils + 8 else undos[place + 3] = four end
      end
    end
    made(search, count, nils)
    return count, one, two, three, four
  end

  -- What was kept, in the places from `place` on; of more than UNDO_PLACES values there is nothing.
  local function kept(search, undos, place)
    local count = search.undos
    local one, two, three, four
    if count > 0 and count <= UNDO_PLACES then
      local nils = search.nils
      if band(nils, 1) == 0 then one = undos[place] end
      if count > 1 and band(nils, 2) == 0 then two = undos[place + 1] end
      if count > 2 and band(nils, 4) == 0 then three = undos[place + 2] end
      if count > 3 and band(nils, 8) == 0 then four = undos[place + 3] end
    end
    return count, one, two, three, four
  end

  -- Unmakes a move with what was kept.
  local function undo(unmake, undos, ply, state, move, count, one, two, three, four)
    if count == 1 then
      unmake(state, move, one)
    elseif count == 0 then
      unmake(state, move)
    elseif count == 2 then
      unmake(state, move, one, two)
    elseif count == 3 then
      unmake(state, move, one, two, three)
    elseif count == 4 then
      unmake(state, move, one, two, three, four)
    else
      unmake(state, move, unpack(undos[-(ply + 1)], 1, count))
    end
  end

  -- How many successors a leaf has, the node at `place` of the path from 1; `filled` is false for child states. What
  -- the driver in C is to take is returned behind that.
  local function count_at_leaf(search, generation, searcher, lister, filled, lists, place, state)
    local list, given
    if filled then
      given = filled[place]
      if not given or place == 1 then given = new_filled(searcher, filled, place - 1) end
      search.running, search.asks_end = C_MOVES, 1
      list = lister(state, given)
    else
      search.running, search.asks_end = C_CHILDREN, 1
      list = lister(state)
    end
    if search.generation ~= generation or type(list) == "nil" then return 0 end
    if type(list) == "table" then
      local count
      if rawlen then count = rawlen(list) else count = #list end
      if search.is_checked ~= 0 or list == given or list == lists[place - 1] or list == lists[place - 2]
        or count == 0 and not is_empty(list) then return nil, list end
      return count
    end
    if not given or type(list) ~= "number" or list < 0 or tobit(list) ~= list then return nil, list end
    return list
  end

  -- The value of the leaf that the engine asks about, which may be `known` where the game goes on there; before that,
  -- whether the game is over there is found out where it is not known. nil where it is put off, since the time is up:
  -- then no callback is running. Where the driver in C is to take what was returned about the end of the game, that,
  -- and true.
  local function evaluate_leaf(
    search, generation, is_timed, is_over, result, evaluate, state, me, searcher, lister, filled, lists, place, known
  )
    local leaf = search.leaf
    local callback, function_of_value = C_EVALUATE, evaluate
    if leaf ~= HORIZON then
      local has_ended = leaf == OVER
      if not has_ended then
        if is_over then
          search.running, search.asks_end = C_IS_OVER, 1
          has_ended = is_over(state)
        else
          local count, for_driver = count_at_leaf(search, generation, searcher, lister, filled, lists, place, state)
          if not count then return for_driver, true end
          has_ended = count == 0
        end
        if search.generation ~= generation then return nil end
        keep_end(search, has_ended and 1 or 0)
        if known and not has_ended then return known end
      end
      if has_ended and result then callback, function_of_value = C_RESULT, result end
      if is_timed and leaf ~= OVER and function_of_value and is_late(search, callback) ~= 0 then return nil end
    end
    search.running = callback
    if not function_of_value then return search.middle end
    return function_of_value(state, me)
  end

  -- Answers by a key, as the game returned it, and goes on; nil when it is not a simple one.
  local function next_key(search, key)
    if type(key) == "number" and key == key then return next_number(search, key) end
    if type(key) == "string" then return next_text(search, key, #key) end
    if type(key) ~= "userdata" or getmetatable(key) ~= hidden_by then return nil end
    local feature = cast(to_key, key)
    if feature.first_mark ~= first_mark or feature.second_mark ~= second_mark then return nil end
    return next_bits(search, feature.first, feature.second)
  end

  return function(searcher, session, state, me)
    local search = cast(to_search, searcher)
    local generation = search.generation
    local is_timed = search.is_timed ~= 0
    local indexes, move_ids, scores = search.indexes, search.moves, search.scores
    local in_place, copying = search.style == IN_PLACE, search.style == COPYING
    local by_states = not in_place and not copying
    local first = slots.callbacks
    local moves, make, unmake = session[first + C_MOVES], session[first + C_MAKE], session[first + C_UNMAKE]
    local play, children = session[first + C_PLAY], session[first + callbacks.children]
    local lister = by_states and children or moves
    local evaluate, is_over, result = session[first + C_EVALUATE], session[first + C_IS_OVER], session[first + C_RESULT]
    local player, hash = session[first + callbacks.player], session[first + C_HASH]
    local order = session[first + callbacks.order]
    local noisy, move_id = session[first + callbacks.noisy], session[first + callbacks.move_id]
    local evaluate_move = search.has_evaluate_move ~= 0 and search.is_end_untold == 0
      and session[first + callbacks.evaluate_move] or nil
    local find_move, hash_move = session[first + callbacks.find_move], session[first + callbacks.hash_move]
    local remembers = search.finds_moves ~= 0 and not move_id
    local states, lists, filled, path = session[slots.states], session[slots.lists], session[slots.filled],
      session[slots.moves]
    local found = session[slots.found_moves]
    local ending = is_over and C_IS_OVER or by_states and callbacks.children or C_MOVES
    local undos, lines, other = session[slots.undos], session[slots.lines], session.other

    -- Not all can be variables of the function outside: those that one function uses are sixty at most.
    local next_bounds, next_missing, find, has_found_all = call.next_bounds, call.next_missing, call.find,
      call.has_found_all
    local keep_value = call.keep_value
    local identify = interface.identify

    local ask = go(search)
    while true do
      local ply = search.ply
      if ask == LEAF or ask == ENTER then
        local successor = lists[ply + 1][search.child + 1]
        if type(successor) == "nil" then break end
        if remembers then
          if type(successor) ~= "number" or tobit(successor) ~= successor or successor < 0 then break end
          search.has_small_numbers = 1
        end
        local is_by_move, is_for_driver, value, count, one, two, three, four
        if by_states then
          state = successor
        else
          path[ply + 2] = successor
          is_by_move = ask == LEAF and evaluate_move and (result or search.leaf == HORIZON)
          if is_by_move then
            search.running = callbacks.evaluate_move
            local over
            value, over = evaluate_move(in_place and state or states[ply + 1], successor, me)
            if search.generation ~= generation then return end
            if result and type(value) == "number" and value == value then
              keep_end(search, 0)
              if over or type(over) == "nil" then
                keep_value(search, value)
                is_by_move = false
                if type(over) == "nil" then evaluate_move, search.is_end_untold = nil, 1 end
              end
            end
          end
          if in_place and not is_by_move then
            search.running = C_MAKE
            count, one, two, three, four = note_made(search, generation, searcher, undos,
              UNDO_PLACES * (ply + 1) + 1, make(state, successor))
            if search.generation ~= generation then return end
          elseif not is_by_move then
            search.running = C_PLAY
            local child = play(states[ply + 1], successor)
            if search.generation ~= generation then return end
            if type(child) == "nil" then
              search.outcome = ANSWERED
              return state, nil
            end
            state = child
          end
        end
        if ask == ENTER then
          if by_states then ask = go(search) else ask = next(search) end
        else
          if not is_by_move then
            if is_timed and not by_states then
              local is_known = search.leaf == HORIZON
              if (evaluate or not is_known) and is_late(search, is_known and C_EVALUATE or ending) ~= 0 then
                if not is_known then search.asks_end = 1 end
                return state
              end
            end
            value, is_for_driver = evaluate_leaf(search, generation, is_timed, is_over, result, evaluate, state, me,
              searcher, lister, not by_states and filled, lists, ply + 2, value)
            if search.generation ~= generation then return end
            if is_timed and search.running == C_NONE then return state end
          end
          if is_for_driver or type(value) ~= "number" or value ~= value then
            search.outcome = ANSWERED
            return state, value
          end
          if count then
            search.running = C_UNMAKE
            undo(unmake, undos, ply + 1, state, successor, count, one, two, three, four)
            if search.generation ~= generation then return end
            search.made = ply
          end
          ask = next_value(search, value)
        end
      elseif ask == LEAVE then
        if in_place then
          search.running = C_UNMAKE
          undo(unmake, undos, ply, state, path[ply + 1], kept(search, undos, UNDO_PLACES * ply + 1))
          if search.generation ~= generation then return end
          search.made = ply - 1
          ask = next(search)
        else
          ask = go(search)
        end
      elseif ask == LINE then
        local own, behind = lines[ply + 1], lines[ply + 2]
        local successor = path[ply + 2]
        if by_states and search.takes_state ~= 0 then successor = state end
        behind[search.count] = successor
        lines[ply + 1], lines[ply + 2] = behind, own
        ask = go(search)
      elseif ask == MOVES and not move_id then
        local list, count, place = lists[ply + 1], search.count, 0
        while place < count do
          local move = list[place + 1]
          if type(move) ~= "number" or move < 0 or move >= 0x7fffffff or tobit(move) ~= move then break end
          move_ids[place] = move + 1
          place = place + 1
        end
        if place < count then
          if search.found_count ~= 0 or not identify(searcher, list) then break end
        elseif search.found_count ~= 0 then
          local known, nth = found[ply + 1], search.found_count
          while nth > 0 and type(known[nth]) == "number" do nth = nth - 1 end
          if nth > 0 or has_found_all(search, count) == 0 then break end
        end
        keep_moves(search, count)
        ask = go(search)
      elseif ask == MOVES or ask == SCORES then
        local list, count, place = lists[ply + 1], search.count, search.tried
        local about, keep = state, ask == SCORES and keep_scores or keep_moves
        if copying then about = states[ply + 1] elseif by_states then about = path[ply + 1] end
        local successor = list[(ask == SCORES and indexes[place] or place) + 1]
        if type(successor) == "nil" then break end
        local callback = ask == SCORES and callbacks.order or callbacks.move_id
        search.running = callback
        while true do
          if ask == SCORES then
            local score = order(about, successor)
            if search.generation ~= generation then return end
            if type(score) ~= "number" or score ~= score then
              keep(search, place)
              search.scored, search.outcome = place, ANSWERED
              return state, score
            end
            scores[place] = score
          else
            local id = move_id(about, successor)
            if search.generation ~= generation then return end
            if type(id) ~= "number" or id < 0 or id >= 0x7fffffff or tobit(id) ~= id then
              keep(search, place)
              search.scored, search.outcome = place, ANSWERED
              return state, id
            end
            move_ids[place] = id + 1
          end
          place = place + 1
          if place == count then break end
          successor = list[(ask == SCORES and indexes[place] or place) + 1]
          if type(successor) == "nil" or leaves(search) ~= 0 then
            keep(search, place)
            search.scored, search.pending, search.running = place, callback, C_NONE
            if type(successor) == "nil" then search.outcome = ANSWERED end
            return state
          end
        end
        keep(search, count)
        ask = next(search)
      elseif ask == NOTHING then
        return state
      else
        if by_states and search.takes_state ~= 0 then
          local successor = lists[ply][search.child + 1]
          if type(successor) == "nil" then
            search.state_node = 0
            break
          end
          state = successor
        end
        if ask == KEY or ask == CHILD_KEY then
          local key, mover
          local is_simple = true
          if ask == KEY then
            search.running = C_HASH
            key = hash(state)
            if search.generation ~= generation then return end
          else
            local about, successor = state, lists[ply + 1][search.child + 1]
            if type(successor) == "nil" then break end
            if copying then about = states[ply + 1] elseif by_states then about = path[ply + 1] end
            search.running = callbacks.hash_move
            key, mover = hash_move(about, successor)
            if search.generation ~= generation then return end
            if player then
              local is_root = mover == me
              is_simple = is_root or type(other) ~= "nil" and rawequal(mover, other)
              if is_simple then
                keep_turn(search, is_root and 1 or 0)
              else
                session.other, search.meets_other = mover, 1
              end
            end
          end
          local next_ask = is_simple and next_key(search, key)
          if not next_ask then
            search.outcome = ANSWERED
            if ask == KEY then return state, key end
            return state, key, mover
          end
          ask = next_ask
        elseif ask == TURN then
          search.running = callbacks.player
          local mover = player(state)
          if search.generation ~= generation then return end
          if mover == me then
            ask = next_turn(search, 1)
          elseif type(other) ~= "nil" and rawequal(mover, other) then
            ask = next_turn(search, 0)
          else
            session.other, search.meets_other, search.outcome = mover, 1, ANSWERED
            return state, mover
          end
        elseif ask == BOUNDS then
          search.running = callbacks.bounds
          local lowest, highest = session[first + callbacks.bounds](state, me)
          if search.generation ~= generation then return end
          local is_simple = type(lowest) == "number" and type(highest) == "number" and lowest <= highest
          if not is_simple then
            search.outcome = ANSWERED
            return state, lowest, highest
          end
          ask = next_bounds(search, lowest, highest)
        elseif ask == VALUE then
          local value, is_for_driver = evaluate_leaf(search, generation, is_timed, is_over, result, evaluate, state, me,
            searcher, lister, not by_states and filled, lists, ply + 1)
          if search.generation ~= generation then return end
          if is_timed and search.running == C_NONE then return state end
          if is_for_driver or type(value) ~= "number" or value ~= value then
            search.outcome = ANSWERED
            return state, value
          end
          ask = next_value(search, value)
        elseif ask == SKIP then
          local successor = lists[ply][search.child + 1]
          if type(successor) == "nil" or remembers and (type(successor) ~= "number" or tobit(successor) ~= successor
            or successor < 0) then break end
          if remembers then search.has_small_numbers = 1 end
          path[ply + 1] = successor
          ask = go(search)
        else -- SUCCESSORS, FIND_MOVE or NOISY
          local has_ended = false
          if ask ~= NOISY and search.has_wanted ~= 0 then
            if search.comes_back ~= 0 then state = copying and states[ply + 1] or path[ply + 1] end
          elseif is_over and not (ask == NOISY and search.knows_end ~= 0) then
            search.running = C_IS_OVER
            has_ended = is_over(state)
            if search.generation ~= generation then return end
            if is_timed and not has_ended and ask ~= FIND_MOVE then
              local pending = ask == NOISY and callbacks.noisy or by_states and callbacks.children or C_MOVES
              if is_late(search, pending) ~= 0 then return state end
            end
          end
          if ask == FIND_MOVE then
            if has_ended then
              ask = next_missing(search, 1)
            else
              search.running = callbacks.find_move
              local successor, known = find_move(state, search.wanted), found[ply + 1]
              if search.generation ~= generation then return end
              if type(successor) == "nil" then
                ask = next_missing(search, 0)
              elseif known and (move_id or type(successor) == "number" and successor == search.wanted) then
                known[find(search)] = successor
                lists[ply + 1] = known
                if copying then states[ply + 1] = state elseif by_states then path[ply + 1] = state end
                ask = next(search)
              else
                search.outcome = ANSWERED
                return state, successor
              end
            end
          elseif has_ended then
            ask = next_count(search, 0, 0)
          else
            local list, given
            if ask == NOISY then
              search.running = callbacks.noisy
              list = noisy(state)
            elseif by_states then
              search.running = callbacks.children
              list = children(state)
            else
              given = filled[ply + 1]
              if not given or ply == 0 then given = new_filled(searcher, filled, ply) end
              search.running = C_MOVES
              list = moves(state, given)
            end
            if search.generation ~= generation then return end
            local count, is_filled = 0, 0
            if search.is_checked ~= 0 then
              search.outcome = ANSWERED
              return state, list
            elseif type(list) == "table" then
              if rawlen then count = rawlen(list) else count = #list end
              local is_simple = list ~= given
              if count == 0 then
                is_simple = is_simple and search.found_count == 0 and is_empty(list)
              elseif is_simple then
                local earlier = list == lists[ply] and ply - 1 or list == lists[ply - 1] and ply - 2
                if earlier and shares(search, earlier) ~= 0 then
                  local successor = path[earlier + 2]
                  if by_states and earlier == ply - 1 then successor = state end
                  is_simple = search.count == count and rawequal(list[search.tried + 1], successor)
                end
              end
              if not is_simple then
                search.outcome = ANSWERED
                return state, list
              end
            elseif type(list) ~= "nil" or search.found_count ~= 0 then
              if not given or type(list) ~= "number" or list < 0 or tobit(list) ~= list
                or list == 0 and search.found_count ~= 0 then
                search.outcome = ANSWERED
                return state, list
              end
              count, list, is_filled = list, given, 1
            end
            if count > 0 then
              lists[ply + 1] = list
              if copying then states[ply + 1] = state elseif by_states then path[ply + 1] = state end
            end
            ask = next_count(search, count, is_filled)
          end
        end
      end
    end
    search.asked, search.is_waiting, search.outcome = ask, 1, ASKED
    return state
  end
end
