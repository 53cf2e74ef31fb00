using System.Text.Json;
using System.Text.RegularExpressions;

namespace Dashboards.Tests.Live;

/// <summary>
/// Which alerts of all rules fire in a real Prometheus, in real time: they wait for five minutes. promtool judges each rule by itself, with
/// series that somebody wrote.
/// </summary>
[Trait("Category", "Nightly")]
public sealed partial class FiringTests : IDisposable
{
    private const string Firing = "ALERTS{alertstate=\"firing\"}";

    /// <summary>The alerts' five minutes, and as long again for a busy machine.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(10);

    private readonly TempDirectory _folder = new("firing");

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Alerts_LabKilledAndAHostNoTargetAnyMore_TellTheHostAlone()
    {
        var results = Directory.CreateDirectory(_folder.Combine("load", "results")).FullName;
        var configuration = Configuration.CopyTo(_folder);
        var targets = Path.Combine(Path.GetDirectoryName(configuration)!, "prober.json");
        var instance = $"127.0.0.1:{LoopbackPort.FindFree()}";
        await File.WriteAllTextAsync(configuration, WithProberOnly(await File.ReadAllTextAsync(configuration, Token)), Token);
        await File.WriteAllTextAsync(targets, JsonSerializer.Serialize(new[] { new { targets = new[] { instance } } }), Token);
        using var prober = BuiltProgram.Start(
            "Prober", _folder.Path, $"--Prober:HttpPort={instance.Split(':')[1]}", $"--Prober:Targets:0=http://{instance}/healthz/live");
        await using var prometheus = await PrometheusServer.StartAsync(new TempDirectory("prometheus"), configuration, Token);
        using var lab = new LabProcess("--only", "size=10KB,instances=16", "--repeat", "100", "--out", results);
        await UntilAsync(prometheus, $"up{{instance=\"{instance}\"}} == 1");
        await UntilAsync(prometheus, "up{run!=\"\"} == 1");

        await lab.KillAsync();
        await File.WriteAllTextAsync(targets, "[]", Token);
        await UntilAsync(prometheus, $"{Firing} and ALERTS{{alertname=\"HostRemoved\",job=\"prober\",instance=\"{instance}\"}}");
        await UntilAsync(prometheus, $"count({Firing} and ALERTS{{alertname=\"ProberAbsent\"}}) == 2");

        (await prometheus.QueryAsync("up{run!=\"\"} == 0", Token)).ShouldNotBeEmpty("the lab is still a target");
        var firing = await prometheus.QueryAsync(Firing, Token);
        firing.ShouldAllBe(alert => !alert.Labels.ContainsKey("run"));
        // The other systems have no target at all: the alerts that say so are right.
        firing.Where(alert => alert.Labels.GetValueOrDefault("instance") != instance).Select(alert => alert.Labels["alertname"])
            .Order().ShouldBe(["AnalyzerAbsent", "GatewayAbsent", "JournalAbsent", "ProberAbsent", "ProberAbsent", "SigmaAbsent"]);
    }

    /// <summary>The prober is a target as long as a file says so; of the others only the lab's are.</summary>
    private static string WithProberOnly(string configuration)
    {
        const string Prober = "    static_configs:\n      - targets: [\"127.0.0.1:8181\"]\n";
        const string Discovered = "    file_sd_configs:\n      - files: [";
        configuration = configuration.Replace($"{Prober}{Discovered}", $"{Discovered}prober.json, ");
        configuration = configuration.Replace(Prober, $"{Discovered}prober.json]\n        refresh_interval: 1s\n");
        return Static().Replace(configuration, "");
    }

    private static async Task UntilAsync(PrometheusServer prometheus, string query)
    {
        using var over = CancellationTokenSource.CreateLinkedTokenSource(Token);
        over.CancelAfter(Patience);
        while ((await prometheus.QueryAsync(query, over.Token)).Count == 0)
        {
            await Task.Delay(TimeSpan.FromSeconds(1), over.Token);
        }
    }

    [GeneratedRegex(@"    static_configs:\n      - targets: \[[^\]]*\]\n")]
    private static partial Regex Static();
}
