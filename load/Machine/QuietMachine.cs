using System.Diagnostics;
using Load.Statistics;

namespace Load.Machine;

/// <summary>Waits until other programs leave the machine alone (<c>--wait-for-quiet</c>).</summary>
internal static class QuietMachine
{
    /// <summary>The share of the machine that others may take.</summary>
    public const double MaxForeign = 0.15;

    private const int Culprits = 3;

    private static readonly TimeSpan Look = TimeSpan.FromSeconds(2);

    /// <exception cref="LabException">It was not quiet in time; the message names who was busy.</exception>
    public static async Task WaitAsync(TimeSpan atMost, TimeProvider time, CancellationToken stop)
    {
        var started = time.GetTimestamp();
        while (true)
        {
            var (idle, tree, all, begun) = (MachineIdle.Now(), ProcessTree.Cpu(), Processes(), Stopwatch.GetTimestamp());
            await Task.Delay(Look, time, stop);
            var elapsed = Stopwatch.GetElapsedTime(begun);
            if (MachineIdle.Now() - idle is not { } rested || ProcessTree.Cpu() - tree is not { } ours)
            {
                throw new LabException("--wait-for-quiet: this machine does not tell what other programs do (it takes Linux and /proc).");
            }

            var others = Math.Max(0, Environment.ProcessorCount - (rested + ours) / elapsed);
            if (others < MaxForeign * Environment.ProcessorCount)
            {
                return;
            }

            if (time.GetElapsedTime(started) >= atMost)
            {
                throw new LabException(
                    $"--wait-for-quiet: after {Format.Duration(atMost)} other programs still keep {Format.Digits(others)} of " +
                    $"{Environment.ProcessorCount} processors busy{Busiest(all, elapsed)}. Stop them, or measure without the option.");
            }
        }
    }

    private static IReadOnlyList<ProcessTime> Processes() => OperatingSystem.IsLinux() ? ProcessTree.All() : [];

    private static string Busiest(IReadOnlyList<ProcessTime> before, TimeSpan elapsed)
    {
        var now = Processes();
        var ours = ProcessTree.Ours(now);
        var earlier = before.ToDictionary(process => process.Id, process => process.Cpu);
        var busiest = now.Where(process => !ours.Contains(process.Id))
            .Select(process => (process.Name, Cpu: process.Cpu - earlier.GetValueOrDefault(process.Id)))
            .GroupBy(process => process.Name, (name, alike) => (Name: name, Share: alike.Sum(one => one.Cpu.TotalSeconds) / elapsed.TotalSeconds))
            .Where(process => process.Share > 0.01).OrderByDescending(process => process.Share).Take(Culprits)
            .Select(process => $"{process.Name} {Format.Digits(process.Share)}").ToArray();
        return busiest.Length == 0 ? "" : $" ({string.Join(", ", busiest)})";
    }
}
