using System.Globalization;

namespace Load.Machine;

/// <summary>What besides other programs keeps a machine from doing its work; each null where the machine does not tell (Linux does).</summary>
/// <param name="Stolen">Time that a hypervisor gave to other machines, all processors together, since some moment in the past.</param>
/// <param name="SwappedPages">Pages that went to the disk or came from it, since the start of the machine.</param>
/// <param name="Megahertz">The processors' clock now, on average.</param>
internal sealed record MachineStrain(TimeSpan? Stolen, long? SwappedPages, double? Megahertz)
{
    private const double TicksPerSecond = 100;
    private const int StolenField = 8;

    public static MachineStrain Now() => !OperatingSystem.IsLinux() ? new(null, null, null) : new(
        StolenIn(Lines("/proc/stat")), SwappedIn(Lines("/proc/vmstat")), MegahertzIn(Lines("/proc/cpuinfo")));

    internal static TimeSpan? StolenIn(IEnumerable<string> lines) =>
        lines.FirstOrDefault()?.Split(' ', StringSplitOptions.RemoveEmptyEntries) is { Length: > StolenField } fields
            ? TimeSpan.FromSeconds(double.Parse(fields[StolenField], CultureInfo.InvariantCulture) / TicksPerSecond) : null;

    internal static long? SwappedIn(IEnumerable<string> lines)
    {
        var pages = lines.Select(line => line.Split(' ')).Where(pair => pair is ["pswpin" or "pswpout", _])
            .Select(pair => long.Parse(pair[1], CultureInfo.InvariantCulture)).ToArray();
        return pages.Length == 0 ? null : pages.Sum();
    }

    internal static double? MegahertzIn(IEnumerable<string> lines)
    {
        var clocks = lines.Where(line => line.StartsWith("cpu MHz", StringComparison.Ordinal))
            .Select(line => double.Parse(line.AsSpan(line.IndexOf(':') + 1), CultureInfo.InvariantCulture)).ToArray();
        return clocks.Length == 0 ? null : clocks.Average();
    }

    private static IEnumerable<string> Lines(string file)
    {
        try
        {
            return File.ReadAllLines(file);
        }
        catch (IOException)
        {
            return [];
        }
    }
}
