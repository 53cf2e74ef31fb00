namespace Analyzer.Storage.Sqlite.Tests;

/// <summary>A disk changes one bit of a report: the check names the report, nobody gets to see it, and a new save replaces it.</summary>
public sealed class FlippedBitTests : IDisposable
{
    private const int Files = 20;

    private readonly TempDirectory _folder = new("sqlite-bit");

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    private SqliteStoreOptions Options => new() { Path = _folder.Combine("reports.db") };

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Check_OneBitOfAReportFlipped_NamesIt()
    {
        var bits = new Random(11);
        for (var file = 0; file < Files; file++)
        {
            var path = _folder.Combine($"{file}.db");
            var damaged = await DamagedAsync(path, bits);

            SqliteReportStore.IntegrityCheck(new() { Path = path }, Cancellation)
                .ShouldHaveSingleItem().ShouldContain($"{damaged.Sha256}", customMessage: $"file {file}");
        }
    }

    [Fact]
    public async Task FindAndList_OneBitFlipped_NeverHandItOut()
    {
        var damaged = await DamagedAsync(Options.Path, new Random(12));
        await using var store = SqliteReportStore.Open(Options);

        (await Should.ThrowAsync<ReportDamagedException>(async () => await store.FindAsync(damaged.Sha256, Cancellation).Within()))
            .Message.ShouldContain($"{damaged.Sha256}");
        var page = await store.ListAsync(new ReportQuery(Limit: 3), Cancellation).Within();
        page.Damaged.ShouldBe([damaged.Sha256]);
        page.Reports.Count.ShouldBe(2);
        ReportCursor.TryParse(page.Next, out var next).ShouldBeTrue();
        var rest = await store.ListAsync(new ReportQuery(After: next), Cancellation).Within();
        rest.Damaged.ShouldBeEmpty();
        rest.Reports.Count.ShouldBe(1);
    }

    [Fact]
    public async Task Save_OfADamagedReport_ReplacesIt()
    {
        var damaged = await DamagedAsync(Options.Path, new Random(13));
        await using var store = SqliteReportStore.Open(Options);

        (await store.SaveAsync(damaged, Cancellation).Within()).Outcome.ShouldBe(SaveOutcome.Replaced);

        (await store.FindAsync(damaged.Sha256, Cancellation).Within())!.Report.Sha256.ShouldBe(damaged.Sha256);
        SqliteReportStore.IntegrityCheck(Options, Cancellation).ShouldBeEmpty();
    }

    /// <summary>Four reports, of which the third newest has a bit flipped somewhere in its JSON.</summary>
    private static async Task<AnalysisReport> DamagedAsync(string path, Random random)
    {
        await using (var store = SqliteReportStore.Open(new() { Path = path }))
        {
            foreach (var number in Enumerable.Range(1, 4))
            {
                await store.SaveAsync(Reports.Make(number), Cancellation).Within();
            }
        }

        var report = Reports.Make(2);
        var json = ReportJson.Serialize(report);
        var (at, bit) = (random.Next(json.Length), (byte)(1 << random.Next(8)));
        var file = await File.ReadAllBytesAsync(path, Cancellation);
        var copies = 0;
        for (var start = 0; file.AsSpan(start).IndexOf(json) is >= 0 and var found; start += found + json.Length)
        {
            file[start + found + at] ^= bit; // SQLite may have left an earlier copy where it made room
            copies++;
        }

        copies.ShouldBeGreaterThan(0, "pages hold it in one piece");
        await File.WriteAllBytesAsync(path, file, Cancellation);
        return report;
    }
}
