using System.Text;
using System.Text.Json.Nodes;
using Hosting.Lifetime;
using Journal.Features.Replay;
using Journal.Features.Replay.Sinks;
using Journal.Features.Search;
using Journal.Log.Folders;
using Journal.Log.Frames;
using Journal.Log.Recipients;
using Journal.Log.Verifying;
using Journal.Log.Writing;

namespace Journal.Tests;

public sealed class ReplayTests
{
    private const string Old = "<11>Nov 22 10:00:00 host sshd[42]: Failed password";
    private const string New = "<14>1 2026-11-22T10:00:00Z host app 1 - - hello";
    private const string Json = "{\"a\":1}";
    private const string Plain = "no syslog at all";

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Replay_EveryFilter_LeavesWhatItNames()
    {
        await using var host = await StartAsync();

        (await Raw(new())).ShouldBe([Old, New, Json, Plain]);
        (await Raw(new() { From = new(1, null), To = new(3, null) })).ShouldBe([New, Json]);
        (await Raw(new() { From = TimeText.Parse("2100-01-01", DateTimeOffset.UnixEpoch) })).ShouldBeEmpty();
        (await Raw(new() { To = TimeText.Parse("2100-01-01T00:00:00Z", DateTimeOffset.UnixEpoch) })).Length.ShouldBe(4);
        (await Raw(new() { Severity = 3 })).ShouldBe([Old]);
        (await Raw(new() { Severity = 7 })).ShouldBe([Old, New]);
        (await Raw(new() { App = "sshd" })).ShouldBe([Old]);
        (await Raw(new() { App = "app" })).ShouldBe([New]);
        (await Raw(new() { Text = "hello"u8.ToArray() })).ShouldBe([New]);
        (await Raw(new() { Source = "127.0.0.1" })).Length.ShouldBe(4);
        (await Raw(new() { Source = "10.0.0.1" })).ShouldBeEmpty();

        async Task<string[]> Raw(ReplayFilter filter) =>
            (await host.ReplayAsync(filter, RecordFormats.Raw)).Split('\n', StringSplitOptions.RemoveEmptyEntries);
    }

    [Fact]
    public async Task Replay_AsRfc5424_GivesAHeadToWhatHasNone()
    {
        await using var host = await StartAsync();

        var lines = (await host.ReplayAsync(new(), RecordFormats.Rfc5424)).Split('\n', StringSplitOptions.RemoveEmptyEntries);

        lines[0].ShouldMatch(@"^<11>1 \S+Z host sshd 42 - - sshd\[42\]: Failed password$");
        lines[1].ShouldBe(New);
        lines[2].ShouldMatch(@"^<13>1 \S+Z - - - - - \{""a"":1\}$");
        lines[3].ShouldMatch(@"^<13>1 \S+Z - - - - - no syslog at all$");
    }

    [Fact]
    public async Task Replay_AsJson_TellsWhereALineCameFrom()
    {
        await using var host = await StartAsync();

        var lines = (await host.ReplayAsync(new(), RecordFormats.Json)).Split('\n', StringSplitOptions.RemoveEmptyEntries);

        var first = JsonNode.Parse(lines[0])!;
        ((long)first["sequence"]!, (string?)first["by"], (int)first["severity"]!, (string?)first["app"], (string?)first["message"])
            .ShouldBe((0, "http", 3, "sshd", Old));
        ((string?)JsonNode.Parse(lines[3])!["message"]).ShouldBe(Plain);
    }

    [Fact]
    public async Task Replay_AFirstSegmentThatIsGone_IsMissing()
    {
        using var directory = new TempDirectory();
        var folder = await WriteAsync(directory);
        var places = folder.ListSegments();
        File.Delete(places[0].Path);

        var (code, output, said) = await ReplayAsync(folder);

        (code, output).ShouldBe((ExitCode.Found, "b\n"));
        said.ShouldStartWith($"Missing: frames 0 to {places[1].FirstFrame - 1}: no segment holds them, and no signed frame says why.");
        said.ShouldContain($" {places[1].FirstFrame} places suspicious at replay");
    }

    [Fact]
    public async Task Replay_AFirstSegmentThatRetentionDeleted_SaysNothing()
    {
        using var directory = new TempDirectory();
        var folder = await WriteAsync(directory);
        await using (var host = await JournalHost.StartOnAsync(folder, null))
        {
            var (retention, second) = (new SegmentRetention(folder, host.Writer), folder.ListSegments()[1].FirstFrame);
            (await retention.DeleteAsync(long.MaxValue, covered: second, Token).Within()).ShouldBe(1);
        }

        var (code, output, said) = await ReplayAsync(folder);

        (code, output).ShouldBe((ExitCode.Done, "b\n"));
        said.ShouldStartWith("1 lines, 0 places suspicious");
    }

    [Fact]
    public async Task Replay_WithAReaderWhoWasAddedLater_TellsWhatIsNotForItsKey()
    {
        using var directory = new TempDirectory();
        using var later = ReaderKey.Create();
        var folder = JournalHost.Make(directory);
        await WriteAsync(folder, "a", "b");
        var before = SignedLog.Read(folder, null).Proven;
        JournalMaker.AddRecipient(folder, "later.pem", later.ExportPublic());
        await WriteAsync(folder, "c");

        var (code, output, said) = await ReplayAsync(folder, later);

        (code, output).ShouldBe((ExitCode.Done, "c\n"));
        said.ShouldStartWith("Not for this key: frames 1 to ");
        said.ShouldContain(", records 0 to 1. They were sealed before this reader was added");
        said.ShouldEndWith("1 lines, 0 places suspicious at replay, 0 lines suspicious at arrival. 2 records are not for this key.\n");
        said.ShouldNotContain("Damaged");
        before.ShouldBeGreaterThan(2);
    }

    /// <summary>Damage is told even where the records stay closed.</summary>
    [Fact]
    public async Task Replay_WithAKeyThatOpensNothing_IsNotDone()
    {
        using var directory = new TempDirectory();
        using var stranger = ReaderKey.Create();
        var folder = await WriteAsync(directory);
        (await ReplayAsync(folder, stranger)).Code.ShouldBe(ExitCode.NotDone);
        var bytes = await File.ReadAllBytesAsync(folder.ListSegments()[0].Path, Token);
        bytes[^300] ^= 1;
        await File.WriteAllBytesAsync(folder.ListSegments()[0].Path, bytes, Token);

        var (code, _, said) = await ReplayAsync(folder, stranger);

        code.ShouldBe(ExitCode.Found);
        said.ShouldContain("Damaged: frame ");
    }

    /// <summary>Damage shows what was read: the frames before a bound stay on the disk.</summary>
    [Theory]
    [InlineData("1", "b\n")]
    [InlineData("2100-01-01", "")]
    public async Task Replay_FromABound_LeavesWhatIsBeforeUnread(string from, string expected)
    {
        using var directory = new TempDirectory();
        var folder = await WriteAsync(directory);
        foreach (var place in folder.ListSegments().Take(from == "1" ? 1 : 2))
        {
            var bytes = await File.ReadAllBytesAsync(place.Path, Token);
            var stored = bytes.AsSpan().IndexOf("JFR1"u8) + 2 * FrameHeader.Bytes;
            bytes[stored + 1] ^= 1;
            await File.WriteAllBytesAsync(place.Path, bytes, Token);
        }

        (await ReplayAsync(folder)).Code.ShouldBe(ExitCode.Found);
        var (code, output, _) = await ReplayAsync(folder, filter: new() { From = TimeText.Parse(from, DateTimeOffset.UnixEpoch) });

        (code, output).ShouldBe((ExitCode.Done, expected));
    }

    /// <summary>A killed process leaves such a journal.</summary>
    [Fact]
    public async Task Replay_ASegmentThatWasJustMade_SaysNothing()
    {
        using var directory = new TempDirectory();
        var folder = await WriteAsync(directory);
        await File.WriteAllTextAsync(folder.Segment(SignedLog.Read(folder, null).Proven), "JSG2", Token);

        var (code, output, _) = await ReplayAsync(folder);

        (code, output).ShouldBe((ExitCode.Done, "a\nb\n"));
    }

    /// <summary>Whoever forges a record, and has the keys to, marks it with a form that it has not.</summary>
    [Theory]
    [InlineData("")]
    [InlineData(">")]
    [InlineData("no head")]
    [InlineData("<>1 - h a")]
    [InlineData("<1x>1 - h a")]
    [InlineData("x13>1 - h a")]
    public void Of_ARecordThatHasNotTheFormOfItsMarks_HasNoFields(string message)
    {
        foreach (var mark in (RecordMarks[])[RecordMarks.Rfc3164, RecordMarks.Rfc5424])
        {
            var bytes = Encoding.UTF8.GetBytes(message);

            var fields = SyslogFields.Of(new(0, 0, new(SourceKind.Udp, "a"), mark, bytes));

            (fields.Priority, fields.Host, fields.App).ShouldBe((null, null, null));
            fields.Text.ToArray().ShouldBe(bytes);
        }
    }

    /// <summary>Two segments, a line in each.</summary>
    private static async Task<JournalFolder> WriteAsync(TempDirectory directory)
    {
        var folder = JournalHost.Make(directory);
        await WriteAsync(folder, "a", "b");
        return folder;
    }

    /// <summary>A segment for each line.</summary>
    private static async Task WriteAsync(JournalFolder folder, params string[] lines)
    {
        foreach (var line in lines)
        {
            await using var host = await JournalHost.StartOnAsync(folder, null);
            using var http = new HttpClient { BaseAddress = host.Http };
            using var response = await http.PostAsync("/v1/lines", new StringContent(line), Token).Within();
            response.EnsureSuccessStatusCode();
        }
    }

    private static async Task<(int Code, string Output, string Said)> ReplayAsync(
        JournalFolder folder, ReaderKey? key = null, ReplayFilter? filter = null)
    {
        using var output = new MemoryStream();
        using var messages = new StringWriter();
        var command = new ReplayCommand(folder, filter ?? new(), RecordFormats.Of(RecordFormats.Raw), messages);
        var code = await command.RunAsync(key ?? JournalHost.Reader, null, new StreamSink(output), Token).Within();
        return (code, Encoding.UTF8.GetString(output.ToArray()), messages.ToString());
    }

    private static async Task<JournalHost> StartAsync()
    {
        var host = await JournalHost.StartAsync();
        using var http = new HttpClient { BaseAddress = host.Http };
        using var response = await http.PostAsync("/v1/lines", new StringContent(string.Join('\n', Old, New, Json, Plain)), Token).Within();
        response.EnsureSuccessStatusCode();
        return host;
    }
}
