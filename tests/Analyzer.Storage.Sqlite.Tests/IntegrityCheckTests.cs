namespace Analyzer.Storage.Sqlite.Tests;

public sealed class IntegrityCheckTests : IAsyncLifetime
{
    private readonly TempDirectory _folder = new("sqlite-check");

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    private SqliteStoreOptions Options => new() { Path = _folder.Combine("reports.db") };

    public async ValueTask InitializeAsync()
    {
        await using var store = SqliteReportStore.Open(Options);
        await Task.WhenAll(Enumerable.Range(0, 200).Select(number => store.SaveAsync(Reports.Make(number), Cancellation))).Within();
    }

    public ValueTask DisposeAsync()
    {
        _folder.Dispose();
        return ValueTask.CompletedTask;
    }

    [Fact]
    public void IntegrityCheck_SoundFile_FindsNothing() => Check().ShouldBeEmpty();

    [Fact]
    public async Task IntegrityCheck_StoreInUse_FindsNothingEither()
    {
        await using var store = SqliteReportStore.Open(Options);
        await store.SaveAsync(Reports.Make(1000), Cancellation).Within();

        Check().ShouldBeEmpty();
    }

    [Theory]
    [InlineData("UPDATE reports SET engine = 77 WHERE n = 5")]
    [InlineData("UPDATE reports SET verdict = 'unable' WHERE verdict = 'clean' AND n < 9")]
    [InlineData("UPDATE reports SET analyzed_at = analyzed_at + 1 WHERE n = 5")]
    [InlineData("UPDATE reports SET id = randomblob(32) WHERE n = 5")]
    [InlineData("UPDATE reports SET report = '{}' WHERE n = 5")]
    [InlineData("UPDATE reports SET checksum = checksum + 1 WHERE n = 5")]
    [InlineData("UPDATE reports SET report = substr(report, 1, 100) WHERE n = 5")]
    public void IntegrityCheck_RowTamperedWith_NamesIt(string sql)
    {
        using (var file = new SqliteFile(Options.Path))
        {
            file.Execute(sql);
        }

        Check().ShouldNotBeEmpty();
        Check().ShouldAllBe(problem => problem.StartsWith("Report "));
    }

    [Fact]
    public void IntegrityCheck_PagesOverwritten_FindsProblems()
    {
        Overwrite(from: 3 * 4096, length: 20 * 4096);

        Check().ShouldNotBeEmpty();
    }

    [Fact]
    public async Task FindAsync_PagesOverwritten_SaysUnavailableAndWhatToDo()
    {
        Overwrite(from: 3 * 4096, length: 40 * 4096);
        await using var store = SqliteReportStore.Open(Options);

        var failures = 0;
        for (var number = 0; number < 200; number++)
        {
            try
            {
                await store.FindAsync(Reports.Id(number), Cancellation).Within();
            }
            catch (StoreUnavailableException exception)
            {
                exception.Message.ShouldContain("integrity check");
                failures++;
            }
            catch (ReportDamagedException)
            {
                failures++; // the page's structure is whole, and what is in it is not
            }
        }

        failures.ShouldBeGreaterThan(0);
    }

    [Fact]
    public void IntegrityCheck_FileOfAnOlderSchema_SaysWhatToDo()
    {
        using (var file = new SqliteFile(Options.Path))
        {
            file.Execute("PRAGMA user_version = 3");
        }

        Should.Throw<StoreRefusedException>(() => Check()).Message.ShouldContain("start the analyzer on it once");
    }

    /// <summary>A start that was stopped before it had made the schema leaves such a file.</summary>
    [Fact]
    public async Task IntegrityCheck_FileWithoutASchema_SaysThatItHoldsNothing()
    {
        var options = new SqliteStoreOptions { Path = _folder.Combine("new.db") };
        using (var file = new SqliteFile(options.Path))
        {
            file.Scalar("PRAGMA journal_mode = WAL");
        }

        Should.Throw<StoreRefusedException>(() => SqliteReportStore.IntegrityCheck(options, Cancellation))
            .Message.ShouldContain("holds nothing yet: start the analyzer on it once");
        await SqliteReportStore.Open(options).DisposeAsync();
        SqliteReportStore.IntegrityCheck(options, Cancellation).ShouldBeEmpty();
    }

    [Fact]
    public void IntegrityCheck_NoFile_SaysSoAndCreatesNone()
    {
        var options = new SqliteStoreOptions { Path = _folder.Combine("absent.db") };

        Should.Throw<StoreUnavailableException>(() => SqliteReportStore.IntegrityCheck(options, Cancellation));
        File.Exists(options.Path).ShouldBeFalse();
    }

    private IReadOnlyList<string> Check() => SqliteReportStore.IntegrityCheck(Options, Cancellation);

    private void Overwrite(int from, int length)
    {
        using var file = File.OpenHandle(Options.Path, access: FileAccess.ReadWrite);
        var noise = new byte[length];
        new Random(1).NextBytes(noise);
        RandomAccess.Write(file, noise, from);
    }
}
