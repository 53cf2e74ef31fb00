using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.Logging;
using Prober.Engine.Probing.Http;
using Prober.Features.Configuration;

namespace Prober.Tests.Configuration;

/// <summary>Files of EaseProbe as they are: its variables, its proxies, merged maps, and keys that change no probe.</summary>
public sealed class EaseProbeTests : IDisposable
{
    private readonly TempDirectory _folder = new("easeprobe");

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("$TOK", "t")]
    [InlineData("${TOK}", "t")]
    [InlineData("a$TOK.b", "at.b")]
    [InlineData("a${TOK}b", "atb")]
    [InlineData("$TOKb", "")] // a name goes as far as it can
    [InlineData("pa$$w0rd$", "paw0rd$")] // the variable $, and a dollar at the end
    [InlineData("cost: 5 $", "cost: 5 $")]
    [InlineData("$ 5", "$ 5")]
    [InlineData("${UNSET}x", "x")]
    [InlineData("${TOK", "TOK")] // Go leaves the broken beginning out
    [InlineData("$1a", "a")]
    [InlineData("no dollars", "no dollars")]
    public void Expand_TextWithDollars_IsAsInGo(string text, string expanded) =>
        GoVariables.Expand(text, name => name == "TOK" ? "t" : null, []).ShouldBe(expanded);

    [Fact]
    public void Read_UnsetVariable_IsNothingAndNoted()
    {
        var file = Read("http:\n  - { name: a, url: 'http://x/', contain: \"${UNSET}\" }\n");

        file.Problems.ShouldBeEmpty();
        file.Notes.ShouldHaveSingleItem().ToString().ShouldEndWith(
            "probes.yaml:2: the environment has no variable UNSET, which stands for nothing, as in EaseProbe");
    }

    [Fact]
    public void Read_MergedMaps_GiveTheirKeysUnlessTheTargetHasThem()
    {
        var file = Read("""
            x-defaults: &d
              interval: 30s
              labels: { team: web }
            x-more: &m { interval: 20s, failure: 3 }
            http:
              - <<: *d
                name: A
                url: http://x/
              - { <<: [*d, *m], name: B, url: "http://x/", timeout: 2s }
              - { <<: *d, name: C, url: "http://x/", interval: 10s }
            """);

        file.Problems.ShouldBeEmpty();
        file.Targets.Select(target => target.Interval.TotalSeconds).ShouldBe([30, 30, 10]);
        file.Targets[1].Failures.ShouldBe(3);
        file.Targets[2].Labels["team"].ShouldBe("web");
    }

    [Fact]
    public void Read_MergeOfAText_IsNamedWithItsLine() =>
        Read("http:\n  - <<: x\n    name: A\n    url: http://x/\n").Problems.ShouldHaveSingleItem().Line.ShouldBe(2);

    /// <summary>The keys of EaseProbe's manual that change nothing here.</summary>
    [Fact]
    public void Read_KeysThatChangeNoProbe_AreNoted()
    {
        var file = Read("""
            version: v2.3.0
            ping: [{ name: p, host: 127.0.0.1, privileged: true }]
            notify:
              log: [{ name: l, file: /dev/null, self_rotate: true, size: 10, age: 7, backups: 5, compress: true }]
              discord:
                - { name: d, webhook: "https://x/", username: u, avatar: "https://a/", thumbnail: "https://t/", retry: { times: 3 } }
            settings:
              name: EaseProbe
              icon: https://x/favicon.png
              pid: /var/run/easeprobe.pid
              timeformat: "2006-01-02 15:04:05 Z07:00"
              timezone: America/New_York
              http: { ip: 127.0.0.1, port: 8181, refresh: 5s, log: { file: /var/log/access.log, self_rotate: true } }
              sla: { schedule: weekly, time: "23:59", debug: true, data: /data/sla.yaml, backups: 20, channels: [g] }
              notify: { dry: true, retry: { times: 5, interval: 10 s } }
              probe: { timeout: 30s, interval: 1m, failure: 2, success: 1, alert: { strategy: regular, factor: 1, max: 5 } }
              log: { level: info, file: /var/log/easeprobe.log, self_rotate: true, size: 10, age: 7, backups: 5, compress: true }
            """.Replace("10 s", "10s"));

        file.Problems.ShouldBeEmpty();
        file.Notes.Count.ShouldBe(18, string.Join('\n', file.Notes));
    }

    [Theory]
    [InlineData("http://site.test/", "p:3128")]
    [InlineData("https://site.test/", "q:3129")]
    [InlineData("http://localhost/", null)]
    [InlineData("http://127.0.0.9/", null)]
    [InlineData("http://[::1]/", null)]
    [InlineData("http://home.test/", null)]
    [InlineData("http://www.home.test/", null)]
    [InlineData("http://dot.test/", "p:3128")] // ".dot.test" is for those below it
    [InlineData("http://www.dot.test/", null)]
    [InlineData("http://www.star.test/", null)]
    [InlineData("http://10.1.2.3/", null)]
    [InlineData("http://11.1.2.3/", "p:3128")]
    [InlineData("http://port.test:81/", null)]
    [InlineData("http://port.test/", "p:3128")]
    public void Proxy_OfTheEnvironment_IsAsInGo(string url, string? proxy)
    {
        var variables = new Dictionary<string, string>
        {
            ["HTTP_PROXY"] = "http://p:3128",
            ["HTTPS_PROXY"] = "q:3129",
            ["NO_PROXY"] = "home.test, .dot.test,*.star.test,10.0.0.0/8,port.test:81",
        };

        new EnvironmentProxy(variables.GetValueOrDefault).Of(new(url))?.Authority.ShouldBe(proxy);
        (new EnvironmentProxy(variables.GetValueOrDefault).Of(new(url)) is null).ShouldBe(proxy is null);
        new EnvironmentProxy(name => name == "NO_PROXY" ? "*" : variables.GetValueOrDefault(name)).Of(new(url)).ShouldBeNull();
    }

    [Fact]
    public void Read_ProxyOfTheEnvironment_IsThatOfHttpTargets()
    {
        File.WriteAllText(
            _folder.Combine("probes.yaml"), "http:\n  - { name: a, url: 'http://x.test/' }\n  - { name: b, url: 'http://localhost/' }\n");

        var file = ProbesFile.Read(_folder.Combine("probes.yaml"), name => name == "HTTP_PROXY" ? "http://p:3128" : null);

        file.Targets[0].Probe.ShouldBeOfType<HandledHttpProbe>().Destination.ShouldBe("p:3128");
        file.Targets[1].Probe.ShouldBeOfType<HttpProbe>();
    }

    [Fact]
    public async Task Start_ConfigurationAtAnAddress_IsTakenBesideAFile()
    {
        var authorization = "";
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        await using var web = builder.Build();
        web.MapGet("/probes.yaml", (Microsoft.AspNetCore.Http.HttpRequest request) =>
        {
            authorization = request.Headers.Authorization.ToString();
            return "tcp: [{ name: far, host: '127.0.0.1:9' }]\n";
        });
        await web.StartAsync(Token).Within();
        var address = $"{web.Urls.Single()}/probes.yaml";
        File.WriteAllText(_folder.Combine("near.yaml"), "tcp: [{ name: near, host: '127.0.0.1:9' }]\n");

        var file = ProbesFile.Read($"{address}, {_folder.Combine("near.yaml")}", name => name == "HTTP_AUTHORIZATION" ? "Bearer x" : null);
        await using var host = await ProberHost.StartAsync("--config", address, "--config", _folder.Combine("near.yaml"));

        file.Targets.Select(target => target.Name).ShouldBe(["far", "near"]);
        authorization.ShouldBeOneOf("Bearer x", "");
        await host.UntilAsync(targets => targets.Count == 2);
        var absent = Should.Throw<IOException>(() => ProbesFile.Read($"{web.Urls.Single()}/none.yaml", _ => null));
        absent.Message.ShouldEndWith("answered 404.");
    }

    private ProbesFile Read(string text)
    {
        File.WriteAllText(_folder.Combine("probes.yaml"), text);
        return ProbesFile.Read(_folder.Combine("probes.yaml"), _ => null);
    }
}
