using System.ComponentModel.DataAnnotations;
using Sigma.Streams.RuleFiles;

namespace Sigma.Streams.Settings;

/// <summary>The inputs, rules and outputs of <c>sigma run</c>: at the host's own section.</summary>
internal sealed class SigmaOptions
{
    /// <summary>Files and folders of rules. Default none. They are read again when they change.</summary>
    public string[] Rules { get; set; } = [];

    /// <summary>A file with the values of <c>%name%</c>. Default none.</summary>
    public string? Placeholders { get; set; }

    /// <summary>Files of processing pipelines, which change rules. Default none. They are read again when rules change.</summary>
    public string[] Pipelines { get; set; } = [];

    /// <summary>Takes aggregations of the earlier specification, such as <c>| count() > 5</c>, as correlations. Default false.</summary>
    public bool Legacy { get; set; }

    /// <summary>Only rules of these products, services and titles are used, and those of correlations. Default none: all.</summary>
    public string[] Products { get; set; } = [];

    /// <inheritdoc cref="Products"/>
    public string[] Services { get; set; } = [];

    /// <inheritdoc cref="Products"/>
    public string[] Titles { get; set; } = [];

    /// <summary>The most rules that are used: the first ones. Default 1,000,000.</summary>
    [Range(1, 1_000_000)]
    public int MaxRules { get; set; } = 1_000_000;

    /// <summary>Only the first rule that fires for a record makes an alert. Default false.</summary>
    public bool FirstMatch { get; set; }

    /// <summary>Custom fields of rules are members of their alerts, and not of <c>custom</c> in them. Default false.</summary>
    public bool MergeCustomFields { get; set; }

    /// <summary>
    /// The names of fields in records, each windows, linux, zeek, ecs, edr, cloud, network, or a file: the first whose <c>when</c> holds
    /// for a record counts. Default none.
    /// </summary>
    public string[] Mappings { get; set; } = [];

    /// <summary>
    /// Where containers have their records, such as <c>$.Records[*]</c>. Default none: those of CloudTrail, Azure, Microsoft 365, Google
    /// Cloud, Elasticsearch and Splunk are found. <c>$</c>: every object is a record.
    /// </summary>
    public string[] Records { get; set; } = [];

    /// <summary>Skips rules for events whose log source contradicts theirs. Default true.</summary>
    public bool Routing { get; set; } = true;

    /// <summary>The sources of records: <c>http</c>, <c>file</c>, <c>stdin</c>, <c>kafka</c>. Default http.</summary>
    public string[] Sources { get; set; } = [];

    /// <summary>
    /// The destinations of alerts: <c>console</c>, <c>file</c>, <c>webhook</c>, <c>elasticsearch</c>, <c>kafka</c>. Default console.
    /// </summary>
    public string[] Sinks { get; set; } = [];

    /// <summary>The folder of the match log, the positions of sources, and dead letters. Default <c>data/sigma</c>.</summary>
    [Required]
    public string DataDirectory { get; set; } = Path.Combine("data", "sigma");

    /// <summary>How far an event may be behind the newest one of its partition and still count in correlations. Default 60 s.</summary>
    [Range(typeof(TimeSpan), "00:00:00", "1.00:00:00")]
    public TimeSpan Lateness { get; set; } = TimeSpan.FromSeconds(60);

    /// <summary>How long alerts that repeat one of the same rule and group are held back and counted. Default 0: not at all.</summary>
    [Range(typeof(TimeSpan), "00:00:00", "1.00:00:00")]
    public TimeSpan Throttle { get; set; }

    internal RuleChanges RuleChanges => new()
    {
        Pipelines = Pipelines,
        Legacy = Legacy,
        Products = Products,
        Services = Services,
        Titles = Titles,
        MaxRules = MaxRules,
        MergesCustomFields = MergeCustomFields,
    };
}
