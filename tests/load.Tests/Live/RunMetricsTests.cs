using System.Net;
using System.Net.Sockets;
using System.Text.Json.Nodes;
using Load.Live;
using Load.Machine;

namespace Load.Tests.Live;

public sealed class RunMetricsTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Targets_WhileSomethingRuns_LeadToTheLabAndItsServices()
    {
        using var folder = new TempDirectory();
        var file = folder.Combine(ScrapeTargets.FileName);
        using (var metrics = new RunMetrics("run-1", folder.Path, null))
        {
            var first = new Process("Analyzer.Service", new Uri("http://127.0.0.1:5001/metrics"));
            metrics.Started(first, "default");
            metrics.Started(new Process("Analyzer.Service", new Uri("http://127.0.0.1:5002/metrics")), "threads=50");
            metrics.Started(new Process("Farm", null), "default");
            metrics.Stopping(first);

            var targets = JsonNode.Parse(await File.ReadAllTextAsync(file, Token))!.AsArray();
            targets.Count.ShouldBe(2);
            targets[0]!["labels"]!.ToJsonString().ShouldBe("""{"job":"load"}""");
            targets[1]!.ToJsonString().ShouldBe(
                """{"targets":["127.0.0.1:5002"],"labels":{"job":"analyzer","run":"run-1","settings":"threads=50"}}""");

            using var http = new HttpClient();
            var text = await http.GetStringAsync($"http://{(string)targets[0]!["targets"]![0]!}/metrics", Token).Within();
            text.ShouldContain("load_requests_in_flight{run=\"run-1\"} 0");
        }

        Directory.GetFiles(folder.Path).ShouldBeEmpty();
    }

    [Fact]
    public void Port_Taken_SaysSo()
    {
        using var folder = new TempDirectory();
        using var other = new TcpListener(IPAddress.Loopback, 0);
        other.Start();
        var port = ((IPEndPoint)other.LocalEndpoint).Port;

        Should.Throw<LabException>(() => new RunMetrics("run-1", folder.Path, port)).Message.ShouldContain($"--metrics-port {port}");
    }

    private sealed record Process(string Name, Uri? Metrics) : IObservedProcess
    {
        public ProcessUsage? Usage => null;

        public bool HasExited => false;
    }
}
