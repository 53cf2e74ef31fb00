using System.ComponentModel.DataAnnotations;
using Sigma.Engine.Correlations;

namespace Sigma.Streams.Settings;

/// <summary>Bounds, at <c>Limits</c>.</summary>
internal sealed class SigmaLimits
{
    public const string Section = "Limits";

    /// <summary>Longest body of <c>POST /v1/events</c>, in bytes. Default 16 MiB.</summary>
    [Range(1, 1 << 30)]
    public int MaxBodyBytes { get; set; } = 16 << 20;

    /// <summary>Records of such a body: what is kept of each may be many times its bytes. Default 100,000.</summary>
    [Range(1, 1 << 24)]
    public int MaxBodyRecords { get; set; } = 100_000;

    /// <summary>
    /// Memory for what has come of all bodies at once, in bytes, at least for one that has <see cref="MaxBodyBytes"/>: while it grows it
    /// takes twice its length. More are refused for now. Default 256 MiB.
    /// </summary>
    [Range(1, long.MaxValue)]
    public long MaxBytesInFlight { get; set; } = 256 << 20;

    /// <summary>Batches that wait for their delivery; then sources wait. Default 64.</summary>
    [Range(1, 100_000)]
    public int MaxQueuedBatches { get; set; } = 64;

    /// <summary>Alerts that are kept in memory to be looked at. Default 10,000.</summary>
    [Range(1, 1_000_000)]
    public int MaxAlerts { get; set; } = 10_000;

    /// <summary>Groups of a correlation; the one that was idle longest is forgotten. Default 100,000.</summary>
    [Range(1, 10_000_000)]
    public int MaxGroups { get; set; } = 100_000;

    /// <summary>Matches of a group; the oldest are forgotten. Default 10,000.</summary>
    [Range(1, 10_000_000)]
    public int MaxEntries { get; set; } = 10_000;

    /// <summary>Memory of all groups, in bytes; the group that was idle longest is forgotten. Default 256 MiB.</summary>
    [Range(1 << 20, 1L << 40)]
    public long MaxCorrelationBytes { get; set; } = 256 << 20;

    /// <summary>The bounds of correlations. What is late, <see cref="Correlating.Watermarks"/> say.</summary>
    internal CorrelationLimits OfCorrelations =>
        new() { Lateness = null, MaxGroups = MaxGroups, MaxEntries = MaxEntries, MaxBytes = MaxCorrelationBytes };

    /// <summary>Groups whose alerts are held back; beyond that, the one whose time began first is sent. Default 100,000.</summary>
    [Range(1, 10_000_000)]
    public int MaxThrottled { get; set; } = 100_000;

    /// <summary>
    /// Memory of the alerts that are held back, in bytes; beyond that, the one whose time began first is sent. Default 256 MiB.
    /// </summary>
    [Range(1 << 20, 1L << 40)]
    public long MaxThrottledBytes { get; set; } = 256 << 20;

    /// <summary>Dead letters in a file, in bytes; it is kept once as <c>.1</c> then. Default 64 MiB.</summary>
    [Range(1 << 20, 1L << 40)]
    public long MaxDeadLetterBytes { get; set; } = 64 << 20;
}
