using System.ComponentModel.DataAnnotations;

namespace Sigma.Streams.Settings;

/// <summary>What <c>sigma run</c> reads, evaluates and writes: at the host's own section.</summary>
internal sealed class SigmaOptions
{
    /// <summary>Files and folders of rules. Default none. They are read again when they change.</summary>
    public string[] Rules { get; set; } = [];

    /// <summary>A file with what <c>%name%</c> stands for. Default none.</summary>
    public string? Placeholders { get; set; }

    /// <summary>How records call fields: windows, zeek, ecs, or a file. Default none.</summary>
    public string? Mapping { get; set; }

    /// <summary>Skips rules for events whose log source contradicts theirs. Default true.</summary>
    public bool Routing { get; set; } = true;

    /// <summary>Where records come from: <c>http</c>, <c>file</c>, <c>stdin</c>, <c>kafka</c>. Default http.</summary>
    public string[] Sources { get; set; } = [];

    /// <summary>
    /// Where alerts go: <c>console</c>, <c>file</c>, <c>webhook</c>, <c>elasticsearch</c>, <c>kafka</c>. Default console.
    /// </summary>
    public string[] Sinks { get; set; } = [];

    /// <summary>The folder of the match log, the positions of sources, and dead letters. Default <c>data/sigma</c>.</summary>
    [Required]
    public string DataDirectory { get; set; } = Path.Combine("data", "sigma");

    /// <summary>How far behind the newest event of its source one may be, and still count in correlations. Default 60 s.</summary>
    [Range(typeof(TimeSpan), "00:00:00", "1.00:00:00")]
    public TimeSpan Lateness { get; set; } = TimeSpan.FromSeconds(60);

    /// <summary>How long alerts that repeat one, of the same rule and group, are held back and counted. Default 0: none are.</summary>
    [Range(typeof(TimeSpan), "00:00:00", "1.00:00:00")]
    public TimeSpan Throttle { get; set; }
}
