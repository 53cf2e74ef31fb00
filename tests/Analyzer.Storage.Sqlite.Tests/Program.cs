using Analyzer.Storage.Sqlite.Tests;
using Xunit.Runner.InProc.SystemConsole;

return args is [SaveLoop.Argument, var path] ? await SaveLoop.RunAsync(path) : await ConsoleRunner.Run(args);
