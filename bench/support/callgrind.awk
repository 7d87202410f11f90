# Makes a table of two listings by callgrind_annotate, of one search and of three: see bench/callbacks.
# What the second has beyond the first are two searches, without the interpreter's start.

BEGIN {
  LISTED = 20 # functions
}

FNR == 1 { sign = NR == 1 ? -1 : 1 }

# A function: count (share) file:name [object]
/^ *[0-9,]+ \([0-9. ]+%\) +[^ ]+:.* \[.*\]$/ {
  count = $1
  gsub(",", "", count)
  name = $0
  sub(/^ *[0-9,]+ \([0-9. ]+%\) +[^:]*:/, "", name)
  object = name
  sub(/.* \[/, "", object)
  sub(/]$/, "", object)
  sub(/.*\//, "", object)
  sub(/ \[.*/, "", name)
  spent[name "\t" object] += sign * count / 2 / nodes
  spent_in[object] += sign * count / 2 / nodes
  total += sign * count / 2 / nodes
}

END {
  printf "\n  %8.1f  in all\n", total
  fflush()
  for (object in spent_in)
    if (spent_in[object] >= 0.05) printf "  %8.1f  in %s\n", spent_in[object], object | "sort -rn"
  close("sort -rn")
  print ""
  fflush()
  for (name in spent) {
    split(name, parts, "\t")
    if (spent[name] >= 0.05) printf "  %8.1f  %-24s %s\n", spent[name], parts[1], parts[2] | ("sort -rn | head -n " LISTED)
  }
}
