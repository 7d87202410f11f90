# Makes a table of the records that the parts print: see bench/run.

BEGIN {
  FS = "\t"
  add("time", "Time of the search, as a multiple of the other's: the median of alternating repetitions")
  add("selfplay", "Nodes of self-play in a fresh process, as a multiple of those of the module, or of the engine in Lua, on LuaJIT: medians of processes")
  add("turns", "Time, as a multiple of that of the searches alone: medians of processes")
  add("engines", "Time of the engine in Lua, as a multiple of the C module's: the same searches")
  add("native", "Connect four with its rules in C")
  add("keys", "Time of the search to one depth, as a multiple of that without keys")
  add("calls", "Calls into the game, as a multiple of the other's")
  add("garbage", "Lua garbage, in bytes a node")
  add("table", "The transposition table, in nanoseconds")
  add("growth", "The longest that a table takes to grow by a step, in milliseconds")
  add("replacement", "Nodes with too small a table, as a multiple of those of the rule that always replaces")
  add("strength", "Nodes to the answer, in percent of plain alpha-beta's")
  add("defaults", "Calls into the game until the answer is there, in percent of plain alpha-beta's; of the defaults also in percent of the best row")
  add("multipv", "Nodes of a search for more than one best move, as a multiple of those of a search for one")
  add("functions", "Plies in a tenth of a second, by the functions of the game")
  add("levels", "Points that a level loses against the one below, in percent")
  add("rules", "Share of the points with rules and result alone, against Monte Carlo tree search by hand, in per cent")
  add("playouts", "Time of a playout of Monte Carlo tree search, as a multiple of that by hand")
  add("mobility", "Share of the points with rules and result alone, against random moves and without mobility, in per cent")
  add("hidden", "Hidden hands, whist for two: Elo difference")
  add("clock", "A clock, and soft limits, at equal sums of nodes: Elo difference")
  add("play", "Elo of each default against the same without it, at equal nodes a move")
  add("by_hand", "Points that the defaults lose against a deepening alpha-beta by hand in Lua, in percent, at equal times of the processor a move")
  add("learning", "Points that a learned evaluation loses at most, in percent")
  add("kinds", "Calls into the game, a node, by function")
  add("algorithm", "Calls into the game until the answer is there, as a multiple of alpha-beta's")
  add("chance", "Nodes of a search with chance nodes, as a multiple of those of plain expectiminimax")
  add("solver", "Nodes to solve a position of connect four, the mean; rows that would take too long are left out")
  add("answer", "Time to the answer, in percent of that of plain alpha-beta by hand in Lua")
  add("same", "Time of the search, as a multiple of that of the same techniques by hand in Lua")
  add("cores", "Processor's time of the busiest of two helpers, as a multiple of that of one")
  add("pool", "Processor's time of a pool with one helper, as a multiple of that of a searcher")
  add("frames", "Processor's time of 99 of 100 frames by the way in which the computer thinks, in milliseconds")
  add("pace", "The share of a frame that an opponent uses, called by love.update or by its hook")
  add("opponent", "Nodes of an opponent in a second, as a multiple of those of one search in that time")
  add("slices", "How long a search by slices keeps a game waiting, in milliseconds")
  add("growth", "Lua memory that a search leaves in use, in bytes a node")
  add("short", "Time of searches with a table of 64 MiB that they do not fill, as a multiple of that with 16 MiB")
  add("process", "What ten million nodes add to the memory of the process, in MiB")
}

# Declares a section; they are printed in this order, those without records left out.
function add(section, text) {
  order[++sections] = section
  heading[section] = text
}

# Collects the subjects of each section and the records of each subject, both in the order in which they come.
{
  place = $1 FS $2
  if (!(place in records)) subjects[$1] = subjects[$1] place "\n"
  records[place] = records[place] $0 "\n"
  for (i = 2; i <= 4; i++) if (length($i) > width[$1, i]) width[$1, i] = length($i)
  if ($5 != $6) has_range[$1] = 1
  if ($7 != "") {
    has_goal[$1] = 1
    goals++
    if ($4 + 0 > $7 + 0) missed[++misses] = sprintf("%s: %s, %s: %s, goal %.2f", $1, $2, $3, $4, $7)
  }
}

END {
  for (i = 1; i <= sections; i++) if (order[i] in subjects) print_section(order[i])
  print_missed()
}

# Prints the goals that are missed, if any record has a goal.
function print_missed(    i) {
  if (!goals) return
  printf "\n%s\n\n", misses ? "Goals that are missed" : "All goals are met"
  for (i = 1; i <= misses; i++) print "  " missed[i]
}

# Prints all records of a section, under its heading.
function print_section(section,    places, place_of, rows, row_of, j, k) {
  printf "%s%s\n\n", printed++ ? "\n" : "", heading[section]
  widths = "  %-" width[section, 2] "s  %-" width[section, 3] "s  %" at_least(6, width[section, 4]) "s  "
  widths = widths (section in has_range ? "%-15s " : "%s") (section in has_goal ? "%-14s " : "%s") "%s"
  print_line("", "", "figure", section in has_range ? "least - most" : "", section in has_goal ? "goal" : "", "")
  places = split(subjects[section], place_of, "\n") - 1
  for (j = 1; j <= places; j++) {
    rows = split(records[place_of[j]], row_of, "\n") - 1
    for (k = 1; k <= rows; k++) print_row(row_of[k], k == 1)
  }
}

# Prints a record; its subject only when it is the subject's first.
function print_row(record, first,    fields) {
  split(record, fields, FS)
  print_line(first ? fields[2] : "", fields[3], fields[4], fields[5] == fields[6] ? "" : fields[5] " - " fields[6],
    verdict(fields[4], fields[7]), fields[8])
}

# Prints six columns, without blanks at the end.
function print_line(subject, variant, figure, range, goal, aside,    line) {
  line = sprintf(widths, subject, variant, figure, range, goal, aside)
  sub(/ +$/, "", line)
  print line
}

# The greater of two numbers.
function at_least(least, number) {
  return number > least ? number : least
}

# What is said of a figure and its goal, which may be empty.
function verdict(figure, goal) {
  if (goal == "") return ""
  return sprintf("%.2f %s", goal, figure + 0 <= goal + 0 ? "met" : "missed")
}
