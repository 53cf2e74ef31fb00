namespace Storage.Compliance;

public abstract partial class ReportStoreCompliance
{
    private static RetentionRule Everything { get; } = new(DateTimeOffset.MaxValue, null);

    [Fact]
    public async Task DeleteAsync_StoredReport_IsGoneForGood()
    {
        var store = await OpenAsync().Within();
        await SaveAllAsync(store, Enumerable.Range(0, 3).Select(number => Reports.Make(number)));

        (await store.DeleteAsync(Reports.Id(1), Cancellation).Within()).ShouldBeTrue();

        (await store.FindAsync(Reports.Id(1), Cancellation).Within()).ShouldBeNull();
        await CloseAsync().Within();
        store = await OpenAsync().Within();
        (await store.FindAsync(Reports.Id(1), Cancellation).Within()).ShouldBeNull();
        await RefreshAsync().Within();
        (await ListAllAsync(store, limit: 10)).Select(Json).ShouldBe(new[] { 2, 0 }.Select(number => Json(Reports.Make(number))));
    }

    [Fact]
    public async Task DeleteAsync_UnknownOrDeletedBefore_SaysSo()
    {
        var store = await OpenAsync().Within();
        await store.SaveAsync(Reports.Make(1), Cancellation).Within();

        (await store.DeleteAsync(Reports.Id(2), Cancellation).Within()).ShouldBeFalse();
        (await store.DeleteAsync(Reports.Id(1), Cancellation).Within()).ShouldBeTrue();
        (await store.DeleteAsync(Reports.Id(1), Cancellation).Within()).ShouldBeFalse();
    }

    [Fact]
    public async Task SaveAsync_DeletedBefore_IsCreatedAnew()
    {
        var store = await OpenAsync().Within();
        await store.SaveAsync(Reports.Make(1, engine: 9), Cancellation).Within();
        await store.DeleteAsync(Reports.Id(1), Cancellation).Within();

        (await store.SaveAsync(Reports.Make(1, engine: 2), Cancellation).Within()).Outcome.ShouldBe(SaveOutcome.Created);

        await ShouldBeStoredAsync(store, Reports.Make(1, engine: 2));
    }

    [Fact]
    public async Task DeleteAsync_SameIdFrom16AtOnce_OneDeletesIt()
    {
        var store = await OpenAsync().Within();
        await store.SaveAsync(Reports.Make(1), Cancellation).Within();

        var deleted = await Task.WhenAll(Enumerable.Range(0, 16).Select(_ => store.DeleteAsync(Reports.Id(1), Cancellation))).Within();

        deleted.Count(one => one).ShouldBe(1);
    }

    [Fact]
    public async Task DeleteAsync_AmongSavesOfTheSameId_EachSeesOneOrder()
    {
        var store = await OpenAsync().Within();
        var saves = new List<Task<SaveResult>>();
        var deletions = new List<Task<bool>>();
        for (var i = 0; i < 40; i++)
        {
            saves.Add(store.SaveAsync(Reports.Make(1), Cancellation));
            deletions.Add(store.DeleteAsync(Reports.Id(1), Cancellation));
        }

        var created = (await Task.WhenAll(saves).Within()).Count(save => save.Outcome == SaveOutcome.Created);
        var deleted = (await Task.WhenAll(deletions).Within()).Count(one => one);

        var left = await store.FindAsync(Reports.Id(1), Cancellation).Within() is null ? 0 : 1;
        (created - deleted).ShouldBe(left);
    }

    [Fact]
    public async Task PruneAsync_ByAge_DeletesTheOlderOnesAndNoOther()
    {
        var store = await OpenAsync().Within();
        var reports = Enumerable.Range(0, 700).Select(number => Reports.Make(number)).ToList();
        await SaveAllAsync(store, reports);
        await RefreshAsync().Within();

        var removed = await PruneAllAsync(store, new RetentionRule(Reports.Make(650).AnalyzedAt, null));

        removed.ShouldBe(reports.Take(650).Select(report => report.Sha256), ignoreOrder: true);
        await ShouldHoldAsync(store, reports.Skip(650));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(50)]
    [InlineData(699)]
    public async Task PruneAsync_ByNumber_KeepsTheNewest(int max)
    {
        var store = await OpenAsync().Within();
        var time = Reports.Make(0).AnalyzedAt;
        var reports = Enumerable.Range(0, 700).Select(number => Reports.Make(number) with { AnalyzedAt = time.AddSeconds(number / 10) })
            .OrderBy(report => (report.AnalyzedAt, report.Sha256)).ToList();
        await SaveAllAsync(store, reports);
        await RefreshAsync().Within();

        var removed = await PruneAllAsync(store, new RetentionRule(null, max));

        removed.ShouldBe(reports.SkipLast(max).Select(report => report.Sha256), ignoreOrder: true);
        await ShouldHoldAsync(store, reports.TakeLast(max));
    }

    [Theory]
    [InlineData(60, 70, 70)]
    [InlineData(80, 70, 80)]
    public async Task PruneAsync_ByAgeAndNumber_KeepsWhatMeetsBoth(int firstOfAge, int firstOfNumber, int first)
    {
        var store = await OpenAsync().Within();
        var reports = Enumerable.Range(0, 100).Select(number => Reports.Make(number)).ToList();
        await SaveAllAsync(store, reports);
        await RefreshAsync().Within();

        await PruneAllAsync(store, new RetentionRule(Reports.Make(firstOfAge).AnalyzedAt, 100 - firstOfNumber));

        await ShouldHoldAsync(store, reports.Skip(first));
    }

    [Fact]
    public async Task PruneAsync_NothingTooOldOrTooMuch_DeletesNothing()
    {
        var store = await OpenAsync().Within();
        (await PruneAllAsync(store, new RetentionRule(Reports.Make(0).AnalyzedAt, 3))).ShouldBeEmpty();
        var reports = Enumerable.Range(0, 3).Select(number => Reports.Make(number)).ToList();
        await SaveAllAsync(store, reports);
        await RefreshAsync().Within();

        (await PruneAllAsync(store, new RetentionRule(Reports.Make(0).AnalyzedAt, 3))).ShouldBeEmpty();
        (await PruneAllAsync(store, new RetentionRule(null, null))).ShouldBeEmpty();

        await ShouldHoldAsync(store, reports);
    }

    [Fact]
    public async Task PruneAsync_SavesBetweenBatches_AreTakenAndStay()
    {
        var store = await OpenAsync().Within();
        await SaveAllAsync(store, Enumerable.Range(0, 700).Select(number => Reports.Make(number)));
        await RefreshAsync().Within();

        // Between two batches one of the oldest gets a newer report, and a new one comes.
        var number = 700;
        await foreach (var batch in store.PruneAsync(new RetentionRule(Reports.Make(700).AnalyzedAt, null), Cancellation))
        {
            batch.Count.ShouldBeInRange(1, 500);
            var newer = Reports.Make(699, engine: number) with { AnalyzedAt = Reports.Make(number).AnalyzedAt };
            await store.SaveAsync(newer, Cancellation).Within();
            await store.SaveAsync(Reports.Make(1_000 + number++), Cancellation).Within();
        }

        number.ShouldBeGreaterThan(701, "one batch shows nothing");
        (await store.FindAsync(Reports.Id(699), Cancellation).Within()).ShouldNotBeNull();
        for (var saved = 700; saved < number; saved++)
        {
            await ShouldBeStoredAsync(store, Reports.Make(1_000 + saved));
        }
    }

    [Fact]
    public async Task PruneAsync_TwoAtOnce_LeaveWhatTheRuleKeeps()
    {
        var store = await OpenAsync().Within();
        var reports = Enumerable.Range(0, 700).Select(number => Reports.Make(number)).ToList();
        await SaveAllAsync(store, reports);
        await RefreshAsync().Within();

        var removed = await Task.WhenAll(Enumerable.Range(0, 2).Select(_ => PruneAllAsync(store, new RetentionRule(null, 100))));

        removed.SelectMany(ids => ids).ShouldBeUnique();
        await PruneAllAsync(store, new RetentionRule(null, 100)); // one may have left the rest to the other
        await ShouldHoldAsync(store, reports.Skip(600));
    }

    private static async Task<List<FileId>> PruneAllAsync(IReportStore store, RetentionRule rule)
    {
        var removed = new List<FileId>();
        await using var batches = store.PruneAsync(rule, Cancellation).GetAsyncEnumerator(Cancellation);
        while (await batches.MoveNextAsync().Within())
        {
            removed.AddRange(batches.Current);
        }

        return removed;
    }

    private async Task ShouldHoldAsync(IReportStore store, IEnumerable<AnalysisReport> reports)
    {
        await RefreshAsync().Within();
        (await ListAllAsync(store, limit: 1000, order: ReportOrder.OldestFirst)).Select(stored => stored.Report.Sha256)
            .ShouldBe(reports.Select(report => report.Sha256));
    }
}
