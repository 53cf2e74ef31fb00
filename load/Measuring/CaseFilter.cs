using Load.Machine;
using Load.Statistics;

namespace Load.Measuring;

/// <summary>
/// <c>--only size=1MB,transport=grpc</c>: keeps the cases that have, in each dimension named, one of the values named for it.
/// </summary>
internal sealed class CaseFilter
{
    private readonly ILookup<string, string> _wanted;

    private readonly string _option;

    private CaseFilter(ILookup<string, string> wanted, string option) => (_wanted, _option) = (wanted, option);

    /// <param name="text">Pairs of dimension and value, separated by commas; null keeps everything.</param>
    /// <param name="option">Which it was given to, for messages.</param>
    /// <exception cref="LabException">A part is not a pair.</exception>
    public static CaseFilter Parse(string? text, string option = "--only") => new(Wanted(text, option), option);

    /// <returns>The values wanted of each dimension; <c>size=1MB,10MB</c> names two of one.</returns>
    internal static ILookup<string, string> Wanted(string? text, string option)
    {
        var pairs = new List<(string Name, string Value)>();
        foreach (var part in (text ?? "").Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries))
        {
            pairs.Add(part.Split('=', 2, StringSplitOptions.TrimEntries) switch
            {
                [{ Length: > 0 } name, { Length: > 0 } value] => (name, value),
                [{ Length: > 0 } value] when pairs.Count > 0 => (pairs[^1].Name, value),
                _ => throw new LabException($"{option} takes pairs such as size=1MB, not '{part}'."),
            });
        }

        return pairs.ToLookup(pair => pair.Name, pair => pair.Value, StringComparer.OrdinalIgnoreCase);
    }

    /// <summary>Narrows a suite down.</summary>
    /// <exception cref="LabException">
    /// Nothing is left of it, or a dimension or value occurs in no case, so the filter is a typing error.
    /// </exception>
    public Suite Apply(Suite suite)
    {
        Check(suite);
        var asked = suite.Cases.Where(Keeps).ToHashSet();

        // A multiple of a knee takes the ladder on which the knee is found.
        var ladders = asked.Where(one => !one.IsRung).Select(one => one.Ladder).ToHashSet();
        var kept = suite.Cases.Where(one => asked.Contains(one) || (one.IsRung && ladders.Contains(one.Ladder))).ToArray();
        return kept.Length > 0 ? suite with { Cases = kept } : throw new LabException($"{_option}: no row has all of that at once.");
    }

    /// <summary>A mix is kept for the sake of any of its rows: they are measured together.</summary>
    private bool Keeps(Case one) => one.Rows.Any(row => _wanted.All(values =>
        row.Dimensions.Any(dimension => Same(dimension.Name, values.Key) && values.Any(value => SameValue(dimension.Value, value)))));

    private void Check(Suite suite)
    {
        Case[] cases = [.. suite.Cases.SelectMany(one => one.Rows)];
        foreach (var (name, value) in _wanted.SelectMany(values => values.Select(value => (values.Key, value))))
        {
            var known = cases.SelectMany(one => one.Dimensions).Where(dimension => Same(dimension.Name, name))
                .Select(dimension => dimension.Value).Distinct().ToArray();
            if (known.Length == 0)
            {
                var names = cases.SelectMany(one => one.Dimensions).Select(dimension => dimension.Name).Distinct();
                throw new LabException($"{_option}: there is no '{name}'; there are: {string.Join(", ", names)}.");
            }

            if (!known.Any(v => SameValue(v, value)))
            {
                throw new LabException(
                    $"{_option}: no row has {name}={value}; there are: {string.Join(", ", known)}.{suite.AdHocHint(name, value)}");
            }
        }
    }

    private static bool Same(string a, string b) => a.Equals(b, StringComparison.OrdinalIgnoreCase);

    /// <summary>1MB, 1 mb and 1000KB are the same.</summary>
    internal static bool SameValue(string a, string b) =>
        Same(a, b) || (Format.TryParseBytes(a, out var x) && Format.TryParseBytes(b, out var y) && x == y);
}
