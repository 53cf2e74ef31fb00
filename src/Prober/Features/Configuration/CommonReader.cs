using Prober.Engine.Probing;
using Prober.Engine.Watching;
using Prober.Features.Groups;
using Prober.Features.Pushes;

namespace Prober.Features.Configuration;

/// <summary>The keys that every target has.</summary>
internal static class CommonReader
{
    private const int MaxRow = 1000;
    private static readonly TimeSpan MaxLook = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan MinTimeout = TimeSpan.FromMilliseconds(10);

    public static ProbeDefaults ReadDefaults(ConfigSection section, ProbeDefaults defaults) => new(
        section.Duration("interval", defaults.Interval, TargetDefinition.MinInterval, zeroIsDefault: true),
        section.Duration("timeout", defaults.Timeout, MinTimeout, zeroIsDefault: true),
        section.Number("failure", defaults.Failures, 1, MaxRow, zeroIsDefault: true),
        section.Number("success", defaults.Successes, 1, MaxRow, zeroIsDefault: true),
        defaults.Alert)
    {
        ClosesPlainly = section.Flag("nolinger", defaults.ClosesPlainly),
        Labels = Labels([.. section.Pairs("labels")], defaults.Labels),
    };

    /// <param name="notes">Gets deviations from the file.</param>
    /// <returns>
    /// The target, and how many probes are in the interval that the configuration names: one, unless the prober looks more often.
    /// </returns>
    public static (TargetDefinition Definition, int Looks) Read(
        string file,
        ConfigSection section,
        string name,
        IProbe probe,
        ProbeDefaults defaults,
        SharedParts shared,
        ConfigNotes notes)
    {
        var own = ReadDefaults(section, defaults);
        var timeout = own.Timeout;
        if (timeout > own.Interval)
        {
            timeout = own.Interval;
            if (section.Text("timeout") is not null)
            {
                notes.Cut(file, section.LineOf("timeout"));
            }
            else
            {
                notes.CutDefault(file, section.Line);
            }
        }

        var resolve = section.Text("resolve") ?? "cached";
        if (resolve is not ("cached" or "always"))
        {
            section.Add(section.LineOf("resolve"), "resolve has to be cached or always");
        }

        // The interval of a push is how long it may be silent, and a group asks nobody: both are looked at more often.
        var interval = probe is PushProbe or GroupProbe && own.Interval > MaxLook ? MaxLook : own.Interval;
        var definition = new TargetDefinition(name, probe)
        {
            MaxDuration = section.Text("max_duration") is null ? null : section.Duration("max_duration", default, MinTimeout),
            AlwaysResolves = resolve == "always",
            Interval = interval,
            Timeout = timeout < interval ? timeout : interval,
            Failures = own.Failures,
            Successes = own.Successes,
            Labels = shared.Labels(own.Labels),
        };
        return (definition, (int)(own.Interval / interval));
    }

    /// <summary>The labels of a target, and default labels with other names.</summary>
    private static IReadOnlyList<KeyValuePair<string, string>> Labels(
        List<KeyValuePair<string, string>> own, IReadOnlyList<KeyValuePair<string, string>> defaults) =>
        [.. defaults.Where(label => !own.Exists(one => one.Key == label.Key)), .. own];
}
