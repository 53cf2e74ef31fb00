namespace Analyzer.Storage.Sqlite.Tests;

public sealed class CrashTests : IDisposable
{
    private readonly TempDirectory _folder = new("sqlite-crash");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Open_AfterTheSavingProcessWasKilled_HasEveryAcknowledgedReport()
    {
        var path = _folder.Combine("reports.db");
        var acknowledged = new List<string>();
        for (var round = 1; round <= 5; round++)
        {
            acknowledged.AddRange(await SaveAndKillAsync(path, saves: 150 * round).Within());

            SqliteReportStore.IntegrityCheck(new SqliteStoreOptions { Path = path }, TestContext.Current.CancellationToken).ShouldBeEmpty();
            await using var store = SqliteReportStore.Open(new SqliteStoreOptions { Path = path });
            foreach (var hex in acknowledged)
            {
                FileId.TryParse(hex, out var id).ShouldBeTrue();
                (await store.FindAsync(id, TestContext.Current.CancellationToken).Within()).ShouldNotBeNull($"lost in round {round}");
            }
        }

        acknowledged.ShouldBeUnique();
        acknowledged.Count.ShouldBeGreaterThanOrEqualTo(150 * 15);
    }

    /// <returns>Every id that was acknowledged before the process died, with those still in the pipe, but without a torn line.</returns>
    private static async Task<List<string>> SaveAndKillAsync(string path, int saves)
    {
        using var process = SaveLoop.Start(path);
        var ids = new List<string>();
        while (await process.StandardOutput.ReadLineAsync(TestContext.Current.CancellationToken) is { } line)
        {
            ids.Add(line);
            if (ids.Count == saves)
            {
                process.Kill();
            }
        }

        await process.WaitForExitAsync(TestContext.Current.CancellationToken);
        ids.RemoveAll(id => id.Length < FileId.HexLength);
        return ids;
    }
}
