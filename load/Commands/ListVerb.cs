using System.CommandLine;
using Load.Machine;
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
        var named = new Argument<string?>("suite")
        {
            Description = "Shows its dimensions and their values",
            DefaultValueFactory = _ => null,
        };
        var command = new Command("list", "Show the suites, or what a suite measures") { named };
        command.SetAction(parsed =>
        {
            if (parsed.GetValue(named) is { } name)
            {
                return Show(root, systems, name, parsed.InvocationConfiguration);
            }

            foreach (var system in systems)
            {
                parsed.InvocationConfiguration.Output.WriteLine($"{system.Name}:");
                foreach (var suite in system.Suites)
                {
                    // Lists a suite as if the user had chosen it, with default options.
                    var plan = PlanOf(suite.Create(root.Parse(["run", suite.Name]), RunOptions.DefaultSeed));
                    parsed.InvocationConfiguration.Output.WriteLine($"  {suite.Name,-14} {suite.Description} ({plan})");
                }
            }

            parsed.InvocationConfiguration.Output.WriteLine($"tests/Crash:\n  {CrashProgram.Tamper,-14} {CrashProgram.TamperDescription}");
            return LabExitCode.Success;
        });
        return command;
    }

    internal static string PlanOf(Suite suite)
    {
        try
        {
            var planned = suite.Feasible();
            return $"{Format.Count(planned.PlannedRows, "row")}, {Format.Times(planned.Repeats)}, about " +
                Format.Duration(planned.PlannedTime);
        }
        catch (LabException exception)
        {
            return exception.Message.TrimEnd('.');
        }
    }

    private static int Show(RootCommand root, IReadOnlyList<ILabSystem> systems, string name, InvocationConfiguration to)
    {
        if (systems.SelectMany(system => system.Suites).FirstOrDefault(suite => suite.Name == name) is not { } command)
        {
            var names = systems.SelectMany(system => system.Suites).Select(suite => suite.Name);
            to.Error.WriteLine($"There is no suite '{name}'; there are: {string.Join(", ", names)}.");
            return LabExitCode.NotDone;
        }

        var suite = command.Create(root.Parse(["run", name]), RunOptions.DefaultSeed);
        to.Output.WriteLine($"{name}: {command.Description}");
        to.Output.WriteLine(
            $"{Format.Count(suite.PlannedRows, "row")}, {Format.Times(suite.Repeats)} {Format.Duration(suite.IterationLength)}, about " +
            $"{Format.Duration(suite.PlannedTime)}. --only DIMENSION=VALUE keeps some of them:");
        foreach (var dimension in suite.Cases.SelectMany(one => one.Dimensions).GroupBy(one => one.Name, one => one.Value))
        {
            to.Output.WriteLine($"  {dimension.Key,-12} {string.Join(", ", dimension.Distinct())}");
        }

        foreach (var obstacle in suite.Cases.Where(one => one.Obstacle is not null).GroupBy(one => one.Obstacle))
        {
            to.Output.WriteLine($"{Format.Count(obstacle.Count(), "row")} cannot be measured here: {obstacle.Key}.");
        }

        return LabExitCode.Success;
    }
}
