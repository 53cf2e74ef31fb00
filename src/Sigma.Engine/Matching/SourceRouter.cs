using Sigma.Engine.Rules;

namespace Sigma.Engine.Matching;

/// <summary>Determines the log source of a record by the rows of a mapping, and the rules that may fire on it.</summary>
internal sealed class SourceRouter(CompiledRules rules)
{
    private readonly Dictionary<UInt128, RoutedSource> _sources = [];

    /// <summary>The log sources of all records; the list never changes, so any thread may read it.</summary>
    public IReadOnlyList<EventSource> Seen { get; private set; } = [];

    /// <summary>Stores for each combination of rows the resulting source, and the rules that may fire.</summary>
    /// <param name="matcher">The matcher whose record is routed.</param>
    public RoutedSource Route(RecordMatcher matcher)
    {
        var key = UInt128.Zero;
        for (var row = 0; row < rules.Rows.Length; row++)
        {
            key |= matcher.Holds(rules.Rows[row].When) ? UInt128.One << row : 0;
        }

        return _sources.TryGetValue(key, out var routed) ? routed : Add(key);
    }

    private RoutedSource Add(UInt128 key)
    {
        var source = rules.Mapping.SourceOf([.. rules.Rows.Where((_, row) => (key >> row & 1) != 0).Select(row => row.Row)]);
        Seen = [.. Seen, source];
        return _sources[key] = new(
            source,
            [.. rules.Sources.Select(rule => !source.Excludes(rule))],
            [.. rules.Sources.Select((rule, i) => source.Guesses(rule) ? rules.SilentFields[i] : null)]);
    }
}

/// <param name="Source">The source that a record has.</param>
/// <param name="MayFire">For each rule whether its own source allows that.</param>
/// <param name="Needs">For each rule the fields of which the record has to have one; null: none.</param>
internal sealed record RoutedSource(EventSource Source, bool[] MayFire, int[]?[] Needs);
