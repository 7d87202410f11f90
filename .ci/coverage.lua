-- Reads what gcov wrote and tells which lines ran: lua coverage.lua PERCENT_LEAST FOLDER < gcov -t output
-- Lines of the sources below FOLDER count, once each, however many objects have them: a line ran when it ran in one of
-- them. Prints the share of each file and of all, and each line that did not run; fails below PERCENT_LEAST.

local least, folder = tonumber(arg[1]), arg[2]
local ran, texts, files, source = {}, {}, {}, nil

for line in io.lines() do
  local count, number, text = line:match "^%s*([^:]+):%s*(%d+):(.*)$"
  if number == "0" and text:find "^Source:" then
    source = text:sub(8)
    source = source:sub(1, #folder) == folder and source or nil
    if source and not ran[source] then
      ran[source], texts[source] = {}, {}
      files[#files + 1] = source
    end
  elseif source and number and count ~= "-" then
    number = tonumber(number)
    ran[source][number] = ran[source][number] or not count:find "[#=]"
    texts[source][number] = text
  end
end

table.sort(files)
local all, all_run, missed = 0, 0, {}
for _, name in ipairs(files) do
  local lines, lines_run, numbers = 0, 0, {}
  for number in pairs(ran[name]) do
    numbers[#numbers + 1] = number
  end
  table.sort(numbers)
  for _, number in ipairs(numbers) do
    lines = lines + 1
    if ran[name][number] then
      lines_run = lines_run + 1
    else
      missed[#missed + 1] = ("%s:%d:%s"):format(name, number, texts[name][number])
    end
  end
  all, all_run = all + lines, all_run + lines_run
  print(("%6.2f %%  %4d of %4d  %s"):format(100 * lines_run / lines, lines_run, lines, name))
end
print(("%6.2f %%  %4d of %4d  %s"):format(100 * all_run / all, all_run, all, folder))
print(#missed == 0 and "no line was left out" or "lines that did not run:")
print(table.concat(missed, "\n"))
if 100 * all_run / all < least then
  print(("expected at least %g %%"):format(least))
  os.exit(1)
end
