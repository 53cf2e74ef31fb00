using System.Globalization;
using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;
using Sigma.Streams.Events.WindowsLogs;
using Sigma.Streams.Unwrapping;

namespace Sigma.Streams.Events.Formats;

/// <summary>
/// Reads lines of syslog. An object in JSON or an <c>Event</c> in XML behind the header is the event; other text becomes
/// <c>message</c>, beside <c>timestamp</c>, <c>hostname</c>, <c>program</c>, <c>pid</c>, <c>facility</c>, <c>severity</c>, structured
/// data, the fields of a web server's request, and pairs (<c>action="Add"</c>).
/// </summary>
internal sealed partial class SyslogReader(Stream stream, string file, Unwrapper unwrapper) : BatchReader(file, unwrapper)
{
    private readonly LineInput _lines = new(stream);

    public static bool IsHeader(string line) =>
        line[Length().Match(line).Length..] is var text && (Rfc5424().IsMatch(text) || Rfc3164().IsMatch(text) || Cisco().IsMatch(text)
            || Priority().IsMatch(text) || PairsLine.IsOne(text));

    protected override (long Offset, byte[] Json)? Next()
    {
        if (_lines.Next(out var offset) is not { } line)
        {
            return null;
        }

        var text = Encoding.UTF8.GetString(line).TrimStart('\uFEFF');
        text = text[Length().Match(text).Length..];
        var match = Rfc5424().Match(text) is { Success: true } current ? current
            : Rfc3164().Match(text) is { Success: true } old ? old
            : Cisco().Match(text) is { Success: true } numbered ? numbered
            : Priority().Match(text);
        var parameters = new List<KeyValuePair<string, string>>();
        var rest = text[match.Length..];
        rest = (match.Groups["msgid"].Success ? SyslogElements.Read(rest, parameters) : rest).TrimStart('\uFEFF');
        return (offset, Json(match, rest) ?? Xml(rest) ?? FlatJson.Of(Members(match, parameters, rest).DistinctBy(member => member.Key)));
    }

    /// <summary>The object behind the header, behind <c>@cee:</c>, or behind names of hosts and programs that the header lacks.</summary>
    /// <returns>Null when there is none: an object within a text belongs to the text, because strangers may have written it.</returns>
    private static byte[]? Json(Match header, string message)
    {
        var isNamed = header.Groups["program"] is { Success: true, Value: not "-" };
        var json = message[(isNamed ? Name() : Names()).Match(message).Length..].TrimStart();
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

    /// <summary>Sysmon for Linux writes its events so.</summary>
    private static byte[]? Xml(string message) =>
        message.StartsWith("<Event>", StringComparison.Ordinal) || message.StartsWith("<Event ", StringComparison.Ordinal)
            ? XmlEvent.ToJson(Encoding.UTF8.GetBytes(message))
            : null;

    private static IEnumerable<KeyValuePair<string, IReadOnlyList<string>>> Members(
        Match header, List<KeyValuePair<string, string>> parameters, string message)
    {
        foreach (var name in (string[])["timestamp", "hostname", "program", "pid", "msgid"])
        {
            if (header.Groups[name] is { Success: true } group && group.Value is not ("-" or ""))
            {
                yield return new(name, [group.Value]);
            }
        }

        if (header.Groups["priority"] is { Success: true } text
            && int.TryParse(text.ValueSpan, NumberStyles.None, CultureInfo.InvariantCulture, out var priority))
        {
            yield return new("facility", [$"{priority / 8}"]);
            yield return new("severity", [$"{priority % 8}"]);
        }

        foreach (var parameter in parameters.GroupBy(parameter => parameter.Key, parameter => parameter.Value))
        {
            yield return new(parameter.Key, [.. parameter]);
        }

        foreach (var (name, value) in AccessLine.Members(message) ?? [])
        {
            yield return new(name, [value]);
        }

        yield return new("message", [message]);
        foreach (var (name, value) in PairsLine.Members(message))
        {
            yield return new(name, [value]);
        }
    }

    [GeneratedRegex(@"\A(?:[^\s{]{1,128}:(?<!\S@cee:)\s{0,16}(?=\{))?")]
    private static partial Regex Name();

    [GeneratedRegex(@"\A(?:(?:[^\s{]{1,128} ){0,2}[^\s{]{1,128}:(?<!\S@cee:)\s{0,16}(?=\{))?")]
    private static partial Regex Names();

    /// <summary>The length before a message that RFC 6587 counts.</summary>
    [GeneratedRegex(@"\A(?:\d{1,7} (?=<\d{1,3}>))?")]
    private static partial Regex Length();

    /// <summary><c>&lt;34>1 2003-10-11T22:14:15.003Z host program pid msgid</c>, before structured data and the message.</summary>
    [GeneratedRegex(@"\A<(?<priority>\d{1,3})>\d{1,2} (?<timestamp>\S{1,64}) (?<hostname>\S{1,255}) (?<program>\S{1,255}) "
        + @"(?<pid>\S{1,255}) (?<msgid>\S{1,255})(?: |\z)")]
    private static partial Regex Rfc5424();

    /// <summary>Devices write what they like behind the priority.</summary>
    [GeneratedRegex(@"\A<(?<priority>\d{1,3})> ?")]
    private static partial Regex Priority();

    /// <summary><c>192.0.2.1 6705: Feb 17 13:40:03.673: %PARSER-5-LOGGED: message</c>: sender, number, no priority.</summary>
    [GeneratedRegex(@"\A(?:(?<hostname>[^\s:]{1,255}) )?\d{1,10}: [*.]?"
        + @"(?<timestamp>[A-Z][a-z]{2} [ \d]\d(?: \d{4})? \d\d:\d\d:\d\d(?:\.\d{1,9})?(?: [A-Z]{1,5})?): "
        + @"(?<program>%[A-Z0-9_]{1,64}-[0-7]-[A-Z0-9_]{1,64}): ?")]
    private static partial Regex Cisco();

    /// <summary>
    /// <c>&lt;34>Oct 11 22:14:15 host program[pid]: message</c>; files may lack the priority, or have other times, and Cisco's have a
    /// colon behind the time, and no host.
    /// </summary>
    [GeneratedRegex(@"\A(?:<(?<priority>\d{1,3})>)?"
        + @"(?<timestamp>[A-Z][a-z]{2} [ \d]\d(?: \d{4})? \d\d:\d\d:\d\d(?:\.\d{1,9})?|\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d\S{0,32}):? "
        + @"(?:(?<hostname>[^\s:\[{=]{1,255}) )?(?:(?<program>[^\s:\[{""=]{1,128})(?:\[(?<pid>[^\]]{1,128})\])?(?: \([^)]{1,256}\))?: ?)?")]
    private static partial Regex Rfc3164();
}
