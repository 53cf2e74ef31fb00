using Sigma.Engine.Rules;

namespace Sigma.Engine.Pipelines;

/// <summary>A rule on its way through pipelines: what was applied to it, and what steps have noted.</summary>
internal sealed class PipelineRun(SigmaRule rule)
{
    public SigmaRule Rule { get; set; } = rule;

    /// <summary>The ids of the steps that were applied.</summary>
    public HashSet<string> Applied { get; } = [];

    /// <summary>Notes of <c>set_state</c>.</summary>
    public Dictionary<string, string> State { get; } = [];

    /// <summary>Why the rule is refused; null if it is not.</summary>
    public string? Refused { get; set; }
}
