using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;
using Prober.Engine.Probing;
using Prober.Engine.Probing.Http;
using Prober.Engine.Probing.Securing;

namespace Prober.Features.Configuration;

/// <summary>The keys of <c>http</c>.</summary>
internal static class HttpReader
{
    private static readonly (int From, int To)[] DefaultCodes = [(0, 499)];
    private static readonly TimeSpan MaxMatchTime = TimeSpan.FromSeconds(1);

    /// <summary>Stands for an address that is missing or wrong, so that whatever else is wrong with the target is named, too.</summary>
    private static readonly Uri Nowhere = new("http://nowhere.invalid/");

    public static IProbe Read(ConfigSection section)
    {
        var url = Url(section, section.Required("url", "https://example.com/"), "url", "http", "https") ?? Nowhere;
        var isExpression = section.Flag("regex");
        var settings = new HttpProbeSettings(new UriBuilder(url) { UserName = "", Password = "" }.Uri)
        {
            Method = (section.Text("method") ?? "GET").ToUpperInvariant(),
            Headers = Headers(section, url),
            Body = Encoding.UTF8.GetBytes(section.Text("body") ?? ""),
            SuccessCodes = SuccessCodes(section),
            Contain = Expression(section, "contain", isExpression),
            NotContain = Expression(section, "not_contain", isExpression),
            Json = Json(section),
            OverHttp2 = Version(section) == 2,
            Proxy = section.Text("proxy") is { Length: > 0 } proxy ? Url(section, proxy, "proxy", "http", "socks5") : null,
            MaxRedirects = section.Number("max_redirects", 10, 0, 100),
            ClosesPlainly = section.Flag("nolinger"),
            Tls = Rules(section),
        };
        return settings.OverHttp2 || settings.Proxy is not null ? new HandledHttpProbe(settings) : new HttpProbe(settings);
    }

    /// <summary>Thousands of targets say nothing of it: they share one object, as they do below.</summary>
    private static TlsRules Rules(ConfigSection section)
    {
        var rules = TlsRules.Default with
        {
            Roots = CertificateReader.Roots(section, "ca"),
            ClientCertificate = CertificateReader.Own(section),
            SkipsVerification = section.Flag("insecure"),
            Resumes = section.Flag("resume"),
        };
        return rules == TlsRules.Default ? TlsRules.Default : rules;
    }

    private static Uri? Url(ConfigSection section, string text, string key, string scheme, string other)
    {
        if (Uri.TryCreate(text, UriKind.Absolute, out var url) && (url.Scheme == scheme || url.Scheme == other) && url.Host.Length > 0)
        {
            return url;
        }

        if (text.Length > 0)
        {
            section.Add(section.LineOf(key), $"{key} has to be an address of {scheme} or {other}");
        }

        return null;
    }

    private static KeyValuePair<string, string>[] Headers(ConfigSection section, Uri url)
    {
        var headers = section.Pairs("headers").ToList();
        if (section.Text("content_encoding") is { } type)
        {
            headers.Add(new("Content-Type", type)); // as EaseProbe has it
        }

        if (headers.Exists(header => header.Key.AsSpan().ContainsAny("\r\n: ") || header.Value.AsSpan().ContainsAny("\r\n")))
        {
            section.Add(section.LineOf("headers"), "a header has a line break, or a blank in its name");
        }

        string[] credentials = [.. url.UserInfo.Split(':', 2).Select(Uri.UnescapeDataString)];
        var user = section.Text("username") ?? credentials[0];
        var password = section.Text("password") ?? (credentials.Length > 1 ? credentials[1] : "");
        if (user.Length > 0)
        {
            headers.Add(new("Authorization", $"Basic {Convert.ToBase64String(Encoding.UTF8.GetBytes($"{user}:{password}"))}"));
        }

        return [.. headers];
    }

    private static JsonValue[] Json(ConfigSection section)
    {
        var values = section.Pairs("json").Select(pair => new JsonValue(pair.Key, pair.Value.Length > 0 ? pair.Value : null)).ToList();
        foreach (var value in values.Where(value => !value.IsValid))
        {
            section.Add(section.LineOf("json"), $"json has no path {value.Path}; write it as in checks[0].status: ok");
        }

        return [.. values];
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

    private static IReadOnlyList<(int From, int To)> SuccessCodes(ConfigSection section)
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

        return codes.Count > 0 ? codes : DefaultCodes;
    }

    private static Regex? Expression(ConfigSection section, string key, bool isExpression)
    {
        if (section.Text(key) is not { Length: > 0 } text)
        {
            return null;
        }

        if (!isExpression)
        {
            return new(Regex.Escape(text), RegexOptions.NonBacktracking);
        }

        try
        {
            return new(text, RegexOptions.NonBacktracking);
        }
        catch (NotSupportedException)
        {
            return new(text, RegexOptions.None, MaxMatchTime);
        }
        catch (ArgumentException exception)
        {
            section.Add(section.LineOf(key), $"{key} is no regular expression: {exception.Message}");
            return null;
        }
    }
}
