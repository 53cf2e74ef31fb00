using Elasticsearch.Client.Transport;

namespace Analyzer.Storage.Elasticsearch.Tests;

/// <summary>The other classes use a server of 9.x, unless somebody names another.</summary>
[Trait("Category", "Nightly")]
public sealed class Version8Tests(Version8 server) : RealComplianceTests(server), IClassFixture<Version8>
{
    /// <summary>Shows that the server of this class is really of 8.x.</summary>
    [Fact]
    public async Task InitializeAsync_FormatOfVersion9_NamesTheSetting()
    {
        var options = await Server.SkipUnlessPresentAsync();
        await using var store = ElasticsearchReportStore.Create(
            options.With(cluster => cluster with { CompatibleWith = ClusterOptions.Version9 }));

        (await Should.ThrowAsync<StoreUnavailableException>(() => store.InitializeAsync(Cancellation).Within()))
            .Message.ShouldContain("set Elasticsearch:CompatibleWith to its version");
    }
}

public sealed class Version8() : RealElasticsearch(new ElasticsearchFixture { Version = 8 });
