using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;
using Prober.Engine.Probing;
using Prober.Engine.Probing.Http;
using Prober.Engine.Probing.Securing;
using Prober.Features.Configuration.Evaluation;

namespace Prober.Features.Configuration;

/// <summary>The keys of <c>http</c>.</summary>
internal static class HttpReader
{
    private const int MaxMaxBody = 100 << 20;
    private static readonly TimeSpan MaxMatchTime = TimeSpan.FromSeconds(1);

    /// <summary>Stands for a missing or wrong address, so that the other errors of the target are reported too.</summary>
    private static readonly Uri Nowhere = new("http://nowhere.invalid/");

    public static IProbe Read(ConfigSection section, ProbeDefaults defaults, SharedParts shared)
    {
        var url = section.Address("url", section.Required("url", "https://example.com/"), "http", "https") ?? Nowhere;
        var isExpression = section.Flag("regex");
        var isLimited = section.Flag("limit_redirects");
        var settings = shared.Same(new HttpProbeSettings
        {
            Method = (section.Text("method") ?? "GET").ToUpperInvariant(),
            Headers = Headers(section, url, shared),
            Body = Body(section, shared),
            SuccessCodes = SuccessCodes(section, shared),
            Contain = Expression(section, "contain", isExpression, shared),
            NotContain = Expression(section, "not_contain", isExpression, shared),
            Json = Json(section, shared),
            Rule = EvalReader.Read(section),
            MaxBody = section.Bytes("max_body", HttpProbeSettings.UsualMaxBody, MaxMaxBody),
            OverHttp2 = Version(section) == 2,
            Proxy = ProbeReaders.Proxy(section, shared.Proxy.Of(url)),
            MaxRedirects = section.Number("max_redirects", isLimited ? 0 : HttpProbeSettings.UsualRedirects, 0, 100),
            LastRedirectCounts = isLimited, // as EaseProbe has it
            ShowsContent = section.Flag("with_output"),
            ClosesPlainly = ProbeReaders.ClosesPlainly(section, defaults),
            Tls = Rules(section, shared),
        });
        var bare = new UriBuilder(url) { UserName = "", Password = "" }.Uri;
        return settings.OverHttp2 || settings.Proxy is not null ? new HandledHttpProbe(bare, settings) : new HttpProbe(bare, settings);
    }

    private static TlsRules Rules(ConfigSection section, SharedParts shared)
    {
        var isInsecure = section.Flag("insecure");
        return shared.Same(TlsRules.Default with
        {
            Roots = CertificateReader.Roots(section, "ca"),
            ClientCertificate = CertificateReader.Own(section, shared),
            SkipsVerification = isInsecure,
            SkipsExpiry = isInsecure,
            Resumes = section.Flag("resume"),
        });
    }

    private static byte[] Body(ConfigSection section, SharedParts shared) =>
        section.Text("body") is { Length: > 0 } text ? shared.Of(text, () => Encoding.UTF8.GetBytes(text)) : [];

    private static IReadOnlyList<KeyValuePair<string, string>> Headers(ConfigSection section, Uri url, SharedParts shared)
    {
        var headers = section.Pairs("headers").ToList();
        if (section.Text("content_encoding") is { } type)
        {
            headers.Add(new("Content-Type", type)); // as EaseProbe has it
        }

        if (headers.Exists(header => header.Key.AsSpan().ContainsAny("\r\n: ") || header.Value.AsSpan().ContainsAny("\r\n")))
        {
            section.Add(section.LineOf("headers"), "a header has a line break, or a space in its name");
        }

        string[] credentials = [.. url.UserInfo.Split(':', 2).Select(Uri.UnescapeDataString)];
        var user = section.Text("username") ?? credentials[0];
        var password = section.Text("password") ?? (credentials.Length > 1 ? credentials[1] : "");
        if (user.Length > 0)
        {
            headers.Add(new("Authorization", $"Basic {Convert.ToBase64String(Encoding.UTF8.GetBytes($"{user}:{password}"))}"));
        }

        return shared.Pairs(headers);
    }

    private static JsonValue[] Json(ConfigSection section, SharedParts shared)
    {
        var pairs = section.Pairs("json").ToList();
        var values = shared.Of<JsonValue[]>(
            SharedParts.TextOf(pairs), () => [.. pairs.Select(pair => new JsonValue(pair.Key, pair.Value.Length > 0 ? pair.Value : null))]);
        foreach (var value in values.Where(value => !value.IsValid))
        {
            section.Add(section.LineOf("json"), $"json has an invalid path {value.Path}; write it like checks[0].status: ok");
        }

        return values;
    }

    private static int Version(ConfigSection section)
    {
        switch (section.Text("http_version"))
        {
            case null or "1" or "1.1":
                return 1;
            case "2":
                return 2;
            default:
                section.Add(section.LineOf("http_version"), "http_version has to be 1.1 or 2");
                return 1;
        }
    }

    private static IReadOnlyList<(int From, int To)> SuccessCodes(ConfigSection section, SharedParts shared)
    {
        var codes = new List<(int From, int To)>();
        foreach (var node in section.List("success_code"))
        {
            if (node.Items is [{ Text: { } from }, { Text: { } to }]
                && int.TryParse(from, CultureInfo.InvariantCulture, out var first)
                && int.TryParse(to, CultureInfo.InvariantCulture, out var last) && first <= last)
            {
                codes.Add((first, last));
            }
            else
            {
                section.Add(node.Line, "success_code has to be a list of pairs, such as [200, 299]");
            }
        }

        return codes.Count > 0
            ? shared.Of<(int From, int To)[]>(string.Join(' ', codes), () => [.. codes])
            : HttpProbeSettings.Default.SuccessCodes;
    }

    public static Regex? Expression(ConfigSection section, string key, bool isExpression, SharedParts? shared = null)
    {
        if (section.Text(key) is not { Length: > 0 } text)
        {
            return null;
        }

        var pattern = isExpression ? GoPattern.ToDotNet(text) : Regex.Escape(text);
        try
        {
            return shared is null ? Expression(pattern) : shared.Of(pattern, () => Expression(pattern));
        }
        catch (ArgumentException exception)
        {
            section.Add(section.LineOf(key), $"{key} is not a regular expression: {exception.Message}");
            return null;
        }
    }

    private static Regex Expression(string pattern)
    {
        try
        {
            return new(pattern, RegexOptions.NonBacktracking);
        }
        catch (NotSupportedException)
        {
            return new(pattern, RegexOptions.None, MaxMatchTime);
        }
    }
}
