-- Keeps what a function of a module returns, whenever it is called, in a field of a table.

return function(module, name, into, field)
  local make = module[name]
  module[name] = function(...)
    into[field] = make(...)
    return into[field]
  end
end
