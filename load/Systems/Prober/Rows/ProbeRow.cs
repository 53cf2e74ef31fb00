using System.Globalization;
using System.Text;
using Load.Measuring;

namespace Load.Systems.Prober.Rows;

/// <summary>One row: the targets, the interval, and the probing process.</summary>
/// <param name="Kind"><c>https</c>, <c>http</c> or <c>tcp</c>.</param>
/// <param name="Seconds">From one probe of a target to the next.</param>
/// <param name="Mix">The behaviour of the targets.</param>
/// <param name="Way">The program that probes, and at whose time.</param>
internal sealed record ProbeRow(string Kind, int Targets, int Seconds, TargetMix Mix, ProbeWay Way)
{
    public const string KindDimension = "kind";
    public const string TargetsDimension = "targets";
    public const string EveryDimension = "every";
    public const string MixDimension = "mix";
    public const string WayDimension = "prober";

    /// <summary>Probes a second.</summary>
    public int Rate => Math.Max(1, Targets / Seconds);

    /// <summary>Probes that may be under way at once: those of targets that hang last as long as their time-out.</summary>
    public int MaxAtOnce => Mix == TargetMix.Ok ? Rate : Math.Min(Targets, Rate * Timeout);

    private int Timeout => Math.Min(Seconds, 5);

    public IReadOnlyList<Dimension> Dimensions =>
    [
        new(KindDimension, Kind),
        new(TargetsDimension, $"{Targets}") { IsNumber = true },
        new(EveryDimension, $"{Seconds}s"),
        new(MixDimension, Mix.Name),
        new(WayDimension, Way.Name),
    ];

    public static int TargetsOf(Case measured) => int.Parse(measured[TargetsDimension]!, CultureInfo.InvariantCulture);

    /// <summary>The targets for the prober, as <c>probes.yaml</c> has them.</summary>
    /// <param name="port">The port of the farm.</param>
    /// <param name="authority">The file with the certificate that signed the farm's.</param>
    public string Configuration(int port, string authority)
    {
        var text = new StringBuilder(
            $"settings:\n  probe: {{ interval: {(Way.IsScheduled ? $"{Seconds}s" : "24h")}, timeout: {Timeout}s }}\n");
        text.Append(Kind == "tcp" ? "tcp:\n" : "http:\n");
        for (var i = 0; i < Targets; i++)
        {
            var host = $"{Mix.Of(i)}-{i}.farm.test";
            text.Append(Kind == "tcp"
                ? $"  - {{ name: {host}, host: '{host}:{port}' }}\n"
                : $"  - {{ name: {host}, url: '{Kind}://{host}:{port}/'{(Kind == "https" ? $", ca: '{authority}'" : "")} }}\n");
        }

        return text.ToString();
    }
}

/// <param name="Name">In the table.</param>
/// <param name="IsScheduled">Whether it decides itself when to probe; otherwise the lab asks it at a steady rate.</param>
internal sealed record ProbeWay(string Name, bool IsScheduled)
{
    public static ProbeWay Schedule { get; } = new("schedule", IsScheduled: true);

    public static ProbeWay Asked { get; } = new("asked", IsScheduled: false);

    public static ProbeWay Loop { get; } = new("loop", IsScheduled: true);

    public static ProbeWay Blackbox { get; } = new("blackbox", IsScheduled: false);

    /// <summary>It has probed each target, and then learned that they are due in an hour.</summary>
    public static ProbeWay Idle { get; } = new("idle", IsScheduled: true);

    /// <summary>Its list changes during the row.</summary>
    public static ProbeWay Reloaded { get; } = new("reloaded", IsScheduled: true);

    /// <summary>Somebody scrapes all targets half of the time.</summary>
    public static ProbeWay Scraped { get; } = new("scraped", IsScheduled: true);

    /// <summary>The ways whose cost per probe is compared.</summary>
    public static IReadOnlyList<ProbeWay> Compared { get; } = [Loop, Schedule, Asked, Blackbox];
}
