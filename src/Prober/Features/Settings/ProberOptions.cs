using System.ComponentModel.DataAnnotations;
using Prober.Engine.Watching;

namespace Prober.Features.Settings;

/// <summary>What is watched, and within which bounds: at the host's own section.</summary>
internal sealed class ProberOptions
{
    /// <summary>Targets to watch, each a URL of http, https or tcp. Default none.</summary>
    [TargetUrls]
    public string[] Targets { get; set; } = [];

    /// <summary>
    /// A file of targets, or a folder of such files. Default none. It is read again when it changes, and when the process gets SIGHUP.
    /// </summary>
    public string? Config { get; set; }

    /// <summary>Passes over what the file asks for and this prober cannot do, instead of refusing the file. Default false.</summary>
    public bool SkipUnsupported { get; set; }

    /// <summary>Folder of the history; it is created if it is missing. Default <c>data</c>.</summary>
    [Required]
    public string DataDirectory { get; set; } = "data";

    /// <summary>How long changes, pauses, corrections and messages that nobody takes are kept. Default 400 days.</summary>
    [Range(typeof(TimeSpan), "1.00:00:00", "36500.00:00:00")]
    public TimeSpan Retention { get; set; } = TimeSpan.FromDays(400);

    /// <summary>The most bytes of the history. Default none: the disk is the limit.</summary>
    [Range(65536, long.MaxValue)]
    public long? MaxHistoryBytes { get; set; }

    /// <summary>How long a change waits for others, so that many become one message. Default 10 s.</summary>
    [Range(typeof(TimeSpan), "00:00:00", "00:01:00")]
    public TimeSpan JoinSpan { get; set; } = TimeSpan.FromSeconds(10);

    /// <summary>
    /// Lets other machines acknowledge, silence and correct, too. Default false: only callers on this machine that name it so.
    /// </summary>
    public bool AllowChanges { get; set; }

    /// <summary>The part of the targets that this prober watches, as in 2/5: the second of five probers. Default all.</summary>
    [ShardOfTargets]
    public string? Shard { get; set; }

    /// <summary>Whether <c>/probe</c> asks targets of http, https and tcp that are not in the configuration. Default false.</summary>
    public bool OpenProbe { get; set; }

    /// <summary>Time from one probe of such a target to the next. Default 10 s.</summary>
    [Range(typeof(TimeSpan), "00:00:01", "1.00:00:00")]
    public TimeSpan Interval { get; set; } = TimeSpan.FromSeconds(10);

    /// <summary>Longest time for a probe; the interval, where that is shorter. Default 5 s.</summary>
    [Range(typeof(TimeSpan), "00:00:00.010", "1.00:00:00")]
    public TimeSpan Timeout { get; set; } = TimeSpan.FromSeconds(5);

    /// <summary>Probes under way at once; never more than half of the handles that the process may open. Default 4096.</summary>
    [Range(1, 1_000_000)]
    public int MaxInFlight { get; set; } = EngineOptions.DefaultMaxInFlight;

    /// <summary>Probes under way at once to one host and port. Default 64.</summary>
    [Range(1, 1_000_000)]
    public int MaxPerDestination { get; set; } = EngineOptions.DefaultMaxPerDestination;
}
