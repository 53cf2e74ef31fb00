using System.IO.Compression;
using System.Text;
using Journal.Features.Search;
using Journal.Log.Folders;
using Journal.Log.Reading;
using Journal.Log.Recipients;
using Journal.Log.Verifying;

namespace Journal.Tests;

/// <summary>
/// A whole journal as a program of the first version has left it (segments <c>JSG1</c>, frames in Brotli): 600 lines in two runs.
/// </summary>
public sealed class OldJournalTests : IDisposable
{
    private const int OldLines = 600;

    private readonly TempDirectory _directory = new("old-journal");
    private readonly JournalFolder _folder;
    private readonly ReaderKey _reader;

    public OldJournalTests()
    {
        var file = Path.Combine(SharedData.RepositoryRoot, "tests", "Journal.Tests", "Fixtures", "journal-of-version-1.zip");
        ZipFile.ExtractToDirectory(file, _directory.Path);
        _folder = new(_directory.Combine("journal"));
        _reader = ReaderKey.Parse(File.ReadAllText(_directory.Combine("reader.pem")));
    }

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public void Dispose() => _directory.Dispose();

    [Fact]
    public async Task Journal_OfTheFirstVersion_IsReadVerifiedAndContinued()
    {
        var old = Enumerable.Range(0, OldLines)
            .Select(i => $"<13>Nov 26 11:40:00 web-1 shop[{i % 7}]: order {i} of customer {i * 31}").ToList();
        Versions().ShouldAllBe(version => version == "JSG1");
        Lines().ShouldBe(old);
        Verified().ShouldBeEmpty();

        await using (var host = await JournalHost.StartOnAsync(_folder, null))
        {
            using (var answer = await host.PostAsync("/v1/lines", "<11>Nov 27 11:40:00 web-1 shop[1]: a new line", "text/plain"))
            {
                answer.EnsureSuccessStatusCode();
            }
        }

        Versions().Distinct().ShouldBe(["JSG1", "JSG2"]);
        Lines().ShouldBe([.. old, "<11>Nov 27 11:40:00 web-1 shop[1]: a new line"]);
        Verified().ShouldBeEmpty();
        Found("order 599 of").ShouldBe([old[599]]);
        Found("a new line").Length.ShouldBe(1);
    }

    private IEnumerable<string> Versions() =>
        _folder.ListSegments().Select(segment => Encoding.ASCII.GetString(File.ReadAllBytes(segment.Path).AsSpan(0, 4)));

    private List<string> Lines() => [.. new LogReader(_folder, _reader, _ => null).Read(0, _ => true)
        .SelectMany(frame => frame.Records.Select(record => Encoding.UTF8.GetString(record.Message.Span)))];

    private IEnumerable<object> Verified() =>
        new Verifier(new(_folder) { Reader = _reader }, TimeProvider.System).Run(Token).Damages;

    private string[] Found(string text) =>
    [
        .. new LogSearch(_folder, _reader, null, _directory.Combine("index"), _ => { })
            .Find(new() { Text = new(text, false, false) }, Token).Select(found => Encoding.UTF8.GetString(found.Record.Message.Span)),
    ];
}
