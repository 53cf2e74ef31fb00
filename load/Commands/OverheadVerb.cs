using System.CommandLine;
using Load.Overhead;

namespace Load.Commands;

/// <summary><c>overhead</c>: how much of what is measured is the generator?</summary>
internal static class OverheadVerb
{
    private static readonly TimeSpan WarmUp = TimeSpan.FromSeconds(2);

    public static Command Create()
    {
        var seconds = new Option<int>("--seconds") { Description = "How long each line is measured", DefaultValueFactory = _ => 3 };
        seconds.Validators.Add(result =>
        {
            if (result.GetValueOrDefault<int>() < 1)
            {
                result.AddError("--seconds takes at least 1.");
            }
        });
        var command = new Command("overhead", "Measure what an iteration costs the lab itself, without a service; exit code 1: too much") { seconds };
        command.SetAction(parsed => Run(TimeSpan.FromSeconds(parsed.GetValue(seconds)), parsed.InvocationConfiguration.Output));
        return command;
    }

    private static int Run(TimeSpan during, TextWriter output)
    {
        output.WriteLine($"No-op iterations; bounds: {Units.Count((long)GeneratorOverhead.LeastRate)} and more for a second of one core, less than {Units.Count((long)GeneratorOverhead.MostBytes)} B allocated.");
        output.WriteLine($"{"answered",-14}{"callers",9}{"iterations/s",16}{"per core-second",18}{"B/iteration",14}");
        var isWithinBounds = true;
        foreach (var isAsync in (bool[])[false, true])
        {
            GeneratorOverhead.Measure(isAsync, Environment.ProcessorCount, WarmUp);
            foreach (var callers in (int[])[1, Environment.ProcessorCount])
            {
                var overhead = GeneratorOverhead.Measure(isAsync, callers, during);
                output.WriteLine($"{overhead.Name,-14}{callers,9}{Units.Digits(overhead.PerSecond),16}{Units.Digits(overhead.PerCoreSecond),18}{Units.Digits(overhead.BytesPerIteration),14}");
                isWithinBounds &= overhead.IsWithinBounds;
            }
        }

        return isWithinBounds ? Lab.Success : Lab.Failure;
    }
}
