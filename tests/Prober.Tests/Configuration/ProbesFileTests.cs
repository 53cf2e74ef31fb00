using System.Text.Json.Nodes;
using Hosting.Lifetime;
using Prober.Engine.Probing.Http;
using Prober.Engine.Probing.Tls;
using Prober.Engine.Tests.Probing;
using Prober.Features.Configuration;
using Trust;

namespace Prober.Tests.Configuration;

public sealed class ProbesFileTests : IDisposable
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    private readonly TempDirectory _folder = new("probes");

    [Fact]
    public void Read_KeysOfEaseProbe_MeanWhatTheyMeanThere()
    {
        var file = Read("""
            version: v1.5.0
            http:
              - name: Site
                url: https://ada:s3cret@example.com/health
                method: post
                headers: { X-One: "1" }
                content_encoding: text/json
                body: '{}'
                success_code: [[200, 206], [300, 308]]
                contain: ok
                interval: 1m30s
                timeout: 5s
                failure: 3
                success: 2
                labels: { team: web }
                nolinger: true
                limit_redirects: true
                max_redirects: 3
                with_output: true
                insecure: true
                resume: true
            tcp:
              - { name: Port, host: "example.com:22" }
              - { name: Six, host: "[::1]:22", timeout: 5m }
            tls:
              - { name: Certificate, host: example.com:443, alert_expire_before: 168h, nolinger: true }
              - { name: Unsigned, host: example.com:443, insecure_skip_verify: true }
              - { name: Ended, host: example.com:443, expire_skip_verify: true, alert_expire_before: 168h }
            grpc:
              - { name: Analyzer, host: 127.0.0.1:5081, service: analyzer.v1.Analyzer, nolinger: true }
            dns:
              - { name: Zone, host: 192.0.2.53, query: example.com., type: mx, expect: mail, rcode: noerror, protocol: tcp, nolinger: true }
            ping:
              - { name: Router, host: 192.0.2.1, count: 5, lost: 0.2, resolve: always, nolinger: true }
            client:
              - { name: Cache, driver: redis, host: "127.0.0.1:6379", password: s3cret, nolinger: false, labels: { team: data } }
            settings:
              name: mine
              http: { ip: 127.0.0.2, port: 9000 }
              probe: { interval: 20s, timeout: 2s, nolinger: true, labels: { team: net, zone: a } }
            """);

        file.Problems.ShouldBeEmpty();
        file.Listen!.ToString().ShouldBe("127.0.0.2:9000");
        file.Targets.Select(target => (target.Kind, target.Name)).ShouldBe(
            [("http", "Site"), ("tcp", "Port"), ("tcp", "Six"), ("tls", "Certificate"), ("tls", "Unsigned"), ("tls", "Ended"),
                ("grpc", "Analyzer"), ("dns", "Zone"), ("ping", "Router"), ("client", "Cache")]);
        var site = file.Targets[0];
        site.Interval.ShouldBe(TimeSpan.FromSeconds(90));
        site.Timeout.ShouldBe(TimeSpan.FromSeconds(5));
        (site.Failures, site.Successes).ShouldBe((3, 2));
        ((HttpProbe)site.Probe).Settings.ShouldSatisfyAllConditions(
            settings => settings.MaxRedirects.ShouldBe(3),
            settings => settings.LastRedirectCounts.ShouldBeTrue(),
            settings => settings.ShowsContent.ShouldBeTrue(),
            settings => settings.ClosesPlainly.ShouldBeTrue(),
            settings => settings.Tls.Resumes.ShouldBeTrue(),
            settings => (settings.Tls.SkipsVerification, settings.Tls.SkipsExpiry).ShouldBe((true, true)));
        file.Targets.Skip(3).Take(3).Select(target => ((TlsProbe)target.Probe).Settings)
            .Select(settings => (settings.Rules.SkipsVerification, settings.Rules.SkipsExpiry, settings.EndsNotBefore?.TotalHours))
            .ShouldBe([(false, false, 168), (true, false, null), (false, true, null)]);
        site.Labels.ShouldBe(new Dictionary<string, string> { ["team"] = "web", ["zone"] = "a" }, ignoreOrder: true);
        site.Probe.Endpoint.ShouldBe("https://example.com/health");
        file.Targets[1].Interval.ShouldBe(TimeSpan.FromSeconds(20));
        file.Targets[1].Timeout.ShouldBe(TimeSpan.FromSeconds(2));
        file.Targets[2].Probe.Endpoint.ShouldBe("[::1]:22");
        file.Targets[2].Timeout.ShouldBe(TimeSpan.FromSeconds(20));
        file.Targets[7].Probe.Endpoint.ShouldBe("192.0.2.53:53/MX example.com");
        file.Targets[8].AlwaysResolves.ShouldBeTrue();
        file.Targets[1].Labels.ShouldBe(new Dictionary<string, string> { ["team"] = "net", ["zone"] = "a" }, ignoreOrder: true);
        file.Targets[9].Labels["team"].ShouldBe("data");
        file.Notes.Single().Message.ShouldBe("the time-out is longer than the interval, and is cut to it");
    }

    [Fact]
    public void Read_HostsWithOtherLetters_AreWhatNameServersAreAskedFor()
    {
        var file = Read("""
            tcp: [{ name: a, host: "bücher.example:80" }]
            dns: [{ name: b, host: bücher.example, query: example.com }]
            ping: [{ name: c, host: bücher.example }]
            """);

        file.Problems.ShouldBeEmpty();
        file.Targets.Select(target => target.Probe.Endpoint).ShouldBe(
            ["xn--bcher-kva.example:80", "xn--bcher-kva.example:53/A example.com", "xn--bcher-kva.example"]);
    }

    /// <summary>A link stays as it is when what it leads to changes.</summary>
    [Fact]
    public void Read_AuthoritiesBehindALinkThatChange_AreReadAnew()
    {
        using var first = new Authority();
        using var second = new Authority();
        File.CreateSymbolicLink(_folder.Combine("ca.pem"), _folder.Combine("behind.pem"));
        var text = $"http: [{{ name: a, url: 'https://x/', ca: '{_folder.Combine("ca.pem")}' }}]";
        File.WriteAllText(_folder.Combine("behind.pem"), first.Pem);
        var before = Roots();

        File.WriteAllText(_folder.Combine("behind.pem"), second.Pem + "\n");

        Roots().ShouldNotBeSameAs(before);

        Authorities Roots() => ((HttpProbe)Read(text).Targets.Single().Probe).Settings.Tls.Roots;
    }

    [Theory]
    [InlineData("", false)]
    [InlineData(", nolinger: true", true)]
    public void Read_Nolinger_IsADefaultThatATargetMayChange(string own, bool isPlain)
    {
        var file = Read($$"""
            settings: { probe: { nolinger: {{(isPlain ? "false" : "true")}} } }
            http:
              - { name: a, url: "http://x/"{{own}} }
              - { name: b, url: "http://x/", nolinger: {{(isPlain ? "true" : "false")}} }
            """);

        file.Problems.ShouldBeEmpty();
        file.Targets.Select(target => ((HttpProbe)target.Probe).Settings.ClosesPlainly).ShouldBe([true, isPlain]);
    }

    [Fact]
    public void Read_TargetsThatSayTheSame_ShareWhatTheyShare()
    {
        const string Same = "contain: ok, headers: { X: y }, success_code: [[200, 299]], json: { a: b }, body: c, insecure: true, "
            + "labels: { team: web }, channels: [ops], alert: { max: 3 }";
        var file = Read($$"""
            http:
              - { name: a, url: "http://x/", {{Same}} }
              - { name: b, url: "http://y/", {{Same}} }
              - { name: c, url: "http://z/", {{Same.Replace("ok", "no")}} }
            """);

        file.Problems.ShouldBeEmpty();
        var settings = file.Targets.Select(target => ((HttpProbe)target.Probe).Settings).ToList();
        settings[1].ShouldBeSameAs(settings[0]);
        settings[2].ShouldNotBe(settings[0]);
        settings[2].Contain!.IsMatch("ok").ShouldBeFalse();
        file.Targets[2].Labels.ShouldBeSameAs(file.Targets[0].Labels);
        file.Targets.Select(target => target.Probe.Endpoint).ShouldBe(["http://x/", "http://y/", "http://z/"]);
        file.Alerts.Values.Distinct(ReferenceEqualityComparer.Instance).ShouldHaveSingleItem();
    }

    [Fact]
    public void Read_Variables_StandForTheirValues()
    {
        var file = Read("tcp:\n  - name: ${WHO} and ${WHO}\n    host: ${WHERE}:1\n");

        file.Targets.Single().Name.ShouldBe("Ada and Ada");
        file.Targets.Single().Probe.Endpoint.ShouldBe("here:1");
    }

    [Fact]
    public void Read_Folder_IsOneConfiguration()
    {
        File.WriteAllText(_folder.Combine("a.yaml"), "tcp:\n  - { name: a, host: x:1 }\n");
        File.WriteAllText(_folder.Combine("b.yml"), "settings:\n  probe: { interval: 7s }\ntcp:\n  - { name: b, host: x:1 }\n");
        File.WriteAllText(_folder.Combine("notes.txt"), "no YAML: [");

        var file = ProbesFile.Read(_folder.Path, _ => null);

        file.Problems.ShouldBeEmpty();
        file.Targets.Select(target => target.Name).ShouldBe(["a", "b"]);
        file.Targets.ShouldAllBe(target => target.Interval == TimeSpan.FromSeconds(7));
    }

    [Fact]
    public void Validate_GoodBadAndMissing_HasItsExitCode()
    {
        File.WriteAllText(_folder.Combine("good.yaml"), "tcp:\n  - { name: a, host: x:1 }\n");
        File.WriteAllText(_folder.Combine("bad.yaml"), "tcp:\n  - { name: a }\n");

        Validate("good.yaml").ShouldBe((ExitCode.Done, "1 targets, 0 problems.", ""));
        var bad = Validate("bad.yaml");
        bad.Code.ShouldBe(ExitCode.NotDone);
        bad.Output.ShouldContain("bad.yaml:2: host is missing");
        var missing = Validate("missing.yaml");
        missing.Code.ShouldBe(ExitCode.NotDone);
        missing.Messages.ShouldContain("missing.yaml");
    }

    [Fact]
    public async Task Host_ConfigurationChanges_IsAppliedAndABadOneIsNot()
    {
        var path = _folder.Combine("probes.yaml");
        await File.WriteAllTextAsync(path, "tcp:\n  - { name: first, host: 127.0.0.1:9 }\n", Token);
        await using var host = await ProberHost.StartAsync("--config", path);
        (await NamesAsync(host)).ShouldBe(["first"]);

        await File.WriteAllTextAsync(
            path, "tcp:\n  - { name: first, host: 127.0.0.1:9 }\n  - { name: second, host: 127.0.0.1:9 }\n", Token);
        await Deadline.UntilAsync(async () => (await NamesAsync(host)).SequenceEqual(["first", "second"]));

        await File.WriteAllTextAsync(path, "tcp:\n  - { name: third }\n", Token);
        await Deadline.UntilAsync(async () =>
            (await host.Http.GetStringAsync("/healthz/ready", Token)).Contains("host is missing"));
        (await NamesAsync(host)).ShouldBe(["first", "second"]);
    }

    [Fact]
    public async Task Host_SettingsHttpChanges_SaysOnceThatItTakesARestart()
    {
        var path = _folder.Combine("probes.yaml");
        await WriteAsync("first", 9000);
        await using var host = await ProberHost.StartAsync("--config", path);

        await WriteAsync("second", 9000);
        await Deadline.UntilAsync(async () => (await NamesAsync(host)).SequenceEqual(["second"]));
        await WriteAsync("third", 19_000);
        await Deadline.UntilAsync(() => Said() > 0);

        (await NamesAsync(host)).ShouldBe(["third"]);
        Said().ShouldBe(1);

        Task WriteAsync(string name, int port) => File.WriteAllTextAsync(
            path, $"settings: {{ http: {{ port: {port} }} }}\ntcp:\n  - {{ name: {name}, host: 127.0.0.1:9 }}\n", Token);

        int Said() => host.Log.Records.Count(record => record.Message.StartsWith("settings.http has changed. Restart"));
    }

    [Fact]
    public async Task Host_ConfigurationBehindALinkChanges_IsApplied()
    {
        var (path, behind) = (_folder.Combine("probes.yaml"), _folder.Combine("behind"));
        await File.WriteAllTextAsync(behind, "tcp:\n  - { name: first, host: 127.0.0.1:9 }\n", Token);
        File.CreateSymbolicLink(path, behind);
        await using var host = await ProberHost.StartAsync("--config", path);

        await File.WriteAllTextAsync(behind, "tcp:\n  - { name: second, host: 127.0.0.1:9 }\n", Token);

        await Deadline.UntilAsync(async () => (await NamesAsync(host)).SequenceEqual(["second"]));
    }

    [Fact]
    public async Task Host_FolderThatMayNoLongerBeRead_KeepsTheLastConfiguration()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows() || Environment.IsPrivilegedProcess, "this user may read everything");
        await File.WriteAllTextAsync(_folder.Combine("probes.yaml"), "tcp:\n  - { name: first, host: 127.0.0.1:9 }\n", Token);
        await using var host = await ProberHost.StartAsync("--config", _folder.Path);
        try
        {
            SetMode(UnixFileMode.None);
            await Deadline.UntilAsync(async () => (await host.Http.GetStringAsync("/healthz/ready", Token)).Contains(_folder.Path));
            (await NamesAsync(host)).ShouldBe(["first"]);
        }
        finally
        {
            SetMode(UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        }

        await Deadline.UntilAsync(async () => !(await host.Http.GetStringAsync("/healthz/ready", Token)).Contains(_folder.Path));

        void SetMode(UnixFileMode mode)
        {
            if (!OperatingSystem.IsWindows())
            {
                File.SetUnixFileMode(_folder.Path, mode);
            }
        }
    }

    [Fact]
    public async Task Host_TimeoutsLongerThanTheirIntervals_SaysSoOnce()
    {
        var path = _folder.Combine("probes.yaml");
        await File.WriteAllTextAsync(
            path,
            """
            tcp:
              - { name: a, host: "127.0.0.1:9", interval: 10s, timeout: 20s }
              - { name: b, host: "127.0.0.1:9", interval: 10s }
              - { name: c, host: "127.0.0.1:9", interval: 12s }
              - { name: d, host: "127.0.0.1:9" }
            """,
            Token);

        await using var host = await ProberHost.StartAsync("--config", path);

        host.Log.Records.Select(record => record.Message).Where(message => message.Contains("cut to it")).ShouldBe(
            [$"{path}:2: the time-out is longer than the interval, and is cut to it.",
                $"{path}:3: the default time-out is longer than the interval of 2 targets, and is cut to it."]);
    }

    [Fact]
    public async Task Host_RefusedConfiguration_DoesNotStart()
    {
        var path = _folder.Combine("probes.yaml");
        await File.WriteAllTextAsync(
            path, "client:\n  - { name: a, driver: oracle, host: x:1 }\ntcp:\n  - { name: b, host: 127.0.0.1:9 }\n", Token);

        var refused = await Should.ThrowAsync<ConfigRefusedException>(() => ProberHost.StartAsync("--config", path));
        await using var lenient = await ProberHost.StartAsync("--config", path, "--skip-unsupported");

        refused.Message.ShouldContain("probes.yaml:2: driver is not supported");
        (await NamesAsync(lenient)).ShouldBe(["b"]);
        lenient.Log.Records.ShouldContain(record => record.Message.Contains("Passed over") && record.Message.Contains("driver"));
    }

    /// <summary>Whoever passes over what is missing wants to be told nevertheless.</summary>
    [Fact]
    public void Read_NotifierWithAnUnsupportedKey_IsThereWithoutIt()
    {
        var file = Read("notify:\n  discord:\n    - { name: chat, webhook: 'https://x/', avatar: y, thumbnail: z }\n");

        file.Problems.ShouldBeEmpty();
        file.Notes.Count.ShouldBe(2);
        file.Notifiers.Single().Name.ShouldBe("chat");
    }

    public void Dispose() => _folder.Dispose();

    private ProbesFile Read(string text)
    {
        var path = _folder.Combine("probes.yaml");
        File.WriteAllText(path, text);
        return ProbesFile.Read(path, name => name switch { "WHO" => "Ada", "WHERE" => "here", _ => null });
    }

    private (int Code, string Output, string Messages) Validate(string name)
    {
        using var output = new StringWriter();
        using var messages = new StringWriter();
        var code = ValidateCommand.Run(_folder.Combine(name), false, _ => null, output, messages);
        return (code, output.ToString().Trim(), messages.ToString().Trim());
    }

    private static async Task<string[]> NamesAsync(ProberHost host) =>
    [
        .. JsonNode.Parse(await host.Http.GetStringAsync("/api/v1/targets", Token))!["targets"]!
            .AsArray().Select(target => target!["name"]!.GetValue<string>()),
    ];
}
