namespace Storage.Compliance;

public abstract partial class ReportStoreCompliance
{
    [Fact]
    public async Task OpenAsync_AfterClose_HasEverything()
    {
        var store = await OpenAsync().Within();
        var reports = Enumerable.Range(0, 50).Select(number => Reports.Make(number)).ToList();
        await SaveAllAsync(store, reports);
        await CloseAsync().Within();

        store = await OpenAsync().Within();
        await RefreshAsync().Within();

        (await ListAllAsync(store, limit: 50)).Select(Json).ShouldBe(reports.AsEnumerable().Reverse().Select(Json));
        (await store.SaveAsync(reports[7], Cancellation).Within()).Outcome.ShouldBe(SaveOutcome.Known);
    }

    [Fact]
    public async Task IdentifyAsync_AfterClose_IsStillTheSame()
    {
        var store = await OpenAsync().Within();
        var identity = await store.IdentifyAsync(Cancellation).AsTask().Within();
        await CloseAsync().Within();

        store = await OpenAsync().Within();

        identity.ShouldNotBeNullOrEmpty();
        (await store.IdentifyAsync(Cancellation).AsTask().Within()).ShouldBe(identity);
    }

    [Fact]
    public async Task CloseAsync_DuringSaves_LosesNoneThatWasAcknowledged()
    {
        var store = await OpenAsync().Within();
        var saves = Enumerable.Range(0, 200).Select(number => store.SaveAsync(Reports.Make(number), Cancellation)).ToList();

        await CloseAsync().Within();
        await Task.WhenAll(saves).ContinueWith(_ => { }, TaskScheduler.Default).Within();

        saves.Where(save => !save.IsCompletedSuccessfully)
            .ShouldAllBe(save => save.Exception!.InnerException is StoreUnavailableException);
        store = await OpenAsync().Within();
        foreach (var save in saves.Where(save => save.IsCompletedSuccessfully))
        {
            await ShouldBeStoredAsync(store, (await save).Stored.Report);
        }
    }

    [Fact]
    public async Task EveryMethod_AfterClose_SaysUnavailable()
    {
        var store = await OpenAsync().Within();
        await store.SaveAsync(Reports.Make(1), Cancellation).Within();
        await CloseAsync().Within();

        await Should.ThrowAsync<StoreUnavailableException>(() => store.SaveAsync(Reports.Make(1), Cancellation).Within());
        await Should.ThrowAsync<StoreUnavailableException>(() => store.FindAsync(Reports.Id(1), Cancellation).Within());
        await Should.ThrowAsync<StoreUnavailableException>(() => store.ListAsync(new ReportQuery(), Cancellation).Within());
        await Should.ThrowAsync<StoreUnavailableException>(() => store.CheckAsync(Cancellation).Within());
        await Should.ThrowAsync<StoreUnavailableException>(() => store.DeleteAsync(Reports.Id(1), Cancellation).Within());
        await Should.ThrowAsync<StoreUnavailableException>(() => PruneAllAsync(store, Everything));
    }

    [Fact]
    public async Task EveryMethod_WithACancelledToken_IsCancelledAndTheStoreGoesOn()
    {
        var store = await OpenAsync().Within();
        var cancelled = new CancellationToken(canceled: true);

        await Should.ThrowAsync<OperationCanceledException>(() => store.SaveAsync(Reports.Make(1), cancelled).Within());
        await Should.ThrowAsync<OperationCanceledException>(async () => await store.FindAsync(Reports.Id(1), cancelled).Within());
        await Should.ThrowAsync<OperationCanceledException>(() => store.ListAsync(new ReportQuery(), cancelled).Within());
        await Should.ThrowAsync<OperationCanceledException>(() => store.CheckAsync(cancelled).Within());
        await Should.ThrowAsync<OperationCanceledException>(() => store.DeleteAsync(Reports.Id(1), cancelled).Within());
        await Should.ThrowAsync<OperationCanceledException>(
            async () => await store.PruneAsync(Everything, cancelled).GetAsyncEnumerator(cancelled).MoveNextAsync().Within());

        (await store.FindAsync(Reports.Id(1), Cancellation).Within()).ShouldBeNull();
        (await store.SaveAsync(Reports.Make(1), Cancellation).Within()).Outcome.ShouldBe(SaveOutcome.Created);
    }

    [Fact]
    public async Task SaveAsync_CancelledWhileItWaits_LeavesTheOthersAlone()
    {
        var store = await OpenAsync().Within();
        using var impatient = new CancellationTokenSource();
        var saves = Enumerable.Range(0, 100)
            .Select(number => store.SaveAsync(Reports.Make(number), number % 2 == 0 ? Cancellation : impatient.Token)).ToList();
        await impatient.CancelAsync();

        for (var number = 0; number < saves.Count; number += 2)
        {
            (await saves[number].Within()).Outcome.ShouldBe(SaveOutcome.Created);
            await ShouldBeStoredAsync(store, Reports.Make(number));
        }

        // A save that was given up may be stored or not: either is whole.
        for (var number = 1; number < saves.Count; number += 2)
        {
            var found = await store.FindAsync(Reports.Id(number), Cancellation).Within();
            Json(found).ShouldBeOneOf("none", Json(Reports.Make(number)));
        }
    }

    [Fact]
    public async Task CheckAsync_HealthyStore_Returns()
    {
        var store = await OpenAsync().Within();

        await store.CheckAsync(Cancellation).Within();
        await store.SaveAsync(Reports.Make(1), Cancellation).Within();
        await store.CheckAsync(Cancellation).Within();
    }
}
