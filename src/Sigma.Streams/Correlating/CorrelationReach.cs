using Sigma.Engine.Rules;

namespace Sigma.Streams.Correlating;

/// <summary>How far back correlations look: matches have to be kept for as long.</summary>
internal static class CorrelationReach
{
    /// <summary>The result stays a valid time: a long chain of long correlations could reach back beyond all times.</summary>
    private static readonly TimeSpan Longest = DateTimeOffset.UnixEpoch - DateTimeOffset.MinValue;

    /// <summary>A correlation over correlations looks back as far as they do, beyond its own span.</summary>
    public static TimeSpan Of(RuleSet rules)
    {
        var reaches = new Dictionary<CorrelationRule, TimeSpan>(ReferenceEqualityComparer.Instance);
        foreach (var rule in rules.Correlations)
        {
            // They come after those that they refer to.
            var inner = reaches.Where(pair => rule.RefersTo(pair.Key))
                .Select(pair => pair.Value);
            var reach = rule.Reach + inner.Append(TimeSpan.Zero).Max();
            reaches[rule] = reach < Longest ? reach : Longest;
        }

        return reaches.Values.Append(TimeSpan.Zero).Max();
    }
}
