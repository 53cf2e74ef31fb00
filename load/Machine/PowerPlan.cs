using System.Runtime.InteropServices;
using System.Runtime.Versioning;

namespace Load.Machine;

/// <summary>Whether the machine saves power: then its clock follows the load, and rows do not compare.</summary>
internal static partial class PowerPlan
{
    private const string Frequency = "/sys/devices/system/cpu/cpu0/cpufreq";

    /// <summary>The plan "Power saver", as Windows knows it everywhere.</summary>
    private static readonly Guid PowerSaver = new("a1841308-3541-4fab-bc81-f71556f20b4a");

    /// <summary>Their governor of this name goes up with the load as quickly as any.</summary>
    private static readonly string[] OwnScaling = ["intel_pstate", "amd-pstate", "amd-pstate-epp"];

    /// <returns>The plan in words, with what to do; null where it does not save, or nobody can tell.</returns>
    public static string? Saving() => OperatingSystem.IsWindows() ? SavingOnWindows()
        : OperatingSystem.IsLinux() ? SavingIn(name => Line(Path.Combine(Frequency, name))) : null;

    /// <param name="line">The text of a file of Linux's cpufreq; null where it is not there.</param>
    internal static string? SavingIn(Func<string, string?> line) =>
        line("energy_performance_preference") is "power" or "balance_power"
            ? "the processors' preference is to save power (`cpupower set --epp performance` ends that)"
        : line("scaling_governor") is "powersave" or "conservative" && !OwnScaling.Contains(line("scaling_driver"))
            ? "the processors' governor saves power (`cpupower frequency-set -g performance` ends that)"
        : null;

    [SupportedOSPlatform("windows")]
    private static string? SavingOnWindows()
    {
        if (PowerGetActiveScheme(0, out var scheme) != 0)
        {
            return null;
        }

        try
        {
            return Marshal.PtrToStructure<Guid>(scheme) == PowerSaver
                ? "the power plan is 'Power saver' (`powercfg /setactive SCHEME_MIN` chooses 'High performance')" : null;
        }
        finally
        {
            Marshal.FreeHGlobal(scheme);
        }
    }

    private static string? Line(string file)
    {
        try
        {
            return File.Exists(file) ? File.ReadLines(file).FirstOrDefault()?.Trim() : null;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>powersetting.h; the memory is the caller's to free, by LocalFree.</summary>
    [LibraryImport("powrprof")]
    [SupportedOSPlatform("windows")]
    private static partial uint PowerGetActiveScheme(nint root, out nint scheme);
}
