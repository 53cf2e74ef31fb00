using System.Collections.Concurrent;
using System.Text;
using Analyzer.Core;
using Analyzer.Service.Features.Scanning;
using Analyzer.Service.Features.Submit;
using Hosting.Lifetime;

namespace Analyzer.Service.Tests.Scanning;

/// <summary>The command that judges what comes into a folder, while it is renamed, written in pieces, moved and deleted.</summary>
public sealed class WatchTests : IAsyncDisposable
{
    private const string Harmless = "Only a text.\n";
    private const string Suspicious = "<html><script>eval(atob('YQ=='))</script></html>";

    private readonly TempDirectory _folder = new("watch");
    private readonly CancellationTokenSource _stop = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
    private readonly Lines _lines = new();
    private readonly Lines _messages = new();
    private Task<int>? _running;

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    private string Inbox => _folder.Combine("in");

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        if (_running is not null)
        {
            (await _running.Within()).ShouldBe(ExitCode.Done);
        }

        _stop.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public async Task Watch_FilesThatCome_AreJudgedAndNothingIsMoved()
    {
        await WriteAsync("old.html", Suspicious);
        await StartAsync();

        await WriteAsync("a.txt", Harmless);
        await WriteAsync("b.html", Suspicious);

        await _lines.UntilAsync(line => line.StartsWith("clean") && line.Contains("a.txt"));
        await _lines.UntilAsync(line => line.StartsWith("suspicious") && line.Contains("b.html"));
        _lines.All.ShouldNotContain(line => line.Contains("old.html"));
        Directory.GetFiles(Inbox).Length.ShouldBe(3);
    }

    [Fact]
    public async Task Watch_Existing_JudgesWhatIsThere()
    {
        await WriteAsync("old.html", Suspicious);
        await StartAsync(existing: true);

        await _lines.UntilAsync(line => line.Contains("old.html"));
    }

    [Fact]
    public async Task Watch_FileThatIsWrittenInPieces_IsJudgedOnceAsAWhole()
    {
        await StartAsync();
        var path = Path.Combine(Inbox, "slow.html");
        await using (var file = File.Create(path))
        {
            foreach (var letter in Encoding.ASCII.GetBytes(Suspicious).Chunk(8))
            {
                await file.WriteAsync(letter, Token);
                await file.FlushAsync(Token);
                await Task.Delay(60, Token);
            }
        }

        await _lines.UntilAsync(line => line.StartsWith("suspicious") && line.Contains("slow.html"));
    }

    [Fact]
    public async Task Watch_FilesThatAreRenamedMovedOrDeleted_AreJudgedUnderTheirLastName()
    {
        await StartAsync();

        await WriteAsync("x.part", Suspicious);
        File.Move(Path.Combine(Inbox, "x.part"), Path.Combine(Inbox, "done.html"));
        Directory.CreateDirectory(_folder.Combine("sub/deep"));
        await File.WriteAllTextAsync(_folder.Combine("sub/deep/inside.html"), Suspicious, Token);
        Directory.Move(_folder.Combine("sub"), Path.Combine(Inbox, "sub"));
        await WriteAsync("gone.html", Suspicious);
        File.Delete(Path.Combine(Inbox, "gone.html"));

        await _lines.UntilAsync(line => line.Contains("done.html"));
        await _lines.UntilAsync(line => line.Contains("inside.html"));
        _lines.All.ShouldNotContain(line => line.StartsWith("error"));
    }

    [Fact]
    public async Task Watch_Quarantine_MovesWhatWasFoundWithItsReport()
    {
        var place = Path.Combine(Inbox, "quarantine/"); // inside: what lies there is not judged again
        await StartAsync(new Quarantine(place));

        await WriteAsync("a.txt", Harmless);
        await WriteAsync("b.html", Suspicious);
        await _messages.UntilAsync(line => line.Contains("b.html was moved to"));
        await WriteAsync("c.html", Suspicious);
        await _messages.UntilAsync(line => line.Contains("c.html was moved to"));

        var moved = Directory.GetFiles(place);
        moved.Length.ShouldBe(4);
        moved.Count(path => path.EndsWith(".json")).ShouldBe(2);
        string.Concat(moved.Where(path => path.EndsWith(".json")).Select(File.ReadAllText)).ShouldContain("b.html");
        await _lines.UntilAsync(line => line.Contains("a.txt"));
        Directory.GetFiles(Inbox).ShouldHaveSingleItem().ShouldEndWith("a.txt");
    }

    [Fact]
    public async Task Watch_QuarantineAndALink_LeavesTheLinkAndItsTarget()
    {
        await File.WriteAllTextAsync(_folder.Combine("outside.html"), Suspicious, Token);
        await StartAsync(new Quarantine(_folder.Combine("found")));

        File.CreateSymbolicLink(Path.Combine(Inbox, "a.html"), _folder.Combine("outside.html"));

        await _messages.UntilAsync(line => line.Contains("a.html was not moved: it is a link to"));
        Directory.GetFiles(_folder.Combine("found")).ShouldBeEmpty();
    }

    [Fact]
    public async Task Watch_FolderInTheQuarantine_IsRefused()
    {
        Directory.CreateDirectory(Inbox);
        using var judge = new LocalJudge(new PartOptions(), null, TimeProvider.System);
        var command = new WatchCommand(
            judge, new Quarantine(_folder.Path), new ScanLines(_lines, json: false), _messages, TimeProvider.System);

        (await command.RunAsync(Inbox, existing: true, Verdict.Suspicious, Token).Within()).ShouldBe(ExitCode.NotDone);

        _messages.All.ShouldHaveSingleItem().ShouldContain("lies in the quarantine");
    }

    [Fact]
    public async Task Watch_Server_GetsEachFileEvenIfItIsAwayAtFirst()
    {
        var address = $"http://127.0.0.1:{LoopbackPort.FindFree()}";
        await StartAsync(judge: new ServiceJudge(new Uri(address), "key", null, _messages, TimeProvider.System));
        await WriteAsync("a.html", Suspicious);
        await _messages.UntilAsync(line => line.Contains("cannot be reached"));

        await using var host = await AnalyzerHost.StartAsync($"HttpPort={new Uri(address).Port}");

        await _lines.UntilAsync(line => line.StartsWith("suspicious") && line.Contains("a.html"));
        var stored = await host.Store.ListAsync(new ReportQuery(), Token).Within();
        stored.Reports.ShouldHaveSingleItem();
    }

    private Task WriteAsync(string name, string content)
    {
        Directory.CreateDirectory(Inbox);
        return File.WriteAllTextAsync(Path.Combine(Inbox, name), content, Token);
    }

    private async Task StartAsync(Quarantine? quarantine = null, IFileJudge? judge = null, bool existing = false)
    {
        Directory.CreateDirectory(Inbox);
        var command = new WatchCommand(
            judge ?? new LocalJudge(new PartOptions(), null, TimeProvider.System), quarantine, new ScanLines(_lines, json: false),
            _messages, TimeProvider.System)
        {
            Settled = TimeSpan.FromMilliseconds(300),
            Round = TimeSpan.FromSeconds(1),
        };
        _running = command.RunAsync(Inbox, existing, Verdict.Suspicious, _stop.Token);
        await _messages.UntilAsync(line => line.EndsWith("is watched."));
    }

    /// <summary>Lines as they are written.</summary>
    private sealed class Lines : StringWriter
    {
        private readonly ConcurrentQueue<string> _all = new();

        public IReadOnlyList<string> All => [.. _all];

        public override Task WriteLineAsync(string? value)
        {
            _all.Enqueue(value ?? "");
            return Task.CompletedTask;
        }

        public async Task UntilAsync(Func<string, bool> isThere)
        {
            using var deadline = new CancellationTokenSource(TimeSpan.FromMinutes(1));
            while (!_all.Any(isThere))
            {
                deadline.Token.IsCancellationRequested.ShouldBeFalse($"it did not come: {string.Join('\n', _all)}");
                await Task.Delay(50, Token);
            }
        }
    }
}
