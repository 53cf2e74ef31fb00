using System.Net;
using System.Net.Sockets;
using Journal.Log.Folders;
using Journal.Log.Witnessing;

namespace Journal.Tests;

/// <summary>A machine that was copied, with its keys.</summary>
public sealed class CloneTests : IDisposable
{
    private readonly TempDirectory _files = new("clone");
    private readonly TempDirectory _other = new("witness");
    private readonly HttpClient _http = new();

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public void Dispose()
    {
        _files.Dispose();
        _other.Dispose();
        _http.Dispose();
    }

    [Fact]
    public async Task Clone_OfAMachine_IsFoundByItsWitnessAndNotReady()
    {
        var (own, other) = (JournalHost.Make(_files), JournalHost.Make(_other));
        await using var witness = await JournalHost.StartOnAsync(
            other, record => record.Message.Contains("signed two histories", StringComparison.Ordinal),
                $"Witness:Logs={own.ReadVerifier()}");
        var anchor = $"Anchors={witness.Http}#{await File.ReadAllTextAsync(other.WitnessVerifierFile, Token)}".Trim();
        await using (var host = await JournalHost.StartOnAsync(own, null, anchor))
        {
            await PostAsync(host, "before the copy");
            await ReadyAsync(host, HttpStatusCode.OK);
        }

        var copy = new JournalFolder(_files.Combine("copy"));
        Copy(own.Path, copy.Path);
        await using var first = await JournalHost.StartOnAsync(own, null, anchor);
        await PostAsync(first, "of the first");
        await ReadyAsync(first, HttpStatusCode.OK);
        await Deadline.UntilAsync(() => File.Exists(Path.Combine(own.Cosigned, Directory.GetFiles(own.Cosigned).Single())));
        await using var clone = await JournalHost.StartOnAsync(
            copy, record => record.Message.Contains("has seen another history", StringComparison.Ordinal), anchor);
        await PostAsync(clone, "of the clone");

        await Deadline.UntilAsync(() => clone.Logged.Any(line => line.Contains("clone of this machine", StringComparison.Ordinal)));
        await ReadyAsync(clone, HttpStatusCode.ServiceUnavailable);
    }

    /// <summary>A backup that was put back: the file has checkpoints of what is missing, and gets no others.</summary>
    [Fact]
    public async Task Restore_OfAnOlderCopy_IsFoundByAFileOfAnchorsAndNotReady()
    {
        var own = JournalHost.Make(_files);
        var (file, copy) = (_other.Combine("anchors"), new JournalFolder(_files.Combine("copy")));
        await using (var host = await JournalHost.StartOnAsync(own, null, $"Anchors={file}"))
        {
            await PostAsync(host, "before the copy");
        }

        Copy(own.Path, copy.Path);
        await using (var host = await JournalHost.StartOnAsync(own, null, $"Anchors={file}"))
        {
            await ReadyAsync(host, HttpStatusCode.OK); // it continues what the file has
            await Task.WhenAll(Enumerable.Range(0, 3).Select(line => PostAsync(host, $"after the copy {line}")));
        }

        var kept = await File.ReadAllTextAsync(file, Token);
        await using var restored = await JournalHost.StartOnAsync(
            copy, record => record.Message.Contains("has seen another history", StringComparison.Ordinal), $"Anchors={file}");
        await PostAsync(restored, "of the copy");

        await Deadline.UntilAsync(() => restored.Logged.Any(line => line.Contains("name another file", StringComparison.Ordinal)));
        await ReadyAsync(restored, HttpStatusCode.ServiceUnavailable);
        for (var line = 0; line < 20; line++)
        {
            await PostAsync(restored, $"more than the file has {line}");
        }

        await Deadline.UntilAsync(() => restored.Logged.Any(line => line.Contains("another root for the first", StringComparison.Ordinal)));
        (await File.ReadAllTextAsync(file, Token)).ShouldBe(kept);
    }

    [Fact]
    public async Task Ready_BeforeTheFirstAnswerOfAWitness_IsUnavailable()
    {
        var (own, other) = (JournalHost.Make(_files), JournalHost.Make(_other));
        using var silent = new TcpListener(IPAddress.Loopback, 0);
        silent.Start();
        await using (var host = await JournalHost.StartOnAsync(
            own, null, $"Anchors=http://{silent.LocalEndpoint}#{WitnessKeys.LoadOrMake(other).Verifier}"))
        {
            await ReadyAsync(host, HttpStatusCode.ServiceUnavailable);
        }

        await using var relay = await WitnessRelay.StartAsync(); // it leads nowhere: the witness is away
        await using var next = await JournalHost.StartOnAsync(own, null,
            $"Anchors={relay.Address}#{WitnessKeys.LoadOrMake(other).Verifier}");
        await ReadyAsync(next, HttpStatusCode.OK);
    }

    private async Task PostAsync(JournalHost host, string line)
    {
        using var response = await _http.PostAsync(new Uri(host.Http, "/v1/lines"), new StringContent(line), Token).Within();
        response.EnsureSuccessStatusCode();
    }

    private async Task ReadyAsync(JournalHost host, HttpStatusCode expected)
    {
        var last = HttpStatusCode.Unused;
        await Deadline.UntilAsync(async () =>
        {
            using var response = await _http.GetAsync(new Uri(host.Http, "/healthz/ready"), Token).Within();
            return (last = response.StatusCode) == expected;
        });
        last.ShouldBe(expected);
    }

    private static void Copy(string from, string to)
    {
        foreach (var file in Directory.GetFiles(from, "*", SearchOption.AllDirectories))
        {
            var target = Path.Combine(to, Path.GetRelativePath(from, file));
            Directory.CreateDirectory(Path.GetDirectoryName(target)!);
            File.Copy(file, target);
        }
    }
}
