using System.Text;
using Journal.Features.Replay;
using Journal.Features.Replay.Sinks;
using Journal.Features.Search;
using Journal.Log.Frames;
using Journal.Log.Reading;

namespace Journal.Tests;

/// <summary>Replay over several threads writes the bytes that one thread writes, in their order.</summary>
public sealed class ReplayThreadsTests(ReplayThreadsTests.Original original) : IClassFixture<ReplayThreadsTests.Original>
{
    private static readonly Dictionary<string, ReplayFilter> Filters = new()
    {
        ["all"] = new(),
        ["from and to"] = new() { From = new(1234, null), To = new(15678, null) },
        ["a time"] = new() { To = TimeText.Parse("2100-01-01", DateTimeOffset.UnixEpoch) },
        ["source"] = new() { Source = "127.0.0.1" },
        ["severity"] = new() { Severity = 3 },
        ["app"] = new() { App = "app" },
        ["text"] = new() { Text = "line 17"u8.ToArray() },
        ["nothing"] = new() { Text = "no line holds this"u8.ToArray() },
    };

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public static TheoryData<string> FilterNames => [.. Filters.Keys];

    [Theory]
    [MemberData(nameof(FilterNames))]
    public async Task Replay_EveryFilterAndFormat_WritesTheSameBytes(string name)
    {
        foreach (var format in (string[])[RecordFormats.Raw, RecordFormats.Rfc5424, RecordFormats.Json])
        {
            var (code, one, said) = await ReplayAsync(Filters[name], format, threads: 1);

            code.ShouldBe(0);
            foreach (var threads in (int[])[2, 5])
            {
                var many = await ReplayAsync(Filters[name], format, threads);
                (many.Code, many.Said).ShouldBe((code, said));
                many.Output.AsSpan().SequenceEqual(one).ShouldBeTrue($"{name}, {format}, {threads} threads");
            }
        }
    }

    [Fact]
    public async Task Replay_AllLines_AreThoseThatWereSent()
    {
        var (_, output, said) = await ReplayAsync(new(), RecordFormats.Raw, threads: 4);

        Encoding.UTF8.GetString(output).ShouldBe(string.Concat(Original.Lines.Select(line => $"{line}\n")));
        said.ShouldStartWith($"{Original.Count} lines, 0 places suspicious at replay, 0 lines suspicious at arrival.");
        (await Lines(new() { Text = "line 17"u8.ToArray() }))
            .ShouldBe(Original.Lines.Where(line => line.Contains("line 17", StringComparison.Ordinal)));
        (await Lines(new() { From = new(1234, null), To = new(15678, null) }))
            .ShouldBe(Original.Lines.Skip(1234).Take(15678 - 1234));

        async Task<string[]> Lines(ReplayFilter filter) =>
            Encoding.UTF8.GetString((await ReplayAsync(filter, RecordFormats.Raw, threads: 4)).Output)
                .Split('\n', StringSplitOptions.RemoveEmptyEntries);
    }

    /// <summary>A frame in the middle is damaged: it is named, its lines are left out, and all others are there.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(5)]
    public async Task Replay_DamageInTheMiddle_IsToldAndSkipped(int threads)
    {
        var frames = original.Frames.Where(frame => frame.Records > 0).ToList();
        var (path, offset, header) = (frames[frames.Count / 2].Path, frames[frames.Count / 2].Offset, frames[frames.Count / 2].Header);
        var at = offset + FrameHeader.Bytes + (header.StoredBytes / 2);
        Flip(path, at);
        try
        {
            var (code, output, said) = await ReplayAsync(new(), RecordFormats.Raw, threads);

            code.ShouldBe(1);
            var (first, next) = ((int)header.FirstSequence, (int)header.NextSequence);
            Encoding.UTF8.GetString(output).Split('\n')[..^1].ShouldBe([.. Original.Lines[..first], .. Original.Lines[next..]]);
            var place = $"frame {header.Index}, {Path.GetFileName(path)} at byte {offset}";
            said.ShouldContain($"Damaged: {place}: the stored bytes do not match their hash.");
            said.ShouldContain($"{Original.Count - header.Records} lines, 1 places suspicious at replay");
            foreach (var filter in Filters.Values)
            {
                var one = await ReplayAsync(filter, RecordFormats.Json, threads: 1);
                var many = await ReplayAsync(filter, RecordFormats.Json, threads);
                (many.Code, many.Said).ShouldBe((1, one.Said));
                many.Output.AsSpan().SequenceEqual(one.Output).ShouldBeTrue($"{filter}");
            }
        }
        finally
        {
            Flip(path, at);
        }
    }

    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    public async Task Replay_Cancelled_EndsBehindAWholeFrame(int threads)
    {
        using var cancel = CancellationTokenSource.CreateLinkedTokenSource(Token);
        var sent = 0;
        await using var sink = new CollectingSink
        {
            Sent = () =>
            {
                if (++sent == 3)
                {
                    cancel.Cancel();
                }
            },
        };

        await Should.ThrowAsync<OperationCanceledException>(() => Command(new(), RecordFormats.Raw, threads, TextWriter.Null)
            .RunAsync(JournalHost.Reader, null, sink, cancel.Token));

        sink.Lines.ShouldBe(Original.Lines.Take(sink.Lines.Count));
        var end = original.Frames.Where(frame => frame.Records > 0).ElementAt(2).Header.NextSequence;
        sink.Lines.Count.ShouldBe((int)end);
    }

    private static void Flip(string path, long at)
    {
        using var file = File.Open(path, FileMode.Open);
        file.Position = at;
        var one = file.ReadByte();
        file.Position = at;
        file.WriteByte((byte)~one);
    }

    private ReplayCommand Command(ReplayFilter filter, string format, int threads, TextWriter messages) =>
        new(original.Host.Folder, filter, RecordFormats.Of(format), messages) { Threads = threads };

    private async Task<(int Code, byte[] Output, string Said)> ReplayAsync(ReplayFilter filter, string format, int threads)
    {
        using var output = new MemoryStream();
        using var messages = new StringWriter();
        var replay = Command(filter, format, threads, messages).RunAsync(JournalHost.Reader, null, new StreamSink(output), Token);
        var code = await replay.Within();
        return (code, output.ToArray(), messages.ToString());
    }

    /// <summary>Where a frame lies.</summary>
    internal sealed record FrameOf(string Path, long Offset, FrameHeader Header)
    {
        public int Records => Header.Records;
    }

    /// <summary>A journal of large frames and small ones, whose server has stopped.</summary>
    public sealed class Original : IAsyncLifetime
    {
        internal const int Count = 20_000;
        private const int LinesOfARequest = 1900;

        internal static readonly string[] Lines = [.. Enumerable.Range(0, Count).Select(Line)];

        internal JournalHost Host { get; private set; } = null!;

        internal List<FrameOf> Frames { get; } = [];

        public async ValueTask InitializeAsync()
        {
            Host = await JournalHost.StartAsync();
            using var http = new HttpClient { BaseAddress = Host.Http };
            foreach (var lines in Lines.Take(3).Chunk(1).Concat(Lines.Skip(3).Chunk(LinesOfARequest)))
            {
                using var answer = await http.PostAsync("/v1/lines", new StringContent(string.Join('\n', lines)), Token).Within();
                answer.EnsureSuccessStatusCode();
            }

            (await Host.StopAsync()).Damages.ShouldBeEmpty();
            foreach (var frame in new LogReader(Host.Folder, JournalHost.Reader, _ => null).Read(0, _ => false))
            {
                Frames.Add(new(frame.Segment.Path, frame.Found.Offset, frame.Found.Header!));
            }
        }

        public ValueTask DisposeAsync() => Host.DisposeAsync();

        private static string Line(int number) => (number % 4) switch
        {
            0 => $"<{number % 192}>Nov 22 10:00:00 host sshd[{number}]: line {number}",
            1 => $"<{number % 192}>1 2026-11-22T10:00:00Z host app {number} - - line {number} äöü",
            2 => $"{{\"line\":\"line {number}\"}}",
            _ => $"no syslog at all, line {number} {new string('x', number % 300)}",
        };
    }
}
