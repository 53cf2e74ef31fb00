using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace Analyzer.Storage.Elasticsearch.Tests;

public sealed class IndexTests : IAsyncDisposable
{
    private readonly FakeElasticsearch _server = new();
    private readonly ElasticsearchReportStore _store;

    public IndexTests() => _store = ElasticsearchReportStore.Create(TestStore.Options() with { Shards = 3, Replicas = 2 }, _server);

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public async ValueTask DisposeAsync()
    {
        await _store.DisposeAsync();
        _server.Dispose();
    }

    [Fact]
    public async Task InitializeAsync_NoIndex_CreatesOneThatIsStrictAndDurableBehindTheAlias()
    {
        await _store.InitializeAsync(Cancellation).Within();

        var creation = JsonNode.Parse(_server.Requests.Single(request => request.Method == HttpMethod.Put).Body)!;
        _server.Indices.Keys.ShouldBe(["reports-v1"]);
        creation["aliases"]!["reports"]!["is_write_index"]!.GetValue<bool>().ShouldBeTrue();
        creation["settings"]!["number_of_shards"]!.GetValue<int>().ShouldBe(3);
        creation["settings"]!["number_of_replicas"]!.GetValue<int>().ShouldBe(2);
        creation["settings"]!["translog.durability"]!.GetValue<string>().ShouldBe("request");
        creation["settings"]!["sort.field"]!.AsArray().Select(field => (string)field!).ShouldBe(["analyzedAt", "sha256"]);
        creation["settings"]!["sort.order"]!.AsArray().Select(order => (string)order!).ShouldBe(["desc", "desc"]);
        creation["mappings"]!["dynamic"]!.GetValue<string>().ShouldBe("strict");
    }

    [Fact]
    public async Task InitializeAsync_IndexWithoutItsAlias_SaysThatTheAliasHasToBeAdded()
    {
        await _store.InitializeAsync(Cancellation).Within();
        _server.Indices["reports-v1"].RemoveAliases(); // as after a snapshot that was restored without aliases
        await using var store = ElasticsearchReportStore.Create(TestStore.Options(), _server);

        var refusal = await Should.ThrowAsync<StoreRefusedException>(() => store.InitializeAsync(Cancellation).Within());

        refusal.Message.ShouldContain("leads nowhere although the index reports-v1 exists: add the alias to it");
    }

    [Theory]
    [InlineData(1, 1)]
    [InlineData(2, 2)]
    [InlineData(5, 3)]
    public async Task InitializeAsync_NoIndex_WaitsForAsManyOfItsCopiesAsThereAreNodes(int nodes, int copies)
    {
        _server.DataNodes = nodes;

        await _store.InitializeAsync(Cancellation).Within();

        var creation = _server.Requests.Single(request => request.Method == HttpMethod.Put);
        creation.Query.ShouldContain($"wait_for_active_shards={copies}&");
    }

    [Fact]
    public async Task InitializeAsync_EveryFieldOfAReport_IsInTheMapping()
    {
        await _store.InitializeAsync(Cancellation).Within();

        // Those too that most reports lack.
        var fields = typeof(AnalysisReport).GetProperties().Select(field => JsonNamingPolicy.CamelCase.ConvertName(field.Name));
        var mapped = JsonNode.Parse(_server.Indices["reports-v1"].Mapping)!["properties"]!.AsObject().Select(field => field.Key);

        mapped.ShouldBe(fields.Append("checksum"), ignoreOrder: true);
    }

    [Fact]
    public async Task InitializeAsync_TwiceOrByTwo_CreatesOnce()
    {
        await using var other = ElasticsearchReportStore.Create(TestStore.Options(), _server);

        await Task.WhenAll(new[] { _store, other, _store }.Select(store => store.InitializeAsync(Cancellation))).Within();

        _server.Indices.Keys.ShouldBe(["reports-v1"]);
    }

    [Fact]
    public async Task InitializeAsync_AnotherInstanceWasFaster_TakesItsIndex()
    {
        _server.Intercept = (request, carryOut, _) =>
        {
            if (request.Method == HttpMethod.Put)
            {
                carryOut();
            }

            return Task.FromResult(carryOut());
        };

        await _store.InitializeAsync(Cancellation).Within();

        (await _store.SaveAsync(Reports.Make(1), Cancellation).Within()).Outcome.ShouldBe(SaveOutcome.Created);
    }

    [Theory]
    [InlineData("reports-v1", """{"mappings":{}}""", "another program")]
    [InlineData("reports-v1", """{"mappings":{"_meta":{"application":"billing","schema":1}}}""", "another program")]
    [InlineData("reports-v1", """{"mappings":{"_meta":{"application":{"name":"analyzer"}}}}""", "another program")]
    [InlineData("reports", """{"mappings":{"_meta":{"application":"analyzer","schema":1}}}""", "another program")]
    [InlineData("reports-v9", """{"mappings":{"_meta":{"application":"analyzer","schema":9}}}""", "newer version")]
    [InlineData(
        "reports-v1",
        """{"mappings":{"_meta":{"application":"analyzer","schema":1}},"settings":{"translog.durability":"async"}}""",
        "in a crash")]
    public async Task InitializeAsync_IndexThatIsNotToBeUsed_IsRefusedAndLeftAlone(string name, string index, string why)
    {
        Add(name, index);

        (await Should.ThrowAsync<StoreRefusedException>(() => _store.InitializeAsync(Cancellation).Within())).Message.ShouldContain(why);
        (await Should.ThrowAsync<StoreUnavailableException>(() => _store.SaveAsync(Reports.Make(1), Cancellation).Within()))
            .Message.ShouldContain(why);
        await Should.ThrowAsync<StoreUnavailableException>(async () => await _store.FindAsync(Reports.Id(1), Cancellation).Within());
        _server.Requests.ShouldAllBe(request => request.Method == HttpMethod.Get);
    }

    [Fact]
    public async Task InitializeAsync_AliasOfSeveralIndices_IsRefused()
    {
        Add("reports-v1", """{"mappings":{"_meta":{"application":"analyzer","schema":1}}}""");
        Add("archive", """{"mappings":{"_meta":{"application":"analyzer","schema":1}}}""");

        (await Should.ThrowAsync<StoreRefusedException>(() => _store.InitializeAsync(Cancellation).Within()))
            .Message.ShouldContain("several");
    }

    [Fact]
    public async Task InitializeAsync_IndexOfAnOlderSchema_GetsTheNewMapping()
    {
        Add("reports-v0", """{"mappings":{"_meta":{"application":"analyzer","schema":0}}}""");

        await _store.InitializeAsync(Cancellation).Within();

        JsonNode.Parse(_server.Indices["reports-v0"].Mapping)!["_meta"]!["schema"]!.GetValue<int>().ShouldBe(IndexSchema.Version);
    }

    /// <summary>Such an index stores types and scores without indexing them, and Elasticsearch does not change that.</summary>
    [Fact]
    public async Task ListAsync_IndexThatCannotFilter_FiltersByTheReportsThemselves()
    {
        Add("reports-v1", """
            {"mappings":{"_meta":{"application":"analyzer","schema":1},"properties":{
            "mediaType":{"type":"keyword","index":false,"doc_values":false},"score":{"type":"integer","index":false,"doc_values":false}}}}
            """);
        await _store.SaveAsync(Reports.Make(1), Cancellation).Within();
        await _store.SaveAsync(Reports.Make(2) with { Score = 5 }, Cancellation).Within();

        var page = await _store.ListAsync(new ReportQuery(Filter: new ReportFilter { MaxScore = 5 }), Cancellation).Within();

        page.Reports.ShouldHaveSingleItem().Report.Sha256.ShouldBe(Reports.Id(2));
        JsonNode.Parse(_server.Indices["reports-v1"].Mapping)!["properties"]!["score"]!["index"]!.GetValue<bool>().ShouldBeFalse();
    }

    [Fact]
    public async Task EveryCall_IndexRemovedMeanwhile_SaysUnavailableAndMakesNone()
    {
        await _store.SaveAsync(Reports.Make(1), Cancellation).Within();
        _server.Indices.Clear();

        await Should.ThrowAsync<StoreUnavailableException>(() => _store.SaveAsync(Reports.Make(2), Cancellation).Within());
        (await Should.ThrowAsync<StoreUnavailableException>(async () => await _store.FindAsync(Reports.Id(1), Cancellation).Within()))
            .Message.ShouldContain("gone");
        await Should.ThrowAsync<StoreUnavailableException>(() => _store.ListAsync(new ReportQuery(), Cancellation).Within());
        await Should.ThrowAsync<StoreUnavailableException>(() => _store.CheckAsync(Cancellation).Within());
        await Should.ThrowAsync<StoreUnavailableException>(() => _store.DeleteAsync(Reports.Id(1), Cancellation).Within());
        _server.Indices.ShouldBeEmpty();
    }

    [Fact]
    public async Task CheckAsync_HealthyAndIdle_WritesNothing()
    {
        await _store.CheckAsync(Cancellation).Within();

        _server.Bulks.ShouldHaveSingleItem();
        _server.Indices["reports-v1"].Count.ShouldBe(0);
    }

    [Fact]
    public async Task CheckAsync_RightAfterASave_AsksNobody()
    {
        await _store.SaveAsync(Reports.Make(1), Cancellation).Within();
        var before = _server.Requests.Count;

        await _store.CheckAsync(Cancellation).Within();

        _server.Requests.Count.ShouldBe(before);
    }

    [Fact]
    public async Task CheckAndSave_IndexBlocked_SayWhyAndRecover()
    {
        await _store.InitializeAsync(Cancellation).Within();
        _server.Indices["reports-v1"].Block = "cluster_block_exception";

        await Should.ThrowAsync<StoreUnavailableException>(() => _store.CheckAsync(Cancellation).Within());
        (await Should.ThrowAsync<StoreUnavailableException>(() => _store.SaveAsync(Reports.Make(1), Cancellation).Within()))
            .Message.ShouldContain("cluster_block_exception");

        _server.Indices["reports-v1"].Block = null;
        await _store.CheckAsync(Cancellation).Within();
        (await _store.SaveAsync(Reports.Make(1), Cancellation).Within()).Outcome.ShouldBe(SaveOutcome.Created);
    }

    [Fact]
    public async Task FindAsync_DocumentThatIsNoReport_SaysSoWhenItIsParsed()
    {
        await _store.InitializeAsync(Cancellation).Within();
        var action = new JsonObject { ["_id"] = Reports.Id(1).ToString() };
        _server.Indices["reports-v1"].Write("create", action, """{"sha256":"nonsense", "score":1}""");

        var found = await _store.FindAsync(Reports.Id(1), Cancellation).Within();

        Encoding.UTF8.GetString(found!.Json.Span).ShouldBe("""{"sha256":"nonsense", "score":1}""");
        Should.Throw<StoreUnavailableException>(() => found.Report).Message.ShouldContain("not a report");
    }

    private void Add(string name, string index)
    {
        var creation = JsonNode.Parse(index)!.AsObject();
        creation["aliases"] = new JsonObject { ["reports"] = new JsonObject() };
        _server.Indices[name] = new FakeIndex(creation);
    }
}
