using System.ComponentModel;
using System.Diagnostics;

namespace Load.Machine;

/// <summary>Some of the machine's processors, for one side of a measurement alone.</summary>
/// <param name="Numbers">From 0, in ascending order.</param>
internal sealed record Processors(IReadOnlyList<int> Numbers)
{
    /// <summary>The number of bits of a mask.</summary>
    private const int MaxProcessors = 64;

    /// <summary>A thread that ends at that moment makes <c>taskset</c> fail.</summary>
    private const int MaxTries = 3;

    /// <summary>All of the machine's.</summary>
    public static Processors All { get; } = new([.. Enumerable.Range(0, Environment.ProcessorCount)]);

    /// <summary>The list in the form that <c>taskset</c> reads.</summary>
    public override string ToString() => string.Join(',', Numbers);

    private nint Mask => (nint)Numbers.Aggregate(0UL, (mask, number) => mask | 1UL << number);

    /// <summary>The machine in two: the first half for the lab, the other for the system under test.</summary>
    /// <returns>Null where there is only one, or the system knows no affinity.</returns>
    public static (Processors Lab, Processors Tested)? Split()
    {
        var count = Math.Min(Environment.ProcessorCount, MaxProcessors);
        return count < 2 || !(OperatingSystem.IsLinux() || OperatingSystem.IsWindows()) ? null
            : (new([.. Enumerable.Range(0, count / 2)]), new([.. Enumerable.Range(count / 2, count - count / 2)]));
    }

    /// <summary>A process that is started so sees no other processors, and counts its threads by these.</summary>
    public ProcessStartInfo Confine(ProcessStartInfo start)
    {
        start.Environment["DOTNET_PROCESSOR_COUNT"] = $"{Numbers.Count}";

        // On a single processor the runtime waits ten times as long, a second without new code, before it compiles anew what is called
        // often: rows would be over before, and a refusal, which is new at the first overload, took twice what it takes later.
        start.Environment["DOTNET_TC_DelaySingleProcMultiplier"] = "1";
        if (OperatingSystem.IsLinux())
        {
            start.ArgumentList.Insert(0, start.FileName);
            start.ArgumentList.Insert(0, ToString());
            start.ArgumentList.Insert(0, "-c");
            start.FileName = "taskset"; // runs the program in its own place: same process, same streams
        }

        return start;
    }

    /// <summary>Moves a running process, all of its threads.</summary>
    /// <exception cref="LabException">It cannot be moved.</exception>
    public void Confine(Process process)
    {
        try
        {
            if (OperatingSystem.IsWindows())
            {
                process.ProcessorAffinity = Mask;
            }
            else
            {
                MoveByTaskset(process.Id);
            }
        }
        catch (Win32Exception exception)
        {
            throw new LabException($"Lab and system cannot have processors of their own (taskset): {exception.Message}");
        }
    }

    /// <summary><see cref="Process.ProcessorAffinity"/> would move one thread of it.</summary>
    private void MoveByTaskset(int id)
    {
        for (var tries = 1; ; tries++)
        {
            using var taskset = Process.Start(new ProcessStartInfo("taskset", ["-a", "-c", "-p", ToString(), $"{id}"])
            {
                RedirectStandardOutput = true,
                RedirectStandardError = true,
            })!;
            var output = taskset.StandardOutput.ReadToEndAsync();
            var said = taskset.StandardError.ReadToEnd().Trim();
            output.Wait();
            taskset.WaitForExit();
            if (taskset.ExitCode == 0)
            {
                return;
            }

            if (tries == MaxTries)
            {
                throw new LabException($"Processors {this} cannot be had for one side alone (taskset): {said}");
            }
        }
    }
}
