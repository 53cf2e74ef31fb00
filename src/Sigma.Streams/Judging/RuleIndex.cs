using Sigma.Engine.Correlations;
using Sigma.Engine.Mapping;
using Sigma.Engine.Matching;
using Sigma.Engine.Rules;
using Sigma.Streams.Unwrapping;

namespace Sigma.Streams.Judging;

/// <summary>A compiled set of rules. It does not change: changed rules are another index.</summary>
/// <param name="Rules">The rules that were loaded.</param>
/// <param name="Compiled">The rules, compiled for the mappings.</param>
/// <param name="Asked">The fields that correlations need.</param>
/// <param name="Unwrapper">Takes records out of containers.</param>
internal sealed record RuleIndex(RuleSet Rules, MappedRules Compiled, CorrelationFields Asked, Unwrapper Unwrapper)
{
    /// <summary>Only the first rule that fires for a record makes an alert.</summary>
    public bool IsFirstMatchOnly { get; init; }

    public static RuleIndex None { get; } = Of(new([], [], [], []), [EventMapping.None], routes: false, Unwrapper.ByItself);

    public static RuleIndex Of(RuleSet rules, IReadOnlyList<EventMapping> mappings, bool routes, Unwrapper unwrapper)
    {
        var asked = new CorrelationFields(rules);
        return new(rules, new(rules, mappings, routes, [.. asked.All]), asked, unwrapper);
    }
}
