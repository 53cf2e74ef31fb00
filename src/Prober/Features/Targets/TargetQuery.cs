using Hosting.Metrics;
using Prober.Engine.Timelines;
using Prober.Engine.Watching;

namespace Prober.Features.Targets;

/// <summary>Which targets to show, and in which order.</summary>
/// <param name="Search">Words, each of which has to occur in state, kind, name, endpoint or a label.</param>
/// <param name="Sort">
/// One of <see cref="Orders"/>; a <c>-</c> before it reverses the order. Without it, the order of the configuration.
/// </param>
/// <param name="Limit">The most targets to show; all without it.</param>
internal sealed record TargetQuery(string? Search, string? Sort, int? Limit)
{
    private static readonly TargetState[] WorstFirst = [TargetState.Down, TargetState.Unknown, TargetState.Maintenance, TargetState.Up];

    private static readonly Comparer<MeasuredTarget> ByName = Comparer<MeasuredTarget>.Create((left, right) =>
        string.Compare(left.Target.Definition.Name, right.Target.Definition.Name, StringComparison.OrdinalIgnoreCase));

    private static readonly Dictionary<string, Comparer<MeasuredTarget>> ByOrder = new()
    {
        ["worst"] = By(target => (Array.IndexOf(WorstFirst, target.Status.State), target.Availability.Ratio ?? 0)),
        ["name"] = ByName,
        ["since"] = By(target => -target.Status.Since), // the latest first
        ["availability"] = By(target => target.Availability.Ratio ?? 2), // those of which nothing is known come last
        ["duration"] = By(target => -target.Status.Last?.Duration.Ticks ?? 1), // the slowest first
    };

    public static IEnumerable<string> Orders => ByOrder.Keys;

    public bool IsValid => (Sort is null || ByOrder.ContainsKey(Sort.TrimStart('-'))) && Limit is null or > 0;

    public bool Matches(WatchedTarget target, TargetStatus status)
    {
        var (definition, state) = (target.Definition, LabelValues.Of(status.State));
        foreach (var range in Search.AsSpan().Split(' '))
        {
            var word = Search.AsSpan(range);
            if (!Contains(state, word) && !Contains(definition.Name, word) && !Contains(definition.Probe.Endpoint, word)
                && !Contains(definition.Kind, word) && !HasLabel(definition.Labels, word))
            {
                return false;
            }
        }

        return true;
    }

    /// <returns>The first of them.</returns>
    public IEnumerable<MeasuredTarget> Arrange(List<MeasuredTarget> targets)
    {
        if (Sort is not null)
        {
            targets.Sort(ByOrder[Sort.TrimStart('-')]);
            if (Sort.StartsWith('-'))
            {
                targets.Reverse();
            }
        }

        return targets.Take(Limit ?? targets.Count);
    }

    private static Comparer<MeasuredTarget> By<T>(Func<MeasuredTarget, T> key) => Comparer<MeasuredTarget>.Create((left, right) =>
        Comparer<T>.Default.Compare(key(left), key(right)) is not 0 and var order ? order : ByName.Compare(left, right));

    private static bool Contains(string text, ReadOnlySpan<char> word) => text.AsSpan().Contains(word, StringComparison.OrdinalIgnoreCase);

    private static bool HasLabel(IReadOnlyDictionary<string, string> labels, ReadOnlySpan<char> word)
    {
        foreach (var (name, value) in labels)
        {
            if (Contains(name, word) || Contains(value, word) || Contains($"{name}={value}", word))
            {
                return true;
            }
        }

        return false;
    }
}

/// <summary>The state of a target at one moment.</summary>
internal sealed record MeasuredTarget(WatchedTarget Target, TargetStatus Status, Availability Availability);
