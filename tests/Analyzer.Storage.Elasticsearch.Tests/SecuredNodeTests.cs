namespace Analyzer.Storage.Elasticsearch.Tests;

public sealed class SecuredNodeTests(SecuredNode server) : RealComplianceTests(server), IClassFixture<SecuredNode>
{
    protected override int CompatibleWith => Server.Version;

    /// <summary>Shows that the node of this class really asks for credentials.</summary>
    [Theory]
    [InlineData(null, null)]
    [InlineData("elastic", "wrong")]
    public async Task InitializeAsync_WrongCredentialsOrNone_SaysThatTheyAreRefused(string? user, string? password)
    {
        var options = (await Server.SkipUnlessPresentAsync()).With(cluster => cluster with { UserName = user, Password = password });
        await using var store = ElasticsearchReportStore.Create(options);

        var failure = await Should.ThrowAsync<StoreUnavailableException>(() => store.InitializeAsync(Cancellation)).Within();

        failure.Message.ShouldContain("refuses the credentials");
    }
}

public sealed class SecuredNode() : RealElasticsearch(new ElasticsearchFixture { IsSecured = true });
