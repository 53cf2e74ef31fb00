using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;

namespace Sigma.Streams.Events.Formats;

/// <summary>
/// Reads lines of syslog. An object in JSON behind the header is the event, as it is; other text becomes <c>message</c>, beside
/// <c>timestamp</c>, <c>hostname</c>, <c>program</c>, <c>pid</c>, <c>facility</c> and <c>severity</c>.
/// </summary>
internal sealed partial class SyslogReader(Stream stream, string file) : BatchReader(file)
{
    private readonly LineInput _lines = new(stream);

    public static bool IsHeader(string line) => Rfc5424().IsMatch(line) || Rfc3164().IsMatch(line);

    protected override (long Offset, byte[] Json)? Next()
    {
        if (_lines.Next(out var offset) is not { } line)
        {
            return null;
        }

        var text = Encoding.UTF8.GetString(line).TrimStart('\uFEFF');
        var match = Rfc5424().Match(text) is { Success: true } current ? current : Rfc3164().Match(text);
        var rest = match.Success ? text[match.Length..].TrimStart('\uFEFF') : text;
        var json = rest.StartsWith("@cee:", StringComparison.Ordinal) ? rest[5..].TrimStart() : rest;
        return json.StartsWith('{')
            ? (offset, Encoding.UTF8.GetBytes(json))
            : (offset, FlatJson.Of(Members(match, rest)));
    }

    private static IEnumerable<KeyValuePair<string, string>> Members(Match header, string message)
    {
        foreach (var name in (string[])["timestamp", "hostname", "program", "pid", "msgid"])
        {
            if (header.Groups[name] is { Success: true } group && group.Value is not ("-" or ""))
            {
                yield return new(name, group.Value);
            }
        }

        if (header.Groups["priority"] is { Success: true } text
            && int.TryParse(text.ValueSpan, NumberStyles.None, CultureInfo.InvariantCulture, out var priority))
        {
            yield return new("facility", $"{priority / 8}");
            yield return new("severity", $"{priority % 8}");
        }

        yield return new("message", message);
    }

    /// <summary><c>&lt;34>1 2003-10-11T22:14:15.003Z host program pid msgid [data] message</c>.</summary>
    [GeneratedRegex(@"\A<(?<priority>\d{1,3})>\d{1,2} (?<timestamp>\S+) (?<hostname>\S+) (?<program>\S+) (?<pid>\S+) (?<msgid>\S+) "
        + @"(?:-|(?:\[(?:[^\]\\""]|\\.|""(?:[^""\\]|\\.)*"")*\])+)(?: |\z)", RegexOptions.None, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Rfc5424();

    /// <summary><c>&lt;34>Oct 11 22:14:15 host program[pid]: message</c>; files may lack the priority, or have other times.</summary>
    [GeneratedRegex(@"\A(?:<(?<priority>\d{1,3})>)?"
        + @"(?<timestamp>[A-Z][a-z]{2} [ \d]\d(?: \d{4})? \d\d:\d\d:\d\d|\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d\S*) "
        + @"(?:(?<hostname>[^\s:\[]+) )?(?:(?<program>[^\s:\[]{1,128})(?:\[(?<pid>[^\]]{1,128})\])?: ?)?",
        RegexOptions.None, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Rfc3164();
}
