using System.Globalization;
using System.Text.RegularExpressions;

namespace Sigma.Streams.Events.Formats;

/// <summary>
/// A request in the common or the combined format, as Apache, nginx and many others log it, perhaps with the virtual host before it. It
/// gets the W3C's names, which rules use. <c>cs-uri-stem</c> is the path, and <c>cs-uri-query</c> all that was asked for, path and query:
/// most published rules look for paths there.
/// </summary>
/// <remarks>https://httpd.apache.org/docs/2.4/logs.html#accesslog</remarks>
internal static partial class AccessLine
{
    public static bool IsOne(string line) => Line().IsMatch(line);

    /// <returns>Its fields, without those that are <c>-</c>; null when the line is none.</returns>
    public static IReadOnlyList<KeyValuePair<string, string>>? Members(string line)
    {
        var match = Line().Match(line);
        if (!match.Success)
        {
            return null;
        }

        var request = Request().Match(match.Groups["request"].Value);
        var target = request.Groups["target"].Value;
        (string Name, string Value)[] members =
        [
            ("@timestamp", Time(match.Groups["time"].Value)),
            ("cs-host", match.Groups["host"].Value),
            ("c-ip", match.Groups["ip"].Value),
            ("cs-username", match.Groups["user"].Value),
            ("cs-method", request.Groups["method"].Value),
            ("cs-uri-stem", target.Split('?', 2)[0]),
            ("cs-uri-query", target),
            ("cs-version", request.Groups["version"].Value),
            ("sc-status", match.Groups["status"].Value),
            ("sc-bytes", match.Groups["bytes"].Value),
            ("cs-referer", match.Groups["referer"].Value),
            ("cs-user-agent", match.Groups["agent"].Value),
            ("more", line[match.Length..].Trim(' ', '"')), // fields of formats that have some behind these
        ];
        return [.. from member in members where member.Value is not ("" or "-") select KeyValuePair.Create(member.Name, member.Value)];
    }

    private static string Time(string text) =>
        DateTimeOffset.TryParseExact(text, "dd/MMM/yyyy:HH:mm:ss zzz", CultureInfo.InvariantCulture, DateTimeStyles.None, out var time)
            ? time.ToString("yyyy-MM-ddTHH:mm:sszzz", CultureInfo.InvariantCulture)
            : text;

    /// <summary><c>host 192.0.2.1 - user [22/Nov/2026:23:59:59 +0000] "GET / HTTP/1.1" 200 5 "referer" "agent"</c></summary>
    [GeneratedRegex(@"\A""?(?:(?<host>[^\s""\[\]]{1,255}) (?=\S{1,255} - ))?(?<ip>[^\s""\[\]]{1,255}) [^\s""\[\]]{1,255} "
        + @"(?<user>[^\[\]]{1,255}?) \[(?<time>\d\d/[A-Z][a-z]{2}/\d{4}:\d\d:\d\d:\d\d [+-]\d{4})\] ""(?<request>.*?)"" (?<status>\d{3}) "
        + @"(?<bytes>\d{1,19}|-)(?: ""(?<referer>(?:[^""\\]|\\.)*)"" ""(?<agent>(?:[^""\\]|\\.)*)"")?")]
    private static partial Regex Line();

    /// <summary>Bytes that are no request of HTTP, such as a scanner's TLS, are the target.</summary>
    [GeneratedRegex(@"\A(?:(?<method>[A-Za-z_-]{1,32}) (?=\S))?(?<target>.*?)(?: (?<version>HTTP/[\d.]{1,8}))?\z")]
    private static partial Regex Request();
}
