using System.Diagnostics;

namespace Analyzer.Storage.Elasticsearch.Tests;

/// <summary>Header fields of requests and responses, and the check that the server is Elasticsearch.</summary>
public sealed class HeaderTests : FakeClusterTests
{
    /// <summary>A server of 8.x refuses the format of version 9, which the package speaks by itself.</summary>
    [Fact]
    public async Task EveryRequest_ByDefault_SpeaksTheFormatOfVersion8() => await SpeaksAsync(TestStore.Options(), version: 8);

    [Theory]
    [InlineData(8)]
    [InlineData(9)]
    public async Task EveryRequest_CompatibleWith_SpeaksThatFormat(int version) =>
        await SpeaksAsync(TestStore.Options().With(cluster => cluster with { CompatibleWith = version, Gzip = true }), version);

    [Fact]
    public async Task EveryCall_FormatThatTheServerDoesNotKnow_NamesTheSetting()
    {
        Server.Intercept = (_, _, _) => Task.FromResult(FakeElasticsearch.Error(400, "media_type_header_exception"));

        var failure = await Should.ThrowAsync<StoreUnavailableException>(
            () => Open(TestStore.Options()).SaveAsync(Reports.Make(1), Cancellation).Within());

        failure.Message.ShouldContain("set Elasticsearch:CompatibleWith");
    }

    [Fact]
    public async Task SaveAsync_WithinATrace_NamesItToTheCluster()
    {
        var store = Open(TestStore.Options());
        using var activity = new Activity("upload").Start();

        await store.SaveAsync(Reports.Make(1), Cancellation).Within();

        Server.Bulks.ShouldHaveSingleItem().OpaqueId.ShouldBe(activity.TraceId.ToHexString());
    }

    [Fact]
    public async Task SaveAsync_OutsideOfATrace_NamesNone()
    {
        Activity.Current = null;

        await Open(TestStore.Options()).SaveAsync(Reports.Make(1), Cancellation).Within();

        Server.Requests.ShouldAllBe(request => request.OpaqueId == null);
    }

    [Fact]
    public async Task EveryCall_AnotherProgramAnswers_SaysSo()
    {
        Server.NamesProduct = false;

        var failure = await Should.ThrowAsync<StoreUnavailableException>(
            () => Open(TestStore.Options()).SaveAsync(Reports.Make(1), Cancellation).Within());

        failure.Message.ShouldContain("x-elastic-product");
        failure.Message.ShouldContain("http://a:9200");
    }

    [Fact]
    public async Task SaveAsync_Gzip_CompressesWhatIsLong()
    {
        var store = Open(TestStore.Options().With(cluster => cluster with { Gzip = true }) with { MaxBatch = 1 });
        var longer = Long(2);

        await store.SaveAsync(Reports.Make(1), Cancellation).Within();
        await store.SaveAsync(longer, Cancellation).Within();

        (await store.FindAsync(longer.Sha256, Cancellation).Within())!.Report.MediaType.ShouldBe(longer.MediaType);
        Server.Requests.Count(request => request.Body.Length < 1024).ShouldBeGreaterThan(2);
        Server.Requests.ShouldAllBe(request => (request.Encoding == "gzip") == (request.Body.Length >= 1024));
    }

    /// <summary>The package would compress everything.</summary>
    [Fact]
    public async Task SaveAsync_ByDefault_CompressesNothing()
    {
        await Open(TestStore.Options()).SaveAsync(Long(1), Cancellation).Within();

        Server.Requests.ShouldAllBe(request => request.Encoding == null);
    }

    private static AnalysisReport Long(int number) => Reports.Make(number) with { MediaType = new string('x', 4096) };

    private async Task SpeaksAsync(ElasticsearchStoreOptions options, int version)
    {
        var store = Open(options);
        await store.SaveAsync(Long(1), Cancellation).Within();
        await store.ListAsync(new ReportQuery(), Cancellation).Within();
        await store.PruneAsync(new RetentionRule(null, 1), Cancellation).GetAsyncEnumerator(Cancellation).MoveNextAsync().Within();

        var parameter = $"compatible-with={version}";
        Server.Requests.ShouldAllBe(request => request.Accept == $"application/vnd.elasticsearch+json;{parameter}");
        Server.Requests.Where(request => request.Body.Length > 0).ShouldAllBe(request =>
            request.ContentType == "application/vnd.elasticsearch+json; " + parameter
            || request.ContentType == "application/vnd.elasticsearch+x-ndjson; " + parameter);
    }
}
