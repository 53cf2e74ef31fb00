using System.Globalization;
using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;

namespace Sigma.Streams.Events.Formats;

/// <summary>
/// Reads lines of syslog. An object in JSON behind the header is the event, as it is; other text becomes <c>message</c>, beside
/// <c>timestamp</c>, <c>hostname</c>, <c>program</c>, <c>pid</c>, <c>facility</c>, <c>severity</c> and structured data.
/// </summary>
internal sealed partial class SyslogReader(Stream stream, string file) : BatchReader(file)
{
    private readonly LineInput _lines = new(stream);

    public static bool IsHeader(string line) =>
        line[Length().Match(line).Length..] is var text && (Rfc5424().IsMatch(text) || Rfc3164().IsMatch(text));

    protected override (long Offset, byte[] Json)? Next()
    {
        if (_lines.Next(out var offset) is not { } line)
        {
            return null;
        }

        var text = Encoding.UTF8.GetString(line).TrimStart('\uFEFF');
        text = text[Length().Match(text).Length..];
        var match = Rfc5424().Match(text) is { Success: true } current ? current : Rfc3164().Match(text);
        var rest = match.Success ? text[match.Length..].TrimStart('\uFEFF') : text;
        return (offset, Json(rest) ?? FlatJson.Of(Members(match, rest)));
    }

    /// <summary>The object behind the header, behind <c>@cee:</c>, or behind further names of hosts and programs.</summary>
    /// <returns>Null when there is none.</returns>
    private static byte[]? Json(string message)
    {
        var cookie = message.IndexOf("@cee:", StringComparison.Ordinal);
        var json = cookie >= 0 ? message[(cookie + 5)..].TrimStart() : message[Names().Match(message).Length..];
        if (!json.StartsWith('{'))
        {
            return null;
        }

        var bytes = Encoding.UTF8.GetBytes(json);
        var reader = new Utf8JsonReader(bytes);
        try
        {
            reader.Read();
            reader.Skip();
            return reader.Read() ? null : bytes;
        }
        catch (JsonException)
        {
            return null;
        }
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

        foreach (Match data in Data().Matches(header.Groups["data"].Value))
        {
            foreach (Match parameter in Parameter().Matches(data.Groups["parameters"].Value))
            {
                var value = Escape().Replace(parameter.Groups["value"].Value, "$1");
                yield return new($"{data.Groups["id"]}.{parameter.Groups["name"]}", value);
            }
        }

        yield return new("message", message);
    }

    [GeneratedRegex(@"\A(?:(?:[^\s{]{1,128} ){0,2}[^\s{]{1,128}:\s*(?=\{))?", RegexOptions.None, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Names();

    /// <summary>The length before a message that RFC 6587 counts.</summary>
    [GeneratedRegex(@"\A(?:\d{1,7} (?=<\d{1,3}>))?")]
    private static partial Regex Length();

    [GeneratedRegex(@"\[(?<id>[^ \]""=]+)(?<parameters>(?: [^ =\]""]+=""(?:[^""\\]|\\.)*"")*)\]", RegexOptions.None,
        matchTimeoutMilliseconds: 1000)]
    private static partial Regex Data();

    [GeneratedRegex(@"(?<name>[^ =\]""]+)=""(?<value>(?:[^""\\]|\\.)*)""", RegexOptions.None, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Parameter();

    [GeneratedRegex(@"\\([""\\\]])")]
    private static partial Regex Escape();

    /// <summary><c>&lt;34>1 2003-10-11T22:14:15.003Z host program pid msgid [data] message</c>.</summary>
    [GeneratedRegex(@"\A<(?<priority>\d{1,3})>\d{1,2} (?<timestamp>\S+) (?<hostname>\S+) (?<program>\S+) (?<pid>\S+) (?<msgid>\S+) "
        + @"(?<data>-|(?:\[(?:[^\]\\""]|\\.|""(?:[^""\\]|\\.)*"")*\])+)(?: |\z)", RegexOptions.None, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Rfc5424();

    /// <summary><c>&lt;34>Oct 11 22:14:15 host program[pid]: message</c>; files may lack the priority, or have other times.</summary>
    [GeneratedRegex(@"\A(?:<(?<priority>\d{1,3})>)?"
        + @"(?<timestamp>[A-Z][a-z]{2} [ \d]\d(?: \d{4})? \d\d:\d\d:\d\d(?:\.\d{1,9})?|\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d\S*) "
        + @"(?:(?<hostname>[^\s:\[{]+) )?(?:(?<program>[^\s:\[{""]{1,128})(?:\[(?<pid>[^\]]{1,128})\])?(?: \([^)]{1,256}\))?: ?)?",
        RegexOptions.None, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Rfc3164();
}
