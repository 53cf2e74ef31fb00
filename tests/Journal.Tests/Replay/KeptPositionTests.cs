using System.Net;
using System.Net.Sockets;
using System.Text;
using Journal.Features.Replay;
using Journal.Features.Replay.Sinks;
using Journal.Log.Writing;

namespace Journal.Tests.Replay;

/// <summary>The place at which to continue is never beyond what the receiver has.</summary>
public sealed class KeptPositionTests : IDisposable
{
    private readonly TempDirectory _folder = new("position");
    private readonly TcpListener _receiver = new(IPAddress.Loopback, 0);

    public KeptPositionTests() => _receiver.Start();

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    private string Position => _folder.Combine("position");

    public void Dispose()
    {
        _receiver.Dispose();
        _folder.Dispose();
    }

    [Theory]
    [InlineData(1, null)]
    [InlineData(2, 2L)]
    public async Task Send_OverRelp_WaitsForEachAnswer(int answers, long? expected)
    {
        var opening = ReplaySinks.OpenAsync($"relp://{_receiver.LocalEndpoint}", Position, "log", TextWriter.Null, Token);
        using var client = await _receiver.AcceptTcpClientAsync(Token).AsTask().Within();
        using var reader = new StreamReader(client.GetStream());
        await ReadAsync(reader, 3); // what it offers
        await AnswerAsync(client, 1);
        await using var sink = await opening.Within();
        var lines = new ReplayedLines();
        lines.Add(0, "a"u8, isSuspicious: false);
        lines.Add(1, "b"u8, isSuspicious: false);

        var sending = sink.SendAsync(lines, Token);
        await ReadAsync(reader, 2);
        for (var number = 2; number < 2 + answers; number++)
        {
            await AnswerAsync(client, number);
        }

        client.Client.Shutdown(SocketShutdown.Send);
        if (expected is null)
        {
            (await Should.ThrowAsync<IOException>(() => sending.Within())).Message.ShouldContain("continue with --from 1.");
        }
        else
        {
            await sending.Within();
        }

        KeptPosition.Read(Position).ShouldBe(expected);
    }

    [Fact]
    public async Task Open_AReceiverThatDoesNotAnswer_IsRefused() =>
        (await Should.ThrowAsync<ArgumentException>(
            () => ReplaySinks.OpenAsync($"syslog+tcp://{_receiver.LocalEndpoint}", Position, "log", TextWriter.Null, Token)))
            .Message.ShouldBe("--position needs a receiver that answers: relp://, http:// or kafka://.");

    [Fact]
    public async Task Read_AnotherFile_SaysWhatToDo()
    {
        await File.WriteAllTextAsync(Position, "three", Token);

        Should.Throw<InvalidDataException>(() => KeptPosition.Read(Position)).Message.ShouldContain("remove it");
    }

    [Theory]
    [InlineData(true, 0)]
    [InlineData(false, 1)]
    public async Task Replay_ALineThatNoCheckpointCovers_IsLeftForLaterIfAsked(bool onlyProven, int expected)
    {
        await using var host = await JournalHost.StartAsync(new WriterSettings { CheckpointInterval = TimeSpan.FromHours(1) });
        using var http = new HttpClient { BaseAddress = host.Http };
        using var line = new StringContent("a");
        using var answer = await http.PostAsync("/v1/lines", line, Token).Within();
        answer.EnsureSuccessStatusCode();
        await using var sink = new CollectingSink();
        var replay = new ReplayCommand(host.Folder, new(), RecordFormats.Of(RecordFormats.Raw), TextWriter.Null)
        {
            OnlyProven = onlyProven,
        };

        (await JournalHost.ReplayAsync(replay, sink, Token)).ShouldBe(0);

        sink.Lines.Count.ShouldBe(expected);
    }

    private static async Task ReadAsync(StreamReader reader, int lines)
    {
        for (var i = 0; i < lines; i++)
        {
            (await reader.ReadLineAsync(Token).AsTask().Within()).ShouldNotBeNull();
        }
    }

    private static async Task AnswerAsync(TcpClient client, int number) =>
        await client.GetStream().WriteAsync(Encoding.ASCII.GetBytes($"{number} rsp 6 200 OK\n"), Token);
}
