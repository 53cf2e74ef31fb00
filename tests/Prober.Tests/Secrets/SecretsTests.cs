using System.Net;
using System.Net.Sockets;
using System.Text;
using Prober.Engine.Tests.Probing;
using Prober.Features.Configuration;
using Prober.Features.History;
using Prober.Features.Reports;
using Prober.Tests.Notifications;

namespace Prober.Tests.Secrets;

/// <summary>
/// Each place of a configuration that takes a secret has one of its own, with targets that are well and that fail, and receivers that take
/// messages late and never: nothing that the prober says has any of them.
/// </summary>
public sealed class SecretsTests : IDisposable
{
    /// <summary>No encoding of addresses changes it.</summary>
    private const string Marker = "s3cret";

    private static readonly string[] Formats = ["json", "csv", "html"];

    private static readonly string[] Places =
    [
        "Url", "Header", "Basic", "LateUrl", "LateHeader", "LateBasic", "Proxy", "Redis", "Send", "HookUrl", "HookPath", "HookHeader",
        "Slack", "Discord", "Teams", "Mail", "Mistake",
    ];

    private readonly TempDirectory _folder = new("prober-secrets");

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    private string Configuration => _folder.Combine("probes.yaml");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Secrets_OfAConfiguration_OccurNowhere()
    {
        await using var receiver = await Receiver.StartAsync();
        await using var other = await ProberHost.StartAsync();
        await using var echo = new RawServer(EchoAsync);
        (receiver.IsDown, receiver.IsTargetDown) = (true, true);
        await File.WriteAllTextAsync(Configuration, Text(receiver, other, echo), Token);
        var said = new List<(string Where, string Text)> { ("validate", Validate()) };
        await using (var host = await ProberHost.StartAsync(
            "--config", Configuration, $"--Prober:DataDirectory={_folder.Path}", "--Prober:JoinSpan=00:00:00"))
        {
            var names = await UntilKnownAsync(host);
            await RefuseAsync(host, receiver);
            string[] ofTargets = [.. names.SelectMany(name => new[]
            {
                $"/api/v1/targets/{name.Kind}/{name.Name}/timeline", $"/probe?target={name.Name}",
            })];
            said.AddRange(await AskAsync(
                host,
                ["/api/v1/targets", "/api/v1/sla", "/api/v1/status", "/metrics", "/metrics/targets", "/healthz/ready", .. ofTargets]));
            said.AddRange(receiver.Taken.Select(taken => ("a message", $"{taken.Body}")));

            await File.WriteAllTextAsync(Configuration, Mistakes, Token);
            await Deadline.UntilAsync(() => host.Log.Records.Any(record => record.Message.Contains("the last valid one stays")));
            said.AddRange(await AskAsync(host, ["/healthz/ready", "/api/v1/targets"]));
            said.AddRange(host.Log.Records.Select(record => ("the log", $"{record}")));
        }

        said.Add(("validate with mistakes", Validate()));
        said.AddRange(Reports());

        said.ShouldContain(one => one.Where == "a message");
        said.Where(one => Forms().Any(form => one.Text.Contains(form, StringComparison.OrdinalIgnoreCase))).ShouldBeEmpty();
    }

    private static string Secret(string place) => $"{Marker} {place}";

    private static string InUrl(string place) => Uri.EscapeDataString(Secret(place));

    /// <summary>Each secret as it is, percent-encoded, and in the Base64 of Basic authentication and others.</summary>
    private static IEnumerable<string> Forms() =>
    [
        Marker,
        .. Places.SelectMany(place => new[] { Secret(place), $"ada:{Secret(place)}" })
            .Select(text => Convert.ToBase64String(Encoding.UTF8.GetBytes(text)).TrimEnd('=')[..^2]),
    ];

    private static string Text(Receiver receiver, ProberHost other, RawServer echo)
    {
        var (well, ill) = ($"{other.Http.BaseAddress}healthz/live", $"{receiver.Address}target");
        var closed = $"127.0.0.1:{LoopbackPort.FindFree()}";
        return $$"""
            http:
              - { name: url, url: "{{well.Replace("://", $"://ada:{InUrl("Url")}@")}}" }
              - { name: header, url: "{{well}}", headers: { Authorization: "Bearer {{Secret("Header")}}" } }
              - { name: basic, url: "{{well}}", username: ada, password: "{{Secret("Basic")}}" }
              - { name: late-url, url: "http://ada:{{InUrl("LateUrl")}}@{{closed}}/" }
              - { name: late-header, url: "{{ill}}", success_code: [[200, 299]], headers: { X-Token: "{{Secret("LateHeader")}}" } }
              - { name: late-basic, url: "{{ill}}", success_code: [[200, 299]], username: ada, password: "{{Secret("LateBasic")}}" }
              - { name: proxy, url: "{{well}}", proxy: "http://ada:{{InUrl("Proxy")}}@{{closed}}" }
            client:
              - { name: redis, driver: redis, host: "127.0.0.1:{{echo.Port}}", username: ada, password: "{{Secret("Redis")}}" }
            tcp:
              - { name: send, host: "127.0.0.1:{{echo.Port}}", send: "LOGIN {{Secret("Send")}}\r\n", expect: welcome }
            notify:
              http:
                - name: hook
                  url: "{{$"{receiver.Address}".Replace("://", $"://ada:{InUrl("HookUrl")}@")}}{{InUrl("HookPath")}}"
                  headers: [{ name: X-Token, value: "{{Secret("HookHeader")}}" }]
              slack: [{ name: slack, webhook: "http://{{closed}}/{{InUrl("Slack")}}" }]
              discord: [{ name: discord, webhook: "http://nowhere.invalid/{{InUrl("Discord")}}" }]
              teams: [{ name: teams, webhook: "https://127.0.0.1:{{receiver.Address.Port}}/{{InUrl("Teams")}}" }]
              email: [{ name: mail, server: "{{closed}}", username: ada, password: "{{Secret("Mail")}}", from: a@b.c, to: d@e.f }]
            settings:
              probe: { interval: 1s, timeout: 1s }
              notify: { retry: { times: 3, interval: 100ms } }
            """;
    }

    /// <summary>Secrets at places that are wrong: a scheme, a key, an expression, a value.</summary>
    private static string Mistakes => $$"""
        http:
          - { name: scheme, url: "htp://ada:{{InUrl("Mistake")}}@example.com/" }
          - { name: host, url: "http://ada:{{InUrl("Mistake")}}@שלום1.example/" }
          - { name: key, url: "http://example.com/", pasword: "{{Secret("Mistake")}}" }
          - { name: header, url: "http://example.com/", headers: { "X Token": "{{Secret("Mistake")}}" } }
        client:
          - { name: driver, driver: mysql, host: "127.0.0.1:1", username: ada, password: "{{Secret("Mistake")}}" }
        notify:
          slack: [{ name: slack, webhook: "hooks.slack.com/{{InUrl("Mistake")}}" }]
          http: [{ name: hook, url: "http://127.0.0.1/", headers: [{ name: "X Token", value: "{{Secret("Mistake")}}" }] }]
        """;

    /// <summary>Some servers send back what they do not understand.</summary>
    private static async Task EchoAsync(Socket socket, CancellationToken cancellationToken)
    {
        var buffer = new byte[1024];
        await socket.SendAsync(
            "-ERR unknown command, with args beginning with: "u8.ToArray().Concat(
                buffer[..await socket.ReceiveAsync(buffer, cancellationToken)]).ToArray(),
            cancellationToken);
        await socket.ReceiveAsync(buffer, cancellationToken);
    }

    /// <summary>Each receiver refuses a message; one takes it later.</summary>
    private static async Task RefuseAsync(ProberHost host, Receiver receiver)
    {
        foreach (var name in new[] { "hook", "slack", "discord", "teams", "mail" })
        {
            await Deadline.UntilAsync(() => host.Log.Records.Any(record => record.Message.StartsWith($"{name} did not accept a message")));
        }

        receiver.IsDown = false;
        await Deadline.UntilAsync(() => !receiver.Taken.IsEmpty);
    }

    private static async Task<List<(string Kind, string Name)>> UntilKnownAsync(ProberHost host)
    {
        var targets = await host.UntilAsync(targets => targets.All(target =>
            (string)target!["state"]! != "unknown" || ((string)target["name"]! == "proxy" && target["last"] is not null))); // its proxy fails
        targets.Count(target => (string)target!["state"]! == "up").ShouldBe(3);
        return [.. targets.Select(target => ((string)target!["kind"]!, (string)target["name"]!))];
    }

    private static async Task<List<(string Where, string Text)>> AskAsync(ProberHost host, IEnumerable<string> paths)
    {
        var said = new List<(string, string)>();
        foreach (var path in paths)
        {
            using var response = await host.Http.GetAsync(path, Token).Within();
            response.StatusCode.ShouldBeOneOf(HttpStatusCode.OK, HttpStatusCode.ServiceUnavailable);
            said.Add((path, $"{response.Headers}{await response.Content.ReadAsStringAsync(Token).Within()}"));
        }

        return said;
    }

    private string Validate()
    {
        using var output = new StringWriter();
        ValidateCommand.Run(Configuration, false, _ => null, output, output);
        return $"{output}";
    }

    private List<(string Where, string Text)> Reports()
    {
        var path = HistoryFeature.PathIn(_folder.Path);
        using var export = new StringWriter();
        HistoryCommands.Export(path, export);
        return [("export", $"{export}"), .. Formats.Select(format => (format, Report(format)))];

        string Report(string format)
        {
            using var output = new StringWriter();
            HistoryCommands.Report(path, null, null, format, output, TimeProvider.System);
            return $"{output}";
        }
    }
}
