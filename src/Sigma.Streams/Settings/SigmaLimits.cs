using System.ComponentModel.DataAnnotations;
using Sigma.Engine.Correlations;

namespace Sigma.Streams.Settings;

/// <summary>Limits, at <c>Limits</c>.</summary>
internal sealed class SigmaLimits
{
    public const string Section = "Limits";

    /// <summary>Longest body of <c>POST /v1/events</c>, in bytes. Default 16 MiB.</summary>
    [Range(1, 1 << 30)]
    public int MaxBodyBytes { get; set; } = 16 << 20;

    /// <summary>The most records of such a body: each may take many times its size in memory. Default 100,000.</summary>
    [Range(1, 1 << 24)]
    public int MaxBodyRecords { get; set; } = 100_000;

    /// <summary>
    /// Memory for all bodies under way, in bytes, at least enough for one of <see cref="MaxBodyBytes"/>, which takes twice its length while
    /// it grows. A body without room is refused. Default 256 MiB.
    /// </summary>
    [Range(1, long.MaxValue)]
    public long MaxBytesInFlight { get; set; } = 256 << 20;

    /// <summary>Batches that wait for their delivery; then sources wait. Default 64.</summary>
    [Range(1, 100_000)]
    public int MaxQueuedBatches { get; set; } = 64;

    /// <summary>The most alerts in memory. Default 10,000.</summary>
    [Range(1, 1_000_000)]
    public int MaxAlerts { get; set; } = 10_000;

    /// <summary>The most groups of a correlation; beyond that, the one that was idle longest is forgotten. Default 100,000.</summary>
    [Range(1, 10_000_000)]
    public int MaxGroups { get; set; } = 100_000;

    /// <summary>The most matches of a group; beyond that, the oldest are forgotten. Default 10,000.</summary>
    [Range(1, 10_000_000)]
    public int MaxEntries { get; set; } = 10_000;

    /// <summary>Memory of all groups, in bytes; beyond that, the group that was idle longest is forgotten. Default 256 MiB.</summary>
    [Range(1 << 20, 1L << 40)]
    public long MaxCorrelationBytes { get; set; } = 256 << 20;

    /// <summary>The limits of correlations. <see cref="Correlating.Watermarks"/> decide what is late.</summary>
    internal CorrelationLimits OfCorrelations =>
        new() { Lateness = null, MaxGroups = MaxGroups, MaxEntries = MaxEntries, MaxBytes = MaxCorrelationBytes };

    /// <summary>The most groups of held-back alerts; beyond that, the oldest group is sent. Default 100,000.</summary>
    [Range(1, 10_000_000)]
    public int MaxThrottled { get; set; } = 100_000;

    /// <summary>
    /// Memory of the held-back alerts, in bytes; beyond that, the oldest group is sent. Default 256 MiB.
    /// </summary>
    [Range(1 << 20, 1L << 40)]
    public long MaxThrottledBytes { get; set; } = 256 << 20;

    /// <summary>The size of the file of dead letters, in bytes; the previous file is kept as <c>.1</c>. Default 64 MiB.</summary>
    [Range(1 << 20, 1L << 40)]
    public long MaxDeadLetterBytes { get; set; } = 64 << 20;
}
