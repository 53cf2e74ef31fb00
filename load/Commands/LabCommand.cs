using System.CommandLine;
using Load.Crash;
using Load.Running;
using Load.Suites;

namespace Load.Commands;

/// <summary>The command line: <c>run [suite]</c>, which is also what happens without a verb, <c>list</c>, <c>crash</c>, <c>export</c>, <c>compare</c> and <c>overhead</c>.</summary>
internal static class LabCommand
{
    /// <param name="run">Measures; returns the exit code.</param>
    /// <param name="crash">Runs the crash suite; returns the exit code.</param>
    public static RootCommand Create(Func<RunOptions, Task<int>> run, Func<CrashOptions, Task<int>> crash)
    {
        var symbols = new RunSymbols();
        var root = new RootCommand("Measures what transport, file size and concurrency do to the analyzer. Starts the service itself, on free ports, and stops it.")
        {
            RunVerb(symbols, run),
            ListVerb(),
            CrashVerb.Create(crash),
            ExportVerb.Create(),
            CompareVerb.Create(),
            OverheadVerb.Create(),
        };
        symbols.AddOptionsTo(root);
        root.SetAction(parsed => run(symbols.Read(parsed, SuiteCatalog.Default)));
        return root;
    }

    private static Command RunVerb(RunSymbols symbols, Func<RunOptions, Task<int>> run)
    {
        var command = new Command("run", "Measure a suite") { symbols.Suite };
        symbols.AddOptionsTo(command);
        command.SetAction(parsed => run(symbols.Read(parsed, parsed.GetValue(symbols.Suite)!)));
        return command;
    }

    private static Command ListVerb()
    {
        var command = new Command("list", "Show the suites");
        command.SetAction(parsed =>
        {
            foreach (var suite in SuiteCatalog.Names.Select(name => SuiteCatalog.Get(name, new SuiteRequest())))
            {
                parsed.InvocationConfiguration.Output.WriteLine(
                    $"{suite.Name,-10} {suite.Description} ({suite.Cells.Count} rows, {suite.Repeats} times, about {Units.Duration(suite.PlannedTime)})");
            }
        });
        return command;
    }
}
