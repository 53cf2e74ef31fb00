using Dashboards.Tests.Live;

[assembly: AssemblyFixture(typeof(JournalUnderPrometheus))]

namespace Dashboards.Tests.Live;

/// <summary>A journal that takes a few lines.</summary>
public sealed class JournalUnderPrometheus() : HostUnderPrometheus("journal")
{
    protected override IReadOnlyList<string> Signs => ["job:journal_flush_seconds:p99_5m > 0"];

    protected override async Task<IReadOnlyList<IDisposable>> StartAsync(int port)
    {
        using (var init = BuiltProgram.Start("Journal", Folder.Path, "init", "--new-reader"))
        {
            (await init.EndAsync()).Code.ShouldBe(0);
        }

        string[] otherPorts = [.. ((string[])["Tcp", "Udp", "Tls", "Relp"]).Select(name => $"--Journal:{name}Port=0")];
        return
        [
            BuiltProgram.Start(
                "Journal",
                Folder.Path,
                [
                    $"--Journal:HttpPort={port}", $"--Journal:Anchors={Folder.Combine("anchors")}", "--Journal:KnownSenders=127.0.0.1",
                    .. otherPorts,
                ]),
        ];
    }

    protected override async Task UseAsync(HttpClient http, Uri host)
    {
        using var lines = new StringContent("a line\nanother\n");
        using var stored = await http.PostAsync(new Uri(host, "/v1/lines"), lines);
    }
}
