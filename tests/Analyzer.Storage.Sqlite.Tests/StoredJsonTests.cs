using System.Text;

namespace Analyzer.Storage.Sqlite.Tests;

/// <summary>The store returns the stored bytes without parsing them: this version would perhaps write others.</summary>
public sealed class StoredJsonTests : IDisposable
{
    private const string Older = """{ "of": "another version", "ratio": 1.50 }""";

    private readonly TempDirectory _folder = new("sqlite-json");

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task FindAndListAsync_JsonOfAnotherShape_IsHandedOutAsStored()
    {
        await using var store = SqliteReportStore.Open(new() { Path = _folder.Combine("reports.db") });
        await Task.WhenAll(Enumerable.Range(0, 3).Select(number => store.SaveAsync(Reports.Make(number), Cancellation))).Within();
        using (var file = new SqliteFile(_folder.Combine("reports.db")))
        {
            foreach (var number in Enumerable.Range(0, 3))
            {
                var checksum = ReportChecksum.Of(Reports.Id(number).ToByteArray(), Encoding.UTF8.GetBytes(Older));
                file.Execute($"UPDATE reports SET report = '{Older}', checksum = {checksum} WHERE id = x'{Reports.Id(number)}'");
            }
        }

        var found = await store.FindAsync(Reports.Id(1), Cancellation).Within();
        var page = await store.ListAsync(new ReportQuery(Limit: 2), Cancellation).Within();

        Encoding.UTF8.GetString(found!.Json.Span).ShouldBe(Older);
        page.Reports.Select(stored => Encoding.UTF8.GetString(stored.Json.Span)).ShouldBe([Older, Older]);
        page.Next.ShouldBe(ReportCursor.Of(Reports.Make(1)).ToString());
        Should.Throw<StoreUnavailableException>(() => found.Report).Message.ShouldContain("not a report");
    }
}
