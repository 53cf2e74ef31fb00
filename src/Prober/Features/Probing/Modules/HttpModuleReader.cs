using System.Globalization;
using System.Net;
using System.Text.RegularExpressions;
using Prober.Engine.Probing;
using Prober.Engine.Probing.Http;
using Prober.Features.Configuration;
using Prober.Features.Configuration.Evaluation;

namespace Prober.Features.Probing.Modules;

/// <summary>The options of an http module.</summary>
internal static class HttpModuleReader
{
    public static Func<ModuleTarget, IProbe?> Read(ConfigSection http)
    {
        var secrets = new HashSet<string>(StringComparer.OrdinalIgnoreCase);
        var headers = http.Pairs("headers").Concat(ModuleHeaders.Read(http, secrets)).ToList();
        var follows = http.Flag("follow_redirects", otherwise: true) && !http.Flag("no_follow_redirects");
        var acceptsAny = http.Flag("accept_any_response");
        bool? needsTls = (http.Flag("fail_if_ssl"), http.Flag("fail_if_not_ssl")) switch
        {
            (true, _) => false,
            (_, true) => true,
            _ => null,
        };
        string[] names = [.. http.Texts("valid_http_versions")];
        var versions = names.Select(VersionOf).OfType<Version>().ToList();
        var isHttp2 = versions.Count > 0 && versions.TrueForAll(version => version == HttpVersion.Version20);
        if (names.Length > 0 && versions.Count == 0)
        {
            http.Unsupported("valid_http_versions", "modules here speak HTTP/1.1 or HTTP/2", string.Join(", ", names));
        }

        var settings = new HttpProbeSettings
        {
            Method = (http.Text("method") ?? "GET").ToUpperInvariant(),
            Headers = headers,
            SecretHeaders = secrets,
            ConnectHeaders = ModuleHeaders.ForProxy(http),
            Body = ModuleHeaders.Body(http),
            OverHttp2 = isHttp2,
            ValidVersions = versions,
            SuccessCodes = acceptsAny ? [(100, 999)] : Codes(http),
            NotContain = Any(ModuleReader.Expressions(http, "fail_if_body_matches_regexp")),
            AlsoContain = ModuleReader.Expressions(http, "fail_if_body_not_matches_regexp"),
            HeaderRules = [.. HeaderRules(http, "fail_if_header_matches", false), .. HeaderRules(http, "fail_if_header_not_matches", true)],
            Rule = Rule(http),
            NeedsTls = needsTls,
            MaxRedirects = follows ? HttpProbeSettings.UsualRedirects : 0,
            MaxBody = http.Bytes("body_size_limit", HttpProbeSettings.UsualMaxBody, 100 << 20),
            Tls = ModuleReader.Rules(http),
        };
        var site = SiteOf(headers);
        ModuleReader.Refuse(
            http, "enable_http3", "tls_alert_codes", "check_revoked", "pinned_public_key_hashes");
        if (http.Text("body") is not null && http.Text("body_file") is not null)
        {
            http.Add(http.LineOf("body_file"), "there may be body or body_file, not both");
        }

        var hasTls = http.Map("tls_config") is not null;
        var proxy = ProxyOf(http);
        var tokens = ClientTokens.Read(http);
        http.End();
        return target => Make(target, settings, hasTls, site, proxy, tokens);
    }

    private static Version? VersionOf(string name) => name switch
    {
        "HTTP/1.0" => HttpVersion.Version10,
        "HTTP/1.1" => HttpVersion.Version11,
        "HTTP/2" or "HTTP/2.0" => HttpVersion.Version20,
        _ => null,
    };

    /// <summary>The name in the header Host: the exporter asks for its certificate, unless <c>server_name</c> says otherwise.</summary>
    private static string? SiteOf(IEnumerable<KeyValuePair<string, string>> headers)
    {
        var site = headers.LastOrDefault(IsHost).Value;
        return Uri.TryCreate($"https://{site}", UriKind.Absolute, out var url) && url.Host.Length > 0 ? url.IdnHost : null;
    }

    private static bool IsHost(KeyValuePair<string, string> header) => header.Key.Equals("Host", StringComparison.OrdinalIgnoreCase);

    /// <returns>Null when the module says nothing of a proxy: the target's own serves then.</returns>
    private static EnvironmentProxy? ProxyOf(ConfigSection http)
    {
        var (url, exceptions) = (http.Text("proxy_url"), http.Text("no_proxy"));
        var isOfTheEnvironment = http.Flag("proxy_from_environment");
        if (isOfTheEnvironment && (url ?? exceptions) is not null)
        {
            http.Add(http.LineOf("proxy_from_environment"), "there may be proxy_from_environment, or proxy_url with no_proxy, not both");
        }
        else if (exceptions is not null && url is null)
        {
            http.Add(http.LineOf("no_proxy"), "no_proxy needs proxy_url beside it");
        }

        var proxy = url is null ? null : http.Address("proxy_url", url, "http", "socks5");
        return isOfTheEnvironment ? new(Environment.GetEnvironmentVariable)
            : proxy is null ? null
            : new(proxy, exceptions);
    }

    private static IProbe? Make(
        ModuleTarget target, HttpProbeSettings settings, bool hasTls, string? site, EnvironmentProxy? proxy, ClientTokens? tokens)
    {
        var address = target.Address.Contains("://") ? target.Address : $"http://{target.Address}";
        if (!Uri.TryCreate(address, UriKind.Absolute, out var url) || url.Scheme is not ("http" or "https")
            || !Settings.TargetUrl.HasHost(url))
        {
            return null;
        }

        // The configuration knows a target's authorities and the like: they serve its modules, too.
        var rules = hasTls ? settings.Tls : target.Own.Tls;
        IReadOnlyList<KeyValuePair<string, string>> headers = settings.Headers.Count > 0 ? settings.Headers : target.Own.Headers;
        if (target.Site is { } wanted)
        {
            headers = [.. headers.Where(header => !IsHost(header)), new("Host", wanted)];
            site = SiteOf(headers);
        }

        var own = settings with
        {
            Headers = headers,
            Tls = rules.ServerName is null && site is not null ? rules with { ServerName = site } : rules,
            Proxy = proxy is null ? target.Own.Proxy : proxy.Of(url),
        };
        return tokens is null ? Over(own) : new TokenProbe(tokens, token => Over(own with
        {
            Headers = [.. own.Headers, new("Authorization", $"Bearer {token}")],
            SecretHeaders = new HashSet<string>(own.SecretHeaders, StringComparer.OrdinalIgnoreCase) { "Authorization" },
        }));

        IProbe Over(HttpProbeSettings settings) =>
            settings.Proxy is not null || settings.OverHttp2 ? new HandledHttpProbe(url, settings) : new HttpProbe(url, settings);
    }

    private static List<(int From, int To)> Codes(ConfigSection http)
    {
        var codes = new List<(int, int)>();
        foreach (var text in http.Texts("valid_status_codes"))
        {
            if (int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var code))
            {
                codes.Add((code, code));
            }
            else
            {
                http.Add(http.LineOf("valid_status_codes"), "valid_status_codes has to be a list of numbers");
            }
        }

        return codes.Count > 0 ? codes : [(200, 299)];
    }

    private static List<HeaderRule> HeaderRules(ConfigSection http, string key, bool mustMatch)
    {
        var rules = new List<HeaderRule>();
        foreach (var one in http.Sections(key))
        {
            one.Required("regexp", "text/html");
            var (name, value) = (one.Required("header", "Content-Type"), ModuleReader.Expression(one, "regexp"));
            var allowsMissing = one.Flag("allow_missing");
            one.End();
            if (value is not null)
            {
                rules.Add(new(name, value, mustMatch, allowsMissing));
            }
        }

        return rules;
    }

    private static CelRule? Rule(ConfigSection http)
    {
        CelRule? rule = null;
        foreach (var (key, mustHold) in new[] { ("fail_if_body_json_matches_cel", false), ("fail_if_body_json_not_matches_cel", true) })
        {
            if (http.Text(key) is not { } expression)
            {
                continue;
            }

            try
            {
                (rule ??= new()).Add(expression, mustHold);
            }
            catch (FormatException exception)
            {
                http.Add(http.LineOf(key), $"{key} is no CEL expression: {exception.Message}");
            }
        }

        return rule;
    }

    private static Regex? Any(IReadOnlyList<Regex> expressions) => expressions.Count == 0 ? null
        : new(string.Join('|', expressions.Select(one => $"(?:{one})")), RegexOptions.NonBacktracking);
}
