using System.Net;
using System.Net.Http.Headers;
using System.Text;

namespace Analyzer.Storage.Elasticsearch.Tests;

/// <summary>
/// The package does not throw when a request fails: its response then has nothing in it, which looks like an index without reports. What is
/// not an answer of Elasticsearch must never be taken for one.
/// </summary>
public sealed class UnaskedAnswerTests : FakeClusterTests
{
    private const string Json = "application/json";
    private const string Html = "text/html";

    public static TheoryData<int, string, string> NoAnswers => new()
    {
        { 200, Html, "<html>a proxy's greeting</html>" },
        { 200, Json, "<html>a proxy's greeting</html>" },
        { 200, Json, "" },
        { 200, Json, "{}" },
        { 200, Json, "[]" },
        { 200, Json, "null" },
        { 200, Json, """{"found":""" },
        { 200, Json, """{"hits":{"hits":""" },
        { 204, Json, "" },
        { 302, Html, "" },
        { 400, Json, """{"error":"a text","status":400}""" },
        { 401, Json, """{"error":{"type":"security_exception","reason":"no"},"status":401}""" },
        { 403, Json, """{"error":{"type":"security_exception","reason":"no"},"status":403}""" },
        { 404, Html, "<html>no such page</html>" },
        { 404, Json, "{}" },
        { 404, Json, """{"error":{"type":"index_not_found_exception","reason":"no"},"status":404}""" },
        { 404, Json, """{"error":"no handler found for uri"}""" },
        { 413, Html, "<html>too large</html>" },
        { 429, Json, """{"error":{"type":"circuit_breaking_exception","reason":"data too large"},"status":429}""" },
        { 500, Json, """{"error":{"type":"null_pointer_exception","reason":"oops"},"status":500}""" },
        { 500, Html, "" },
        { 503, Html, "<html>come back later</html>" },
    };

    [Theory]
    [MemberData(nameof(NoAnswers))]
    public async Task EveryCall_ResponseThatIsNoAnswer_SaysUnavailable(int status, string type, string body)
    {
        var store = Open(TestStore.Options());
        await store.SaveAsync(Reports.Make(1), Cancellation).Within();
        Server.Intercept = (_, _, _) => Task.FromResult(Response(status, type, body));

        await Should.ThrowAsync<StoreUnavailableException>(async () => await store.FindAsync(Reports.Id(1), Cancellation).Within());
        await Should.ThrowAsync<StoreUnavailableException>(() => store.ListAsync(new ReportQuery(), Cancellation).Within());
        await Should.ThrowAsync<StoreUnavailableException>(() => store.SaveAsync(Reports.Make(2), Cancellation).Within());
        await Should.ThrowAsync<StoreUnavailableException>(() => store.DeleteAsync(Reports.Id(1), Cancellation).Within());
        await Should.ThrowAsync<StoreUnavailableException>(
            async () => await store.PruneAsync(new RetentionRule(null, 1), Cancellation).GetAsyncEnumerator(Cancellation).MoveNextAsync());
    }

    [Theory]
    [MemberData(nameof(NoAnswers))]
    public async Task InitializeAsync_ResponseThatIsNoAnswer_MakesNoIndex(int status, string type, string body)
    {
        var store = Open(TestStore.Options());
        Server.Intercept = (request, carryOut, _) =>
            Task.FromResult(request.Path == "/reports" ? Response(status, type, body) : carryOut());

        var failure = await Should.ThrowAsync<Exception>(() => store.InitializeAsync(Cancellation).Within());

        // Only an index that is said to be missing is made; and then it is not behind its alias.
        (failure is StoreUnavailableException or StoreRefusedException).ShouldBeTrue(failure.ToString());
        Server.Indices.Count.ShouldBe(body.Contains("index_not_found_exception") ? 1 : 0);
    }

    [Theory]
    [MemberData(nameof(NoAnswers))]
    public async Task InitializeAsync_CreationWithoutAnAnswer_SaysUnavailable(int status, string type, string body)
    {
        var store = Open(TestStore.Options());
        Server.Intercept = (request, carryOut, _) =>
            Task.FromResult(request.Method == HttpMethod.Put ? Response(status, type, body) : carryOut());

        var failure = await Should.ThrowAsync<Exception>(() => store.InitializeAsync(Cancellation).Within());

        // Whatever is said with success, the index is looked for after that.
        (failure is StoreUnavailableException || (status is 200 or 204 && failure is StoreRefusedException))
            .ShouldBeTrue(failure.ToString());
    }

    /// <summary>Such as those of a look-up that was aborted by its client.</summary>
    [Fact]
    public async Task EveryCall_AfterCallersWhoGaveUp_IsStillAnswered()
    {
        var store = Open(TestStore.Options());
        await store.SaveAsync(Reports.Make(1), Cancellation).Within();
        Server.Intercept = async (_, carryOut, cancellationToken) =>
        {
            await Task.Delay(Timeout.Infinite, cancellationToken);
            return carryOut();
        };
        for (var i = 0; i < 10; i++)
        {
            using var impatience = new CancellationTokenSource();
            var call = store.FindAsync(Reports.Id(1), impatience.Token);
            await impatience.CancelAsync();
            await Should.ThrowAsync<OperationCanceledException>(async () => await call.Within());
        }

        Server.Intercept = null;
        (await store.FindAsync(Reports.Id(1), Cancellation).Within()).ShouldNotBeNull();
    }

    /// <summary>The package asks a lone node again by itself after some of these: the first request may have been carried out.</summary>
    [Theory]
    [InlineData("Received an invalid status line: 'garbage'.")]
    [InlineData("The response ended prematurely.")]
    public async Task SaveAsync_GarbageInsteadOfTheAnswer_IsStillTheOneThatCreatedIt(string message)
    {
        var store = Open(TestStore.Options());
        var lost = 1;
        Server.Intercept = (request, carryOut, _) =>
        {
            var answer = carryOut();
            return request.Path.EndsWith("/_bulk", StringComparison.Ordinal) && lost-- > 0
                ? throw new HttpRequestException(HttpRequestError.InvalidResponse, message)
                : Task.FromResult(answer);
        };

        (await store.SaveAsync(Reports.Make(1), Cancellation).Within()).Outcome.ShouldBe(SaveOutcome.Created);
    }

    /// <summary>The package's pools take nodes of one scheme only.</summary>
    [Fact]
    public async Task EveryCall_NodesOfTwoSchemes_GoesToBoth()
    {
        var store = Open(TestStore.Options().With(cluster => cluster with { Url = "http://a:9200, https://b:9200, https://b:9200" }));

        for (var number = 0; number < 4; number++)
        {
            await store.SaveAsync(Reports.Make(number), Cancellation).Within();
        }

        Server.Requests.Select(request => request.Node).Distinct().Order(StringComparer.Ordinal).ShouldBe(["a:9200", "b:9200"]);
    }

    private static HttpResponseMessage Response(int status, string type, string body)
    {
        var content = new ByteArrayContent(Encoding.UTF8.GetBytes(body));
        content.Headers.ContentType = new MediaTypeHeaderValue(type);
        return new HttpResponseMessage((HttpStatusCode)status) { Content = content };
    }
}
