using System.Net;
using System.Text;
using System.Text.Json.Nodes;

namespace Analyzer.Storage.Elasticsearch.Tests;

public sealed class BulkTests : FakeClusterTests
{
    private readonly List<Task> _held = [];

    [Fact]
    public async Task SaveAsync_OneReport_IsTwoLinesThatNeverMakeAnIndex()
    {
        var store = Open(TestStore.Options());
        var report = Reports.Make(1);

        await store.SaveAsync(report, Cancellation).Within();

        var bulk = Server.Bulks.ShouldHaveSingleItem();
        bulk.ContentType.ShouldBe("application/vnd.elasticsearch+x-ndjson; compatible-with=8");
        bulk.Query.ShouldContain("require_alias=true");
        bulk.Query.ShouldNotContain("refresh");
        var json = Encoding.UTF8.GetString(ChecksummedReport.Write(ReportJson.Serialize(report)));
        bulk.Body.ShouldBe($$$"""{"create":{"_id":"{{{report.Sha256}}}"}}""" + $"\n{json}\n");
    }

    [Fact]
    public async Task SaveAsync_ManyWhileTheClusterIsBusy_ShareFewRequests()
    {
        var store = Open(TestStore.Options());
        using var gate = await HoldBulksAsync(store, count: ElasticsearchStoreOptions.DefaultBulksInFlight);
        var saves = Enumerable.Range(0, 64).Select(number => store.SaveAsync(Reports.Make(number), Cancellation)).ToList();

        gate.Open();
        await Task.WhenAll([.. saves, .. _held]).Within();

        // Those that were held up, and one for all that gathered meanwhile.
        Observer.Committed.Count.ShouldBeLessThanOrEqualTo(2 * ElasticsearchStoreOptions.DefaultBulksInFlight);
        Observer.Committed.Sum().ShouldBe(64 + ElasticsearchStoreOptions.DefaultBulksInFlight);
    }

    [Theory]
    [InlineData(10, int.MaxValue, 10)]
    [InlineData(500, 1, 1)]
    public async Task SaveAsync_MoreThanARequestMayHold_TakesSeveral(int maxBatch, int maxBatchBytes, int largest)
    {
        var store = Open(TestStore.Options() with { MaxBatch = maxBatch, MaxBatchBytes = maxBatchBytes });

        await Task.WhenAll(Enumerable.Range(0, 64).Select(number => store.SaveAsync(Reports.Make(number), Cancellation))).Within();

        Observer.Committed.Sum().ShouldBe(64);
        Observer.Committed.ShouldAllBe(size => size <= largest);
    }

    [Fact]
    public async Task SaveAsync_QueueFull_IsRefusedAtOnceAndTheOthersSucceed()
    {
        var store = Open(TestStore.Options() with { QueueCapacity = 4, BulksInFlight = 1 });
        using var gate = await HoldBulksAsync(store, count: 1);
        var saves = Enumerable.Range(0, 20).Select(number => store.SaveAsync(Reports.Make(number), Cancellation)).ToList();

        var refused = saves.Where(save => save.IsFaulted).ToList();
        gate.Open();
        await Task.WhenAll(saves.Except(refused)).Within();

        refused.Count.ShouldBe(16);
        refused.ShouldAllBe(save => save.Exception!.InnerException is StoreUnavailableException);
        Observer.Refused.ShouldBe(16);
    }

    [Fact]
    public async Task SaveAsync_OneItemRejected_IsTriedAgainAloneAndAllSucceed()
    {
        var store = Open(TestStore.Options());
        var rejections = 0;
        Server.Intercept = (request, carryOut, _) => Task.FromResult(
            IsBulk(request) && request.Body.Contains(Reports.Id(7).ToString()) && rejections++ < 2
                ? RejectItem(request, carryOut, Reports.Id(7))
                : carryOut());
        var saves = Enumerable.Range(0, 20).Select(number => store.SaveAsync(Reports.Make(number), Cancellation));

        var saved = await Task.WhenAll(saves).Within();

        saved.ShouldAllBe(result => result.Outcome == SaveOutcome.Created);
        rejections.ShouldBe(3);
    }

    [Fact]
    public async Task SaveAsync_OneItemRefused_FailsItAloneAndSaysWhy()
    {
        var store = Open(TestStore.Options());
        Server.Intercept = (request, carryOut, _) =>
        {
            var answer = carryOut();
            if (!IsBulk(request) || !request.Body.Contains(Reports.Id(3).ToString()))
            {
                return Task.FromResult(answer);
            }

            var body = Read(answer);
            SetItem(body, request, Reports.Id(3), 400, "document_parsing_exception", "too strange");
            return Task.FromResult(FakeElasticsearch.Json(HttpStatusCode.OK, body));
        };
        var saves = Enumerable.Range(0, 6).Select(number => store.SaveAsync(Reports.Make(number), Cancellation)).ToList();

        (await Should.ThrowAsync<StoreUnavailableException>(() => saves[3].Within())).Message.ShouldContain("too strange");
        await Task.WhenAll(saves.Where((_, number) => number != 3)).Within();
    }

    [Theory]
    [InlineData("""{"items":[]}""")]
    [InlineData("""{"items":[{"create":{"status":201}},{"create":{"status":201}}]}""")]
    [InlineData("""{"items":[{"delete":{"status":200}}]}""")]
    [InlineData("""{"items":[{"create":{"sta""")]
    [InlineData("<html>a proxy's greeting</html>")]
    [InlineData("")]
    public async Task SaveAsync_AnswerThatIsNoAnswer_AcknowledgesNothing(string body)
    {
        var store = Open(TestStore.Options());
        Server.Intercept = (request, carryOut, _) => Task.FromResult(
            IsBulk(request) ? new HttpResponseMessage(HttpStatusCode.OK) { Content = new StringContent(body) } : carryOut());

        await Should.ThrowAsync<StoreUnavailableException>(() => store.SaveAsync(Reports.Make(1), Cancellation).Within());

        Observer.Failed.ShouldBe([1]);
    }

    [Fact]
    public async Task SaveAsync_AnswerLostAfterTheWrite_IsStillTheOneThatCreatedIt()
    {
        var store = Open(TestStore.Options());
        LoseAnswers(1);

        var saved = await store.SaveAsync(Reports.Make(1), Cancellation).Within();

        saved.Outcome.ShouldBe(SaveOutcome.Created);
        Server.Indices["reports-v1"].Count.ShouldBe(1);
    }

    [Fact]
    public async Task SaveAsync_AnswerLostAfterAReplacement_IsStillTheOneThatReplaced()
    {
        var store = Open(TestStore.Options());
        await store.SaveAsync(Reports.Make(1, engine: 1), Cancellation).Within();
        var bulks = 0;
        Server.Intercept = (request, carryOut, _) =>
        {
            var answer = carryOut();
            return IsBulk(request) && ++bulks == 2 ? throw new HttpIOException(HttpRequestError.ResponseEnded) : Task.FromResult(answer);
        };

        var saved = await store.SaveAsync(Reports.Make(1, engine: 2), Cancellation).Within();

        saved.Outcome.ShouldBe(SaveOutcome.Replaced);
        (await store.FindAsync(Reports.Id(1), Cancellation).Within())!.Report.Engine.ShouldBe(2);
    }

    [Fact]
    public async Task SaveAsync_EveryAnswerLost_SaysUnavailableThoughItMayBeStored()
    {
        var store = Open(TestStore.Options());
        LoseAnswers(int.MaxValue);

        await Should.ThrowAsync<StoreUnavailableException>(() => store.SaveAsync(Reports.Make(1), Cancellation).Within());
    }

    [Fact]
    public async Task SaveAsync_DocumentRemovedBetweenConflictAndRead_IsCreatedAfterAll()
    {
        var store = Open(TestStore.Options());
        await store.SaveAsync(Reports.Make(1), Cancellation).Within();
        Server.Intercept = (request, carryOut, _) =>
        {
            if (request.Path.Contains("/_doc/"))
            {
                Server.Indices["reports-v1"].Remove(Reports.Id(1).ToString());
            }

            return Task.FromResult(carryOut());
        };

        (await store.SaveAsync(Reports.Make(1), Cancellation).Within()).Outcome.ShouldBe(SaveOutcome.Created);
    }

    [Fact]
    public async Task DisposeAsync_SavesUnderWay_FinishesThemFirst()
    {
        var store = Open(TestStore.Options());
        using var gate = await HoldBulksAsync(store, count: ElasticsearchStoreOptions.DefaultBulksInFlight);
        var saves = Enumerable.Range(0, 32).Select(number => store.SaveAsync(Reports.Make(number), Cancellation)).ToList();

        var closing = store.DisposeAsync().AsTask();
        await Should.ThrowAsync<StoreUnavailableException>(() => store.SaveAsync(Reports.Make(99), Cancellation).Within());
        gate.Open();
        await closing.Within();

        await Task.WhenAll(saves).Within();
    }

    private static bool IsBulk(FakeRequest request) => request.Path.EndsWith("/_bulk", StringComparison.Ordinal);

    private static IEnumerable<string> Ids(FakeRequest bulk) =>
        bulk.Body.TrimEnd('\n').Split('\n').Where((_, line) => line % 2 == 0)
            .Select(line => JsonNode.Parse(line)!["create"]!["_id"]!.GetValue<string>());

    /// <summary>Carries out all the others.</summary>
    private HttpResponseMessage RejectItem(FakeRequest bulk, Func<HttpResponseMessage> carryOut, FileId rejected)
    {
        var answer = Read(carryOut());
        Server.Indices["reports-v1"].Remove(rejected.ToString());
        SetItem(answer, bulk, rejected, 429, "es_rejected_execution_exception", "queue full");
        return FakeElasticsearch.Json(HttpStatusCode.OK, answer);
    }

    private static JsonNode Read(HttpResponseMessage answer)
    {
        using var body = answer.Content.ReadAsStream(Cancellation);
        return JsonNode.Parse(body)!;
    }

    private static void SetItem(JsonNode answer, FakeRequest bulk, FileId id, int status, string type, string reason)
    {
        var item = answer["items"]!.AsArray().Zip(Ids(bulk)).Single(pair => pair.Second == id.ToString()).First!;
        item["create"] = new JsonObject { ["status"] = status, ["error"] = new JsonObject { ["type"] = type, ["reason"] = reason } };
    }

    private void LoseAnswers(int count) => Server.Intercept = (request, carryOut, _) =>
    {
        var answer = carryOut();
        return IsBulk(request) && count-- > 0 ? throw new HttpIOException(HttpRequestError.ResponseEnded) : Task.FromResult(answer);
    };

    /// <summary>Occupies the batcher with saves whose requests are held up until the gate opens.</summary>
    private async Task<Gate> HoldBulksAsync(ElasticsearchReportStore store, int count)
    {
        await store.InitializeAsync(Cancellation).Within();
        var gate = new Gate();
        Server.Intercept = async (request, carryOut, cancellationToken) =>
        {
            if (IsBulk(request))
            {
                await gate.PassAsync(cancellationToken);
            }

            return carryOut();
        };
        for (var i = 0; i < count; i++)
        {
            _held.Add(store.SaveAsync(Reports.Make(1000 + i), Cancellation));
            await gate.ArrivedAsync().Within();
        }

        return gate;
    }
}
