using Sigma.Engine.Correlations;
using Sigma.Engine.Mapping;
using Sigma.Engine.Matching;
using Sigma.Engine.Rules;

namespace Sigma.Streams.Judging;

/// <summary>A compiled set of rules. It does not change: changed rules are another index.</summary>
/// <param name="Rules">The rules that were loaded.</param>
/// <param name="Compiled">The rules, compiled for the mapping.</param>
/// <param name="Asked">The fields that correlations need.</param>
internal sealed record RuleIndex(RuleSet Rules, CompiledRules Compiled, CorrelationFields Asked)
{
    public static RuleIndex None { get; } = Of(new([], [], [], []), EventMapping.None, routes: false);

    public static RuleIndex Of(RuleSet rules, EventMapping mapping, bool routes)
    {
        var asked = new CorrelationFields(rules);
        return new(rules, CompiledRules.Compile(rules, mapping, routes, asked.All), asked);
    }
}
