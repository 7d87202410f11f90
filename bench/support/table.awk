# Makes a table of the records that the parts print: see bench/run.

BEGIN {
  FS = "\t"
  heading["time"] = "Time of the search, as a multiple of the other's: the median of alternating repetitions"
  heading["calls"] = "Calls into the game, as a multiple of the other's"
  heading["garbage"] = "Lua garbage, in bytes a node"
  sections = split("time calls garbage", order, " ")
}

# Collects the subjects of each section and the records of each subject, both in the order in which they come.
{
  place = $1 FS $2
  if (!(place in records)) subjects[$1] = subjects[$1] place "\n"
  records[place] = records[place] $0 "\n"
}

END {
  for (i = 1; i <= sections; i++) {
    printf "%s%s\n\n", i == 1 ? "" : "\n", heading[order[i]]
    printf "  %-28s %-7s %7s  %-15s %-14s %s\n", "", "", "figure", "least - most", "goal", ""
    places = split(subjects[order[i]], place_of, "\n") - 1
    for (j = 1; j <= places; j++) {
      rows = split(records[place_of[j]], row_of, "\n") - 1
      for (k = 1; k <= rows; k++) print_row(row_of[k], k == 1)
    }
  }
}

# Prints a record; its subject only when it is the subject's first.
function print_row(record, first,    fields) {
  split(record, fields, FS)
  printf "  %-28s %-7s %7s  %-15s %-14s %s\n", first ? fields[2] : "", fields[3], fields[4],
    fields[5] == fields[6] ? "" : fields[5] " - " fields[6], verdict(fields[4], fields[7]), fields[8]
}

# What is said of a figure and its goal, which may be empty.
function verdict(figure, goal) {
  if (goal == "") return ""
  return sprintf("%.2f %s", goal, figure + 0 <= goal + 0 ? "met" : "missed")
}
