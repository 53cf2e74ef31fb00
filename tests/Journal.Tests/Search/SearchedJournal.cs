using System.Text;
using Journal.Features.Search;
using Journal.Log.Folders;
using Journal.Log.Frames;
using Journal.Log.Signing;
using Journal.Log.Writing;

namespace Journal.Tests.Search;

/// <summary>A journal with given lines in several segments, without a server.</summary>
internal sealed class SearchedJournal : IDisposable, IWriterObserver
{
    private readonly TempDirectory _directory = new("journal-search");

    public SearchedJournal() => Folder = JournalHost.Make(_directory);

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public JournalFolder Folder { get; }

    public string PathOf(string name) => _directory.Combine(name);

    /// <summary>Each call makes a segment, and ends it.</summary>
    public async Task WriteAsync(IEnumerable<string> lines, int linesPerFrame = 100)
    {
        var source = new RecordSource(SourceKind.Http, "127.0.0.1:1");
        using var writer = JournalWriter.Open(
            Folder, new() { CloseAfter = TimeSpan.FromHours(1), Heartbeat = TimeSpan.FromHours(1) }, this, TimeProvider.System);
        foreach (var frame in lines.Chunk(linesPerFrame))
        {
            RecordTicket? last = null;
            foreach (var (place, line) in frame.Index())
            {
                RecordTicket ticket;
                while (!writer.Intake.TryAdd(
                    source, Encoding.UTF8.GetBytes(line), RecordMarks.None, Clock.Microseconds(TimeProvider.System),
                    place == frame.Length - 1, out ticket))
                {
                    await writer.Intake.WaitForRoomAsync(Token).Within();
                }

                last = ticket;
            }

            await last!.Value.Frame.Within();
        }
    }

    /// <returns>The lines that were found, in the order of the search, and what it said.</returns>
    public (string[] Lines, string Said, LogSearch Search) Search(SearchQuery query, string? index = null)
    {
        var said = new List<string>();
        var search = new LogSearch(Folder, JournalHost.Reader, null, index ?? Folder.Indexes, said.Add);
        string[] lines = [.. search.Find(query, Token).Select(found =>
        {
            found.IsProven.ShouldBeTrue();
            return Encoding.UTF8.GetString(found.Record.Message.Span);
        })];
        return (lines, string.Join('\n', said), search);
    }

    public async Task<(int Code, string Said)> IndexAsync(bool all = false, string? folder = null)
    {
        var said = new StringWriter();
        var code = await new IndexCommand(Folder, folder ?? Folder.Indexes, said) { All = all }.RunAsync(JournalHost.Reader, Token)
            .Within();
        return (code, said.ToString());
    }

    public async Task<(int Code, string Output, string Said)> CommandAsync(SearchQuery query, int limit = 0, int context = 0, bool json =
        false)
    {
        var (output, said) = (new StringWriter { NewLine = "\n" }, new StringWriter());
        var search = new LogSearch(Folder, JournalHost.Reader, null, Folder.Indexes, said.WriteLine);
        var command = new SearchCommand(Folder, query, output, said) { Limit = limit, Context = context, AsJson = json };
        return (await command.RunAsync(search, JournalHost.Reader, Token).Within(), output.ToString(), said.ToString());
    }

    public void Dispose() => _directory.Dispose();

    public void Committed(int frames, int records, long bytes, TimeSpan flush)
    {
        // Nobody asks.
    }

    public void Failed(Exception exception) => throw exception;

    public void Published(SignedNote checkpoint, long size)
    {
        // Nobody asks.
    }

    public void PublishFailed(Exception exception) => throw exception;
}
