using System.Text;
using Durable;
using Journal.Log.Folders;
using Journal.Log.Frames;
using Journal.Log.Reading;
using Journal.Log.Recipients;
using Journal.Log.Signing;
using Journal.Log.Verifying;
using Journal.Log.Writing;

namespace Journal.Log.Tests;

/// <summary>A journal in a folder of its own. All of them have one reader: making a key takes long.</summary>
internal sealed class TestJournal : IDisposable, IWriterObserver
{
    public static readonly ReaderKey Reader = ReaderKey.Create();

    private readonly TempDirectory _directory = new("journal");
    private readonly RecordSource _source = new(SourceKind.Http, "127.0.0.1:1");

    public TestJournal()
    {
        Folder = new(_directory.Combine("journal"));
        JournalMaker.Make(Folder, $"test.example/{Guid.NewGuid():N}", [new("reader.pem", Reader.ExportPublic())]);
    }

    public JournalFolder Folder { get; }

    public int Failures { get; private set; }

    /// <summary>Only a person's clock would close frames and write checkpoints by themselves: each awaited record is a frame.</summary>
    public static WriterSettings Settings { get; } = new()
    {
        Heartbeat = TimeSpan.FromHours(1),
        CheckpointInterval = TimeSpan.FromHours(1),
    };

    /// <param name="settings">Null for <see cref="Settings"/>.</param>
    /// <param name="disk">The disk that it writes to; null for the machine's own.</param>
    public JournalWriter Open(WriterSettings? settings = null, IDisk? disk = null) =>
        JournalWriter.Open(Folder with { Disk = disk ?? Folder.Disk }, settings ?? Settings, this, TimeProvider.System);

    /// <summary>Adds a line and waits until it is durable.</summary>
    public async Task<FrameHeader> AddAsync(JournalWriter writer, string line)
    {
        RecordTicket ticket;
        while (!writer.Intake.TryAdd(_source, Encoding.UTF8.GetBytes(line), RecordMarks.None, 1, awaited: true, out ticket))
        {
            await writer.Intake.WaitForRoomAsync(TestContext.Current.CancellationToken).Within();
        }

        return await ticket.Frame.Within();
    }

    /// <summary>Opens, adds a frame for each line, and closes.</summary>
    public async Task WriteAsync(IEnumerable<string> lines, WriterSettings? settings = null, IDisk? disk = null)
    {
        using var writer = Open(settings, disk);
        foreach (var line in lines)
        {
            await AddAsync(writer, line);
        }
    }

    /// <summary>Opens, adds frames as large as they get, of four records that do not compress, and closes.</summary>
    public async Task WriteLargeAsync(int frames, WriterSettings? settings = null)
    {
        using var writer = Open((settings ?? Settings) with { CloseAfter = TimeSpan.FromHours(1) });
        var (random, message) = (new Random(frames), new byte[RecordBatch.MaxMessageBytes]);
        for (var i = 0; i < 4 * frames; i++)
        {
            random.NextBytes(message);
            while (!writer.Intake.TryAdd(_source, message, RecordMarks.NotText, 1, awaited: false, out _))
            {
                await writer.Intake.WaitForRoomAsync(TestContext.Current.CancellationToken).Within();
            }
        }
    }

    public IReadOnlyList<string> ReadLines()
    {
        var lines = new List<string>();
        foreach (var frame in new LogReader(Folder, Reader, _ => null).Read(0, _ => true))
        {
            (frame.Found.Problem is null || frame.Found.IsTorn || frame.Found.IsGone).ShouldBeTrue(frame.Found.Problem);
            lines.AddRange(frame.Records.Select(record => Encoding.UTF8.GetString(record.Message.Span)));
        }

        return lines;
    }

    public VerifyReport Verify(VerifierKey? key = null, bool open = false, params IReadOnlyList<Anchor> anchors) => new Verifier(
        new(Folder) { Key = key, Anchors = anchors, Reader = open ? Reader : null }, TimeProvider.System)
        .Run(TestContext.Current.CancellationToken);

    public void Dispose() => _directory.Dispose();

    public void Committed(int frames, int records, long bytes, TimeSpan flush)
    {
        // Nobody asks.
    }

    public void Failed(Exception exception) => Failures++;

    public void Published(SignedNote checkpoint, long size)
    {
        // Nobody asks.
    }

    public void PublishFailed(Exception exception) => Failures++;
}
