namespace Analyzer.Storage.Sqlite.Tests;

/// <summary>Another connection's lock holds the writer up, so that the saves behind it gather for certain.</summary>
public sealed class GroupCommitTests : IDisposable
{
    private readonly TempDirectory _folder = new("sqlite-commit");
    private readonly StoreObserver _observer = new();

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    private string DatabasePath => _folder.Combine("reports.db");

    /// <summary>A store that waits for the lock as long as the test holds it, also on a busy machine.</summary>
    private SqliteStoreOptions Patient => new() { Path = DatabasePath, BusyTimeout = Deadline.Default, SaveTimeout = Deadline.Default };

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task SaveAsync_64AtOnce_ShareOneFlush()
    {
        await using var store = Open(Patient);
        Task<SaveResult>[] saves;
        using (Lock())
        {
            saves = [.. Enumerable.Range(0, 64).Select(number => store.SaveAsync(Reports.Make(number), Cancellation))];
        }

        await Task.WhenAll(saves).Within();

        _observer.Committed.Sum().ShouldBe(64);
        _observer.Committed.Count.ShouldBeLessThanOrEqualTo(2);
    }

    [Fact]
    public async Task SaveAsync_MoreThanABatch_TakesSeveral()
    {
        await using var store = Open(Patient with { MaxBatch = 10 });
        Task<SaveResult>[] saves;
        using (Lock())
        {
            saves = [.. Enumerable.Range(0, 64).Select(number => store.SaveAsync(Reports.Make(number), Cancellation))];
        }

        await Task.WhenAll(saves).Within();

        _observer.Committed.Sum().ShouldBe(64);
        _observer.Committed.ShouldAllBe(size => size <= 10);
    }

    /// <summary>Whoever hears of a batch waits for its end.</summary>
    [Fact]
    public async Task DeleteAsync_NothingToSave_BeginsNoBatchOfSaves()
    {
        await using var store = Open(Patient);
        await store.SaveAsync(Reports.Make(1), Cancellation).Within();

        await store.DeleteAsync(Reports.Make(1).Sha256, Cancellation).Within();

        (_observer.Taken, _observer.Committed.Count).ShouldBe((1, 1));
    }

    [Fact]
    public async Task SaveAsync_QueueFull_IsRefusedAtOnceAndTheOthersSucceed()
    {
        await using var store = Open(Patient with { QueueCapacity = 4 });
        List<Task<SaveResult>> saves;
        using (Lock())
        {
            saves = [.. Enumerable.Range(0, 20).Select(number => store.SaveAsync(Reports.Make(number), Cancellation))];
            await Task.WhenAny(saves).Within();
        }

        var refused = saves.Where(save => save.IsFaulted).ToList();
        await Task.WhenAll(saves.Except(refused)).Within();

        refused.ShouldAllBe(save => save.Exception!.InnerException is StoreUnavailableException);
        refused.Count.ShouldBeInRange(20 - 4 - 4, 20 - 4); // the writer may have taken all that waited into its batch
        _observer.Refused.ShouldBe(refused.Count);
    }

    [Fact]
    public async Task SaveAsync_LockedForLongerThanTheLimit_FailsTheBatchAndRecovers()
    {
        await using var store = Open(Patient with { BusyTimeout = TimeSpan.FromMilliseconds(100) });
        using (Lock())
        {
            var failure = await Should.ThrowAsync<StoreUnavailableException>(() => store.SaveAsync(Reports.Make(1), Cancellation).Within());
            failure.Message.ShouldContain("Another process");
            await Should.ThrowAsync<StoreUnavailableException>(() => store.CheckAsync(Cancellation).Within());
        }

        await store.CheckAsync(Cancellation).Within();
        (await store.FindAsync(Reports.Id(1), Cancellation).Within()).ShouldBeNull();
        (await store.SaveAsync(Reports.Make(1), Cancellation).Within()).Outcome.ShouldBe(SaveOutcome.Created);
        _observer.Failed.ShouldContain(1);
    }

    [Fact]
    public async Task SaveAsync_NotDoneInTime_SaysUnavailableThoughItMayHappenLater()
    {
        await using var store = Open(Patient with { SaveTimeout = TimeSpan.FromMilliseconds(50) });
        using (Lock())
        {
            await Should.ThrowAsync<StoreUnavailableException>(() => store.SaveAsync(Reports.Make(1), Cancellation).Within());
        }
    }

    [Fact]
    public async Task FindAndList_WhileAWriterIsHeldUp_AreAnswered()
    {
        await using var store = Open(Patient);
        await store.SaveAsync(Reports.Make(1), Cancellation).Within();
        using (Lock())
        {
            var save = store.SaveAsync(Reports.Make(2), Cancellation);

            (await store.FindAsync(Reports.Id(1), Cancellation).Within()).ShouldNotBeNull();
            (await store.ListAsync(new ReportQuery(), Cancellation).Within()).Reports.ShouldHaveSingleItem();
            save.IsCompleted.ShouldBeFalse();
        }
    }

    [Fact]
    public async Task DisposeAsync_SavesUnderWay_FinishesThemFirst()
    {
        var store = Open(Patient);
        Task<SaveResult>[] saves;
        Task closing;
        using (Lock())
        {
            saves = [.. Enumerable.Range(0, 32).Select(number => store.SaveAsync(Reports.Make(number), Cancellation))];
            closing = store.DisposeAsync().AsTask();
            await Should.ThrowAsync<StoreUnavailableException>(() => store.SaveAsync(Reports.Make(99), Cancellation).Within());
        }

        await closing.Within();

        await Task.WhenAll(saves).Within();
        using var file = new SqliteFile(DatabasePath);
        file.Scalar("SELECT count(*) FROM reports").ShouldBe(32L);
    }

    [Fact]
    public async Task CheckAsync_AfterACommitThatWroteNothing_LooksAtTheFile()
    {
        var busy = TimeSpan.FromMilliseconds(10);
        await using var store = Open(new() { Path = DatabasePath, BusyTimeout = busy, CheckInterval = Deadline.Default });
        await store.SaveAsync(Reports.Make(1), Cancellation).Within();
        using (Lock())
        {
            await store.CheckAsync(Cancellation).Within(); // what has just been written is proof enough
            await Should.ThrowAsync<StoreUnavailableException>(() => store.SaveAsync(Reports.Make(2), Cancellation).Within());
        }

        await store.SaveAsync(Reports.Make(1), Cancellation).Within(); // a known one: there is nothing to write

        using (Lock())
        {
            await Should.ThrowAsync<StoreUnavailableException>(() => store.CheckAsync(Cancellation).Within());
        }
    }

    private SqliteReportStore Open(SqliteStoreOptions options) => SqliteReportStore.Open(options, _observer);

    private SqliteFile Lock()
    {
        var file = new SqliteFile(DatabasePath);
        file.Execute("BEGIN IMMEDIATE");
        return file;
    }
}
