using System.ComponentModel.DataAnnotations;
using Prober.Engine.Watching;

namespace Prober.Features.Settings;

/// <summary>What to watch, and with which limits: at the host's own section.</summary>
internal sealed class ProberOptions
{
    /// <summary>Targets to watch, each a URL of http, https or tcp. Default none.</summary>
    [TargetUrls]
    public string[] Targets { get; set; } = [];

    /// <summary>
    /// A file of targets, a folder of such files, or the address of one; several between commas. Default none. It is read
    /// again when it changes, and on SIGHUP.
    /// </summary>
    public string? Config { get; set; }

    /// <summary>Skips what the file asks for but this prober does not support, instead of refusing the file. Default false.</summary>
    public bool SkipUnsupported { get; set; }

    /// <summary>
    /// A file of modules for <c>/probe</c>, as blackbox_exporter has it. Default none: the built-in ones. Read at the start.
    /// </summary>
    public string? Modules { get; set; }

    /// <summary>
    /// Whether a changed configuration without targets is applied. Default false: the last targets stay, because a file may be emptied by
    /// mistake.
    /// </summary>
    public bool AllowEmpty { get; set; }

    /// <summary>The name of this prober in <c>quorum</c>. Default none.</summary>
    public string? Name { get; set; }

    /// <summary>Folder of the history; it is created if it is missing. Default <c>data</c>.</summary>
    [Required]
    public string DataDirectory { get; set; } = "data";

    /// <summary>How long changes, pauses, corrections and undelivered messages are kept. Default 400 days.</summary>
    [Range(typeof(TimeSpan), "1.00:00:00", "36500.00:00:00")]
    public TimeSpan Retention { get; set; } = TimeSpan.FromDays(400);

    /// <summary>The most bytes of the history. Default none: the disk is the limit.</summary>
    [Range(65536, long.MaxValue)]
    public long? MaxHistoryBytes { get; set; }

    /// <summary>How long a change waits for others, so that many become one message. Default 10 s.</summary>
    [Range(typeof(TimeSpan), "00:00:00", "00:01:00")]
    public TimeSpan JoinSpan { get; set; } = TimeSpan.FromSeconds(10);

    /// <summary>
    /// Lets targets and notifiers of the kind <c>shell</c> run programs on this machine, as the prober's user. Default false: they are left
    /// out, and the
    /// log says so.
    /// </summary>
    public bool AllowShell { get; set; }

    /// <summary>
    /// Lets clients on other machines acknowledge, silence and correct. Default false: only clients on this machine that call it by its own
    /// name.
    /// </summary>
    public bool AllowChanges { get; set; }

    /// <summary>
    /// Whether the status page and its feeds need no key: names, states, availabilities and what people write about incidents. Default
    /// false.
    /// </summary>
    public bool PublicStatus { get; set; }

    /// <summary>The part of the targets that this prober watches, such as 2/5: the second of five parts. Default all.</summary>
    [ShardOfTargets]
    public string? Shard { get; set; }

    /// <summary>Whether <c>/probe</c> also probes http, https and tcp targets that are not in the configuration. Default false.</summary>
    public bool OpenProbe { get; set; }

    /// <summary>Time from one probe to the next, for targets from <c>--target</c>. Default 10 s.</summary>
    [Range(typeof(TimeSpan), "00:00:01", "1.00:00:00")]
    public TimeSpan Interval { get; set; } = TimeSpan.FromSeconds(10);

    /// <summary>Longest time for a probe, at most the interval. Default 5 s.</summary>
    [Range(typeof(TimeSpan), "00:00:00.010", "1.00:00:00")]
    public TimeSpan Timeout { get; set; } = TimeSpan.FromSeconds(5);

    /// <summary>Probes under way at once; never more than half of the handles that the process may open and
    /// does not need itself (448). Default 4096.</summary>
    [Range(1, 1_000_000)]
    public int MaxInFlight { get; set; } = EngineOptions.DefaultMaxInFlight;

    /// <summary>Probes under way at once to one host and port. Default 64.</summary>
    [Range(1, 1_000_000)]
    public int MaxPerDestination { get; set; } = EngineOptions.DefaultMaxPerDestination;
}
