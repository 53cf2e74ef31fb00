namespace Analyzer.Storage.Elasticsearch.Tests;

public sealed class FailoverTests : FakeClusterTests
{
    /// <summary>Short, since tests wait for it to run out; and long enough for a call in memory on a busy machine.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(5);

    [Fact]
    public async Task EveryCall_WithAllNodesThere_GoesToEachInTurn()
    {
        var store = Open(TestStore.Options(nodes: 3));

        await SaveAndFindAsync(store, 0..30);

        foreach (var node in new[] { "a:9200", "b:9200", "c:9200" })
        {
            Server.Requests.Count(request => request.Node == node).ShouldBeGreaterThan(10);
        }
    }

    [Fact]
    public async Task EveryCall_WithTwoOfThreeNodesGone_IsAnsweredByTheThird()
    {
        var store = Open(TestStore.Options(nodes: 3));
        RefuseConnectionsOf("a:9200", "b:9200");

        await SaveAndFindAsync(store, 0..30);

        // Each is asked once before it counts as gone, and later in the background only.
        Server.Requests.Count(request => request.Node != "c:9200" && request.Path != "/_cluster/health").ShouldBeLessThanOrEqualTo(2);
    }

    [Fact]
    public async Task EveryCall_WithANodeThatHangs_IsAnsweredByAnother()
    {
        var store = Open(TestStore.Options(nodes: 2) with { AttemptTimeout = Patience });
        Server.Intercept = async (request, carryOut, cancellationToken) =>
        {
            if (request.Node == "a:9200")
            {
                await Task.Delay(Timeout.Infinite, cancellationToken);
            }

            return carryOut();
        };

        await SaveAndFindAsync(store, 0..10);

        Server.Requests.Count(request => request.Node == "a:9200" && request.Path != "/_cluster/health").ShouldBeLessThanOrEqualTo(3);
    }

    [Theory]
    [InlineData(429)]
    [InlineData(502)]
    [InlineData(503)]
    [InlineData(504)]
    public async Task EveryCall_WithANodeThatSaysNotNow_IsAnsweredByAnother(int status)
    {
        var store = Open(TestStore.Options(nodes: 2));
        Server.Intercept = (request, carryOut, _) =>
            Task.FromResult(request.Node == "a:9200" ? FakeElasticsearch.Error(status, "es_rejected_execution_exception") : carryOut());

        await SaveAndFindAsync(store, 0..10);
    }

    /// <summary>The turn of the nodes is that of all calls: by it alone, a call could ask the node again that failed it.</summary>
    [Fact]
    public async Task EveryCall_OfManyAtOnce_AsksEachNodeThatFailsOnce()
    {
        var store = Open(TestStore.Options(nodes: 3));
        await store.InitializeAsync(Cancellation).Within();
        Server.Intercept = async (request, carryOut, _) =>
        {
            await Task.Yield();
            return request.Node == "c:9200" ? carryOut() : FakeElasticsearch.Error(503, "unavailable");
        };

        await Task.WhenAll(Enumerable.Range(0, 50).Select(number => store.FindAsync(Reports.Id(number), Cancellation).AsTask())).Within();

        Server.Requests.Where(request => request.Path.Contains("/_doc/")).GroupBy(request => (request.Path, request.Node))
            .ShouldAllBe(requests => requests.Count() == 1);
    }

    /// <summary>The package's one time-out would end the attempt and the call together.</summary>
    [Fact]
    public async Task FindAsync_ManyAtOnceWithANodeThatHangs_AreAllAnswered()
    {
        var store = Open(TestStore.Options(nodes: 2) with { AttemptTimeout = Patience });
        await store.SaveAsync(Reports.Make(1), Cancellation).Within();
        Server.Intercept = async (request, carryOut, cancellationToken) =>
        {
            if (request.Node == "a:9200")
            {
                await Task.Delay(Timeout.Infinite, cancellationToken);
            }

            return carryOut();
        };

        var found = await Task.WhenAll(Enumerable.Range(0, 8).Select(_ => store.FindAsync(Reports.Id(1), Cancellation).AsTask())).Within();

        found.ShouldAllBe(report => report != null);
        Server.Requests.Count(request => request.Node == "a:9200" && request.Path.Contains("/_doc/")).ShouldBeLessThanOrEqualTo(8);
    }

    [Fact]
    public async Task EveryCall_WithAllNodesGone_FailsWithoutAskingAndRecoversByItself()
    {
        var store = Open(TestStore.Options(nodes: 2) with { RevivalInterval = TimeSpan.FromMilliseconds(200) });
        await store.SaveAsync(Reports.Make(1), Cancellation).Within();
        RefuseConnectionsOf("a:9200", "b:9200");
        await Should.ThrowAsync<StoreUnavailableException>(() => store.SaveAsync(Reports.Make(2), Cancellation).Within());
        var asked = Asked();

        for (var i = 0; i < 100; i++)
        {
            (await Should.ThrowAsync<StoreUnavailableException>(() => store.SaveAsync(Reports.Make(2), Cancellation).Within()))
                .Message.ShouldContain("http://a:9200");
            await Should.ThrowAsync<StoreUnavailableException>(async () => await store.FindAsync(Reports.Id(1), Cancellation).Within());
            await Should.ThrowAsync<StoreUnavailableException>(() => store.ListAsync(new ReportQuery(), Cancellation).Within());
            await Should.ThrowAsync<StoreUnavailableException>(() => store.CheckAsync(Cancellation).Within());
        }

        Asked().ShouldBe(asked);
        RefuseConnectionsOf();
        await UntilHealthyAsync(store).Within();
        await SaveAndFindAsync(store, 2..12);

        int Asked() => Server.Requests.Count(request => request.Path != "/_cluster/health");
    }

    [Fact]
    public async Task EveryCall_WithTheOnlyNodeHanging_EndsInTime()
    {
        var store = Open(TestStore.Options() with { Timeout = Patience });
        Server.Intercept = async (_, carryOut, cancellationToken) =>
        {
            await Task.Delay(Timeout.Infinite, cancellationToken);
            return carryOut();
        };

        for (var round = 0; round < 2; round++)
        {
            // Side by side, because each waits for its time to run out.
            await Task.WhenAll(Enumerable.Range(0, 5).SelectMany(_ => new[]
            {
                Should.ThrowAsync<StoreUnavailableException>(() => store.SaveAsync(Reports.Make(1), Cancellation).Within()),
                Should.ThrowAsync<StoreUnavailableException>(async () => await store.FindAsync(Reports.Id(1), Cancellation).Within()),
            }));
        }

        Server.Intercept = null;
        await UntilHealthyAsync(store).Within();
        await SaveAndFindAsync(store, 0..10);
    }

    [Fact]
    public async Task SaveAsync_ClusterHangsOnWrites_RefusesAllButOneAtOnceAndRecoversByItself()
    {
        var store = Open(TestStore.Options() with { Timeout = Patience, BulksInFlight = 1 });
        await store.SaveAsync(Reports.Make(1), Cancellation).Within();
        Server.Intercept = async (request, carryOut, cancellationToken) =>
        {
            if (request.Path.EndsWith("/_bulk", StringComparison.Ordinal))
            {
                await Task.Delay(Timeout.Infinite, cancellationToken);
            }

            return carryOut();
        };
        await Should.ThrowAsync<StoreUnavailableException>(() => store.SaveAsync(Reports.Make(2), Cancellation).Within());
        await Should.ThrowAsync<StoreUnavailableException>(() => store.SaveAsync(Reports.Make(3), Cancellation).Within());

        // A submitter's patience may end a moment before its request's.
        while (Observer.Failed.Count < 2)
        {
            await Task.Delay(10, Cancellation);
        }

        var trial = store.SaveAsync(Reports.Make(4), Cancellation);
        var refused = Enumerable.Range(5, 50).Select(number => store.SaveAsync(Reports.Make(number), Cancellation)).ToList();

        refused.Count(save => save.IsFaulted).ShouldBe(50);
        (await store.FindAsync(Reports.Id(1), Cancellation).Within()).ShouldNotBeNull();
        await Should.ThrowAsync<StoreUnavailableException>(() => trial.Within());
        Server.Intercept = null;
        await UntilHealthyAsync(store).Within();
        await SaveAndFindAsync(store, 100..110);
    }

    [Fact]
    public async Task FindAsync_OneConnectionReset_IsTriedAgain()
    {
        var store = Open(TestStore.Options());
        await store.SaveAsync(Reports.Make(1), Cancellation).Within();
        var resets = 1;
        Server.Intercept = (_, carryOut, _) => resets-- > 0
            ? throw new HttpRequestException("reset", new IOException("connection reset by peer"))
            : Task.FromResult(carryOut());

        (await store.FindAsync(Reports.Id(1), Cancellation).Within()).ShouldNotBeNull();
    }

    [Fact]
    public async Task Create_ClusterAway_SucceedsAndTheFirstAnswerMakesTheIndex()
    {
        RefuseConnectionsOf("a:9200");
        var store = Open(TestStore.Options());
        await Should.ThrowAsync<StoreUnavailableException>(() => store.InitializeAsync(Cancellation).Within());
        Server.Indices.ShouldBeEmpty();

        RefuseConnectionsOf();
        await UntilHealthyAsync(store).Within();

        await SaveAndFindAsync(store, 0..10);
        Server.Indices.Keys.ShouldBe(["reports-v1"]);
    }

    private static async Task SaveAndFindAsync(ElasticsearchReportStore store, Range numbers)
    {
        for (var number = numbers.Start.Value; number < numbers.End.Value; number++)
        {
            (await store.SaveAsync(Reports.Make(number), Cancellation).Within()).Outcome.ShouldBe(SaveOutcome.Created);
            (await store.FindAsync(Reports.Id(number), Cancellation).Within()).ShouldNotBeNull();
        }
    }

    private static async Task UntilHealthyAsync(ElasticsearchReportStore store)
    {
        while (true)
        {
            try
            {
                await store.CheckAsync(Cancellation);
                return;
            }
            catch (StoreUnavailableException)
            {
                await Task.Delay(10, Cancellation);
            }
        }
    }

    private void RefuseConnectionsOf(params string[] nodes) => Server.Intercept = (request, carryOut, _) => nodes.Contains(request.Node)
        ? throw new HttpRequestException(HttpRequestError.ConnectionError, "connection refused")
        : Task.FromResult(carryOut());
}
