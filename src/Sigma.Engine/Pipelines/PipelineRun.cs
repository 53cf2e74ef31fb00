using Sigma.Engine.Detections;
using Sigma.Engine.Rules;
using Sigma.Engine.Yaml;

namespace Sigma.Engine.Pipelines;

/// <summary>A rule or a correlation on its way through pipelines: what was applied to it, and what steps have noted.</summary>
/// <param name="document">The rule or the correlation as it was read.</param>
/// <param name="sources">Its log source, or those of the rules that a correlation refers to.</param>
internal sealed class PipelineRun(SigmaDocument document, IReadOnlyList<LogSource> sources)
{
    public SigmaDocument Document { get; set; } = document;

    public IReadOnlyList<LogSource> Sources { get; set; } = sources;

    /// <summary>Null for a correlation.</summary>
    public DetectionNode? Condition => (Document as SigmaRule)?.Condition;

    /// <summary>The ids of the steps that were applied.</summary>
    public HashSet<string> Applied { get; } = [];

    /// <summary>Notes of <c>set_state</c>: values, or lists, such as the names of indices.</summary>
    public Dictionary<string, YamlNode> State { get; } = [];

    /// <summary>Attributes of <c>set_custom_attribute</c>.</summary>
    public Dictionary<string, YamlNode> Attributes { get; } = [];

    /// <summary>The names that steps have given to fields, and those that they replaced.</summary>
    public HashSet<string> Renamed { get; } = [];

    /// <summary>Why the rule is refused; null if it is not.</summary>
    public string? Refused { get; private set; }

    public void Refuse(string reason) => Refused ??= reason;
}
