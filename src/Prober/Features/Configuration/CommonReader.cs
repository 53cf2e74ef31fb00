using Prober.Engine.Probing;
using Prober.Engine.Watching;

namespace Prober.Features.Configuration;

/// <summary>The keys that every target has.</summary>
internal static class CommonReader
{
    private const int MaxRow = 1000;
    private static readonly TimeSpan MinTimeout = TimeSpan.FromMilliseconds(10);

    public static ProbeDefaults ReadDefaults(ConfigSection section, ProbeDefaults defaults) => new(
        section.Duration("interval", defaults.Interval, TargetDefinition.MinInterval),
        section.Duration("timeout", defaults.Timeout, MinTimeout),
        section.Number("failure", defaults.Failures, 1, MaxRow),
        section.Number("success", defaults.Successes, 1, MaxRow),
        defaults.Alert);

    /// <param name="notes">Gets what is done otherwise than it says.</param>
    public static TargetDefinition Read(
        string file,
        ConfigSection section,
        string name,
        IProbe probe,
        ProbeDefaults defaults,
        SharedParts shared,
        ICollection<ConfigProblem> notes)
    {
        var own = ReadDefaults(section, defaults);
        var timeout = own.Timeout;
        if (timeout > own.Interval)
        {
            timeout = own.Interval;
            if (section.Text("timeout") is not null)
            {
                notes.Add(new(file, section.LineOf("timeout"), "the time-out is longer than the interval, and is cut to it"));
            }
        }

        var resolve = section.Text("resolve") ?? "cached";
        if (resolve is not ("cached" or "always"))
        {
            section.Add(section.LineOf("resolve"), "resolve has to be cached or always");
        }

        return new(name, probe)
        {
            AlwaysResolves = resolve == "always",
            Interval = own.Interval,
            Timeout = timeout,
            Failures = own.Failures,
            Successes = own.Successes,
            Labels = shared.Labels(section.Pairs("labels")),
        };
    }
}
