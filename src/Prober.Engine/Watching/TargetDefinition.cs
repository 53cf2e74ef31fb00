using System.Collections.ObjectModel;
using Prober.Engine.Probing;
using Prober.Engine.Timelines;

namespace Prober.Engine.Watching;

/// <summary>A configured target. Kind and name are its identity.</summary>
public sealed record TargetDefinition(string Name, IProbe Probe)
{
    /// <summary>The kind of targets that report their own state.</summary>
    public const string Push = "push";

    public static readonly TimeSpan DefaultInterval = TimeSpan.FromMinutes(1);
    public static readonly TimeSpan DefaultTimeout = TimeSpan.FromSeconds(30);
    public static readonly TimeSpan MinInterval = TimeSpan.FromSeconds(1);

    public string Kind => Probe.Kind;

    public TimeSpan Interval { get; init; } = DefaultInterval;

    /// <summary>At most the interval.</summary>
    public TimeSpan Timeout { get; init; } = DefaultTimeout;

    /// <summary>Bad probes in a row that prove the target down.</summary>
    public int Failures { get; init; } = 1;

    public int Successes { get; init; } = 1;

    /// <summary>A probe that takes longer is bad; null for no bound below the time-out.</summary>
    public TimeSpan? MaxDuration { get; init; }

    /// <summary>Targets in front of this one: while one of them fails, a failure of this one is no evidence.</summary>
    public IReadOnlyList<(string Kind, string Name)> DependsOn { get; init; } = [];

    /// <summary>Several probers decide its state together, by <see cref="ProbeEngine.AgreeAsync"/>.</summary>
    public bool IsAgreed { get; init; }

    /// <summary>Asks the name servers for each probe: for targets that test names.</summary>
    public bool AlwaysResolves { get; init; }

    public IReadOnlyDictionary<string, string> Labels { get; init; } = ReadOnlyDictionary<string, string>.Empty;

    internal EvidenceRules Rules =>
        EvidenceRules.Of(Failures, Successes, (long)Interval.TotalMilliseconds, (long)Timeout.TotalMilliseconds);
}
