-- The command of the plugin: `:Reversi` begins a match, `:Reversi 6` on a smaller board.
vim.api.nvim_create_user_command("Reversi", function(command)
  require("reversi_game").open(tonumber(command.args))
end, {nargs = "?", desc = "Play reversi against the computer"})
