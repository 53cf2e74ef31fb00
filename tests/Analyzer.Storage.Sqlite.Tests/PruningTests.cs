namespace Analyzer.Storage.Sqlite.Tests;

/// <summary>A backlog goes fast, and yet no save waits long behind a batch.</summary>
public sealed class PruningTests : IDisposable
{
    private readonly TempDirectory _folder = new("sqlite-pruning");

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData(0, new[] { 100, 200, 400, 299 })]
    [InlineData(1000, new[] { 100, 100, 100, 100, 100, 100, 100, 100, 100, 99 })]
    public async Task PruneAsync_ManyReports_DeletesInBatchesThatGrowWhileTheyAreFast(int milliseconds, int[] sizes)
    {
        var options = new SqliteStoreOptions { Path = _folder.Combine("reports.db"), SaveTimeout = Deadline.Default };
        await using var store = SqliteReportStore.Open(options, time: new SteppedTime(TimeSpan.FromMilliseconds(milliseconds)));
        await Task.WhenAll(Enumerable.Range(0, 1000).Select(number => store.SaveAsync(Reports.Make(number), Cancellation))).Within();

        var removed = new List<int>();
        await using var batches = store.PruneAsync(new RetentionRule(null, 1), Cancellation).GetAsyncEnumerator(Cancellation);
        while (await batches.MoveNextAsync().Within())
        {
            removed.Add(batches.Current.Count);
        }

        removed.ShouldBe(sizes);
    }
}
