using Dashboards.Tests.Live;

[assembly: AssemblyFixture(typeof(SigmaUnderPrometheus))]

namespace Dashboards.Tests.Live;

/// <summary>Sigma over events that come by HTTP and in a file, with a rule that changes.</summary>
public sealed class SigmaUnderPrometheus() : HostUnderPrometheus("sigma")
{
    private static readonly string Samples = Path.Combine(SharedData.RepositoryRoot, "src", "Sigma.Streams", "Samples");
    private static readonly string Events = Path.Combine(Samples, "events.ndjson");

    /// <summary>Without a broker there is none of what the source says of it.</summary>
    public override bool IsAbsent(string query) => base.IsAbsent(query) || query.Contains("sigma_kafka_", StringComparison.Ordinal);

    protected override IReadOnlyList<string> Signs =>
        ["job:sigma_commit_seconds:p99_5m > 0", "increase(sigma_reload_seconds_count[20s]) > 0"];

    private string RuleFolder => Folder.Combine("rules");

    protected override Task<IReadOnlyList<IDisposable>> StartAsync(int port)
    {
        Directory.CreateDirectory(RuleFolder);
        foreach (var file in Directory.EnumerateFiles(Path.Combine(Samples, "rules"), "*.yml"))
        {
            File.Copy(file, Path.Combine(RuleFolder, Path.GetFileName(file)));
        }

        return Task.FromResult<IReadOnlyList<IDisposable>>(
        [
            BuiltProgram.Start(
                "Sigma.Streams",
                Folder.Path,
                [
                    "run", $"--Sigma:HttpPort={port}", "--rules", RuleFolder, "--source", "http", "file", "--events", Events,
                    "--sink", "file", $"--Sigma:File:Output={Folder.Combine("alerts.ndjson")}",
                ]),
        ]);
    }

    protected override async Task UseAsync(HttpClient http, Uri host)
    {
        await File.AppendAllTextAsync(Path.Combine(RuleFolder, "long-dns-name.yml"), "\n");
        using var body = new StringContent($"{await File.ReadAllTextAsync(Events)}\nno record\n");
        using var posted = await http.PostAsync(new Uri(host, "/v1/events"), body);
    }
}
