using System.CommandLine;
using Load.Measuring;
using Load.Statistics;

namespace Load.Commands;

/// <summary><c>list</c>: what can be measured.</summary>
internal static class ListVerb
{
    /// <param name="root">Knows how suites are asked for.</param>
    /// <param name="systems">The systems with their suites.</param>
    public static Command Create(RootCommand root, IReadOnlyList<ILabSystem> systems)
    {
        var command = new Command("list", "Show the suites");
        command.SetAction(parsed =>
        {
            foreach (var system in systems)
            {
                parsed.InvocationConfiguration.Output.WriteLine($"{system.Name}:");
                foreach (var suite in system.Suites)
                {
                    // Lists a suite as if the user had chosen it, with default options.
                    var planned = suite.Create(root.Parse(["run", suite.Name]), RunOptions.DefaultSeed).Feasible();
                    parsed.InvocationConfiguration.Output.WriteLine(
                        $"  {suite.Name,-10} {suite.Description} ({Format.Count(planned.PlannedRows, "row")}, {planned.Repeats} times, " +
                        $"about {Format.Duration(planned.PlannedTime)})");
                }
            }

            parsed.InvocationConfiguration.Output.WriteLine($"tests/Crash:\n  {CrashProgram.Tamper,-10} {CrashProgram.TamperDescription}");
        });
        return command;
    }
}
