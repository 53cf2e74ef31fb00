using System.Text.RegularExpressions;

namespace Sigma.Streams.Events.Formats;

/// <summary>
/// A text that begins with three pairs or more, as FortiGate, other devices and logfmt write it: <c>type="event" action="Add" id=1</c>.
/// </summary>
internal static partial class PairsLine
{
    public static bool IsOne(string text) => Pairs().IsMatch(text);

    /// <returns>
    /// Its pairs, up to the first place that is none, and <c>@timestamp</c> if it has <c>date</c> and <c>time</c>; none when the text
    /// does not begin so.
    /// </returns>
    public static IEnumerable<KeyValuePair<string, string>> Members(string text)
    {
        var match = Pairs().Match(text);
        var pairs = match.Groups["name"].Captures.Zip(match.Groups["value"].Captures)
            .Select(pair => KeyValuePair.Create(pair.First.Value, pair.Second.Value))
            .DistinctBy(pair => pair.Key).ToDictionary();
        return pairs.TryGetValue("date", out var date) && pairs.TryGetValue("time", out var time)
            ? pairs.Prepend(new("@timestamp", $"{date}T{time}"))
            : pairs;
    }

    /// <summary>A value ends at the quotation mark that a pair or nothing follows: FortiGate does not escape those within it.</summary>
    [GeneratedRegex(@"\A(?>(?<name>[A-Za-z_][\w.@-]{0,63})=(?:""(?<value>.*?)""(?=,?\s+[A-Za-z_][\w.@-]{0,63}=|,?\s*\z)"
        + @"|(?<value>(?!"")\S*?)(?=,?(?:\s|\z))),?(?:\s+|\z)){3,}")]
    private static partial Regex Pairs();
}
