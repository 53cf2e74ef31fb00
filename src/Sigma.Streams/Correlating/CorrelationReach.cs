using Sigma.Engine.Rules;

namespace Sigma.Streams.Correlating;

/// <summary>How far back correlations look: as long as that, matches have to be kept.</summary>
internal static class CorrelationReach
{
    /// <summary>From any watermark a time remains: a long chain of long correlations reaches back beyond all.</summary>
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
