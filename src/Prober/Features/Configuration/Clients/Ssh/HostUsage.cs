using System.Globalization;

namespace Prober.Features.Configuration.Clients.Ssh;

/// <summary>What is in use: shares from 0 to 1.</summary>
/// <param name="Load">A processor's, over 1, 5 and 15 minutes.</param>
internal sealed record HostUsage(double Cpu, double Memory, IReadOnlyList<double> Load, IReadOnlyList<(string Name, double Share)> Disks)
{
    private const int Idle = 4; // and waiting for disks behind it, in the columns of /proc/stat

    /// <returns>Null when something is missing.</returns>
    public static HostUsage? Parse(string output)
    {
        var lines = output.Split('\n').Select(line => line.Split(' ', StringSplitOptions.RemoveEmptyEntries)).Where(line => line.Length > 1)
            .ToLookup(line => line[0]);
        try
        {
            var memory = lines.Where(line => line.Key.EndsWith(':')).ToDictionary(line => line.Key, line => Number(line.First()[1]));
            var (cpu, processors) = (lines["cpu"].ToList(), Number(lines["processors"].First()[1]));
            double[] load = [.. lines["load"].First()[1..4].Select(text => Number(text) / processors)];
            var free = memory.TryGetValue("MemAvailable:", out var available) ? available
                : memory["MemFree:"] + memory.GetValueOrDefault("Buffers:") + memory.GetValueOrDefault("Cached:");
            return new(
                Busy(cpu[0], cpu[1]), 1 - (free / memory["MemTotal:"]), load,
                [.. lines["disk"].Where(line => line.Length > 6).Select(line => (string.Join(' ', line[6..]),
                    Number(line[5].TrimEnd('%')) / 100))]);
        }
        catch (Exception exception) when (exception is FormatException or InvalidOperationException or ArgumentException
            or KeyNotFoundException or IndexOutOfRangeException)
        {
            return null;
        }
    }

    private static double Busy(string[] before, string[] after)
    {
        var spent = after.Skip(1).Take(8).Zip(before.Skip(1).Take(8), (now, then) => Number(now) - Number(then)).ToArray();
        var all = spent.Sum();
        return all <= 0 ? 0 : 1 - ((spent[Idle - 1] + spent[Idle]) / all);
    }

    private static double Number(string text) => double.Parse(text, NumberStyles.Float, CultureInfo.InvariantCulture);
}
