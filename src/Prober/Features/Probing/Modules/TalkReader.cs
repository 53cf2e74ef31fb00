using System.Text.RegularExpressions;
using Prober.Engine.Probing;
using Prober.Engine.Probing.Securing;
using Prober.Engine.Probing.Talk;
using Prober.Engine.Probing.WebSocket;
using Prober.Features.Configuration;

namespace Prober.Features.Probing.Modules;

/// <summary>The options of tcp and websocket modules: conversations.</summary>
internal static partial class TalkReader
{
    public static Func<ModuleTarget, IProbe?> Tcp(ConfigSection tcp)
    {
        var isSecure = tcp.Flag("tls");
        var rules = ModuleReader.Rules(tcp);
        var steps = Steps(tcp);
        ModuleReader.Refuse(tcp, "tls_alert_codes", "check_revoked", "pinned_public_key_hashes");
        tcp.End();
        return target => target.HostAndPort() is not var (host, port) ? null
            : new TalkProbe(host, port, steps, rules with { ServerName = rules.ServerName ?? target.Site }, isSecure);
    }

    public static Func<ModuleTarget, IProbe?> WebSocket(ConfigSection socket)
    {
        var secrets = new HashSet<string>();
        var headers = ModuleHeaders.Listed(socket, "headers", secrets).ToList();
        var (rules, hasTls) = (TlsRules.Default, false);
        if (socket.Map("http_config") is { } http)
        {
            headers.AddRange(ModuleHeaders.Read(http, secrets));
            hasTls = http.Map("tls_config") is not null;
            rules = ModuleReader.Rules(http);
            ModuleReader.Refuse(http, "oauth2", "proxy_url", "proxy_from_environment", "no_proxy", "proxy_connect_header");
            _ = (http.Flag("follow_redirects"), http.Flag("enable_http2")); // neither has a meaning for a WebSocket
            http.End();
        }

        var steps = Steps(socket);
        socket.End();
        return target => Address(target.Address) is { } url
            ? new WebSocketProbe(url, headers, hasTls ? rules : target.Own.Tls, steps: steps)
            : null;
    }

    /// <summary>Targets of http serve as well: both begin with the same request.</summary>
    private static Uri? Address(string address) =>
        Uri.TryCreate(Scheme().Replace(address, "ws"), UriKind.Absolute, out var url) && url.Scheme is "ws" or "wss"
            && Settings.TargetUrl.HasHost(url) ? url : null;

    private static List<TalkStep> Steps(ConfigSection section) => [.. section.Sections("query_response").Select(Step)];

    private static TalkStep Step(ConfigSection section)
    {
        var expect = ModuleReader.Expression(section, "expect");
        var sent = section.Octets("send");
        var step = new TalkStep(expect, sent is null ? section.Text("send") : null, section.Flag("starttls"))
        {
            SentOctets = sent,
            ExpectedOctets = section.Octets("expect_bytes") ?? (section.Text("expect_bytes") is { Length: > 0 } text
                ? System.Text.Encoding.UTF8.GetBytes(text) : null),
            Labels = [.. section.Sections("labels").Select(Label).OfType<KeyValuePair<string, string>>()],
        };
        if (expect is not null && step.ExpectedOctets is not null)
        {
            section.Add(section.LineOf("expect_bytes"), "there may be expect or expect_bytes, not both");
        }

        if (expect is null && step.Labels.Count > 0)
        {
            section.Add(section.LineOf("labels"), "labels need expect: their values are from its match");
        }

        section.End();
        return step;
    }

    private static KeyValuePair<string, string>? Label(ConfigSection label)
    {
        var (name, value) = (label.Required("name", "version"), label.Text("value") ?? "");
        label.End();
        if (LabelName().IsMatch(name))
        {
            return new(name, value);
        }

        label.Add(label.LineOf("name"), "name has to be letters, digits and underscores, and not begin with a digit");
        return null;
    }

    [GeneratedRegex("^http(?=s?://)", RegexOptions.IgnoreCase)]
    private static partial Regex Scheme();

    [GeneratedRegex("^[A-Za-z_][A-Za-z0-9_]*$")]
    private static partial Regex LabelName();
}
