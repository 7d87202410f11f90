// Runs a script in MoonSharp, with the modules that a sandbox has: Run.exe FILE
using System;
using System.IO;
using MoonSharp.Interpreter;

class Run {
  static int Main(string[] arguments) {
    var script = new Script(CoreModules.Preset_SoftSandbox);
    script.Options.DebugPrint = Console.WriteLine;
    try {
      Console.WriteLine("host MoonSharp " + Script.VERSION + ", " + script.Globals.Get("_VERSION").String);
      script.DoString(File.ReadAllText(arguments[0]), null, "script");
      return 0;
    } catch (InterpreterException error) {
      Console.WriteLine("error " + error.DecoratedMessage);
      return 1;
    }
  }
}
