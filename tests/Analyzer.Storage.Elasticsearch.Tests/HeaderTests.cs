using System.Diagnostics;

namespace Analyzer.Storage.Elasticsearch.Tests;

/// <summary>What the client says to the cluster beside the documents, and who has to answer.</summary>
public sealed class HeaderTests : FakeClusterTests
{
    [Fact]
    public async Task EveryRequest_AsksForTheFormatOfVersion8()
    {
        await Open(TestStore.Options()).SaveAsync(Reports.Make(1), Cancellation).Within();

        Server.Requests.ShouldAllBe(request => request.Accept == "application/vnd.elasticsearch+json;compatible-with=8");
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
        var longer = Reports.Make(2) with { MediaType = new string('x', 4096) };

        await store.SaveAsync(Reports.Make(1), Cancellation).Within();
        await store.SaveAsync(longer, Cancellation).Within();

        (await store.FindAsync(longer.Sha256, Cancellation).Within())!.Report.MediaType.ShouldBe(longer.MediaType);
        Server.Bulks.Last().Encoding.ShouldBe("gzip");
    }
}
