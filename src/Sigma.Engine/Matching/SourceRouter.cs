using Sigma.Engine.Rules;

namespace Sigma.Engine.Matching;

/// <summary>Determines the log source of a record by the rows of a mapping, and the rules that may fire on it.</summary>
internal sealed class SourceRouter(CompiledRules rules)
{
    private readonly Dictionary<UInt128, RoutedSource> _sources = [];

    /// <summary>The log sources of all records; the list never changes, so any thread may read it.</summary>
    public IReadOnlyList<LogSource> Seen { get; private set; } = [];

    /// <summary>Stores for each combination of rows the resulting source, and the rules that may fire.</summary>
    /// <param name="matcher">The matcher whose record is routed.</param>
    public RoutedSource Route(RecordMatcher matcher)
    {
        var key = UInt128.Zero;
        for (var row = 0; row < rules.Rows.Length; row++)
        {
            key |= matcher.Holds(rules.Rows[row].When) ? UInt128.One << row : 0;
        }

        if (!_sources.TryGetValue(key, out var routed))
        {
            var source = LogSource.Any;
            for (var row = 0; row < rules.Rows.Length; row++)
            {
                source = (key >> row & 1) != 0 ? source.Or(rules.Rows[row].Source) : source;
            }

            Seen = [.. Seen, source];
            routed = _sources[key] = new(source, [.. rules.Sources.Select(rule => !rule.Contradicts(source))]);
        }

        return routed;
    }
}

/// <param name="Source">The source that a record has.</param>
/// <param name="MayFire">For each rule whether its own source allows that.</param>
internal sealed record RoutedSource(LogSource Source, bool[] MayFire);
