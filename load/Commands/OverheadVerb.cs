using System.CommandLine;
using Load.Commands.Overhead;
using Load.Machine;
using Load.Measuring;
using Load.Statistics;

namespace Load.Commands;

/// <summary><c>overhead</c>: how much of what is measured is the generator?</summary>
internal static class OverheadVerb
{
    private static readonly TimeSpan WarmUp = TimeSpan.FromSeconds(2);

    public static Command Create()
    {
        var seconds = new Option<int>("--seconds") { Description = "How long each line is measured", DefaultValueFactory = _ => 3 };
        seconds.Require(value => value >= 1, "at least 1");
        var command = new Command("overhead", "Measure what a request costs the lab itself, without a service; exit code 4: too much")
        {
            seconds,
        };
        command.SetAction(parsed => Run(TimeSpan.FromSeconds(parsed.GetValue(seconds)), parsed.InvocationConfiguration.Output));
        return command;
    }

    private static int Run(TimeSpan during, TextWriter output)
    {
        output.WriteLine(
            $"Requests that do nothing; bounds: {Format.Count((long)GeneratorOverhead.MinRate)} and more for a second of one core, " +
            "less than " +
            $"{Format.Count((long)GeneratorOverhead.MaxBytes)} B allocated for each.");
        output.WriteLine($"{"answered",-14}{"callers",9}{"requests/s",16}{"per core-second",18}{"B/request",14}");
        var isWithinBounds = true;
        foreach (var isAsync in (bool[])[false, true])
        {
            GeneratorOverhead.Measure(isAsync, Environment.ProcessorCount, WarmUp);
            foreach (var callers in (int[])[1, Environment.ProcessorCount])
            {
                var overhead = GeneratorOverhead.Measure(isAsync, callers, during);
                output.WriteLine(
                    $"{overhead.Name,-14}{callers,9}{Format.Digits(overhead.PerSecond),16}{Format.Digits(overhead.PerCoreSecond),18}" +
                    $"{Format.Digits(overhead.BytesPerRequest),14}");
                isWithinBounds &= overhead.IsWithinBounds;
            }
        }

        return isWithinBounds ? LabExitCode.Success : LabExitCode.GateMissed;
    }
}
