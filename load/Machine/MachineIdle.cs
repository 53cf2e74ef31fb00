using System.Globalization;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;

namespace Load.Machine;

/// <summary>
/// How long the machine's processors have been idle, all together: what they did otherwise, somebody needed, though not always the lab or
/// the service.
/// </summary>
internal static partial class MachineIdle
{
    private const string Statistics = "/proc/stat";

    /// <summary>USER_HZ, which is 100 wherever .NET runs on Linux.</summary>
    private const double TicksPerSecond = 100;

    /// <returns>
    /// Since some moment in the past; null where the machine does not tell, or tells of other processors than this process may use.
    /// </returns>
    public static TimeSpan? Now()
    {
        if (OperatingSystem.IsWindows())
        {
            return GetSystemTimes(out var idle, out _, out _) ? TimeSpan.FromTicks(idle) : null;
        }

        return OperatingSystem.IsLinux() && File.Exists(Statistics)
            ? FromStatistics(File.ReadLines(Statistics), Environment.ProcessorCount)
            : null;
    }

    /// <summary>proc(5): "cpu  user nice system idle iowait irq …", summed over the lines cpu0, cpu1, …</summary>
    internal static TimeSpan? FromStatistics(IEnumerable<string> lines, int processors)
    {
        var cpus = lines.TakeWhile(line => line.StartsWith("cpu", StringComparison.Ordinal))
            .Select(line => line.Split(' ', StringSplitOptions.RemoveEmptyEntries)).ToArray();
        return cpus.Length == processors + 1 && cpus[0] is [_, _, _, _, { } idle, { } waiting, ..]
            ? TimeSpan.FromSeconds(
                (double.Parse(idle, CultureInfo.InvariantCulture) + double.Parse(waiting, CultureInfo.InvariantCulture)) / TicksPerSecond)
            : null;
    }

    /// <summary>FILETIME is a count of 100 ns, as TimeSpan's ticks are; idle time is the sum over all processors.</summary>
    [LibraryImport("kernel32.dll", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    [SupportedOSPlatform("windows")]
    private static partial bool GetSystemTimes(out long idle, out long kernel, out long user);
}
