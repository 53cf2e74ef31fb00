namespace Analyzer.Storage.Elasticsearch.Tests;

public sealed class CredentialsTests : IDisposable
{
    private readonly FakeElasticsearch _server = new();

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public void Dispose() => _server.Dispose();

    [Fact]
    public async Task EveryRequest_WithAUser_CarriesIt()
    {
        await SaveAsync(TestStore.Options().With(cluster => cluster with { UserName = "elastic", Password = "päss:word" }));

        // base64 of "elastic:päss:word" in UTF-8 (RFC 7617, 2.1)
        _server.Requests.ShouldAllBe(request => request.Authorization == "Basic ZWxhc3RpYzpww6Rzczp3b3Jk");
    }

    [Fact]
    public async Task EveryRequest_WithAKey_CarriesIt()
    {
        await SaveAsync(TestStore.Options().With(cluster => cluster with { ApiKey = "aWQ6a2V5" }));

        _server.Requests.ShouldAllBe(request => request.Authorization == "ApiKey aWQ6a2V5");
    }

    [Fact]
    public async Task EveryRequest_WithAToken_CarriesIt()
    {
        await SaveAsync(TestStore.Options().With(cluster => cluster with { BearerToken = "AAEAAWVsYXN0" }));

        _server.Requests.ShouldAllBe(request => request.Authorization == "Bearer AAEAAWVsYXN0");
    }

    [Fact]
    public async Task EveryRequest_WithNeither_CarriesNothing()
    {
        await SaveAsync(TestStore.Options());

        _server.Requests.ShouldAllBe(request => request.Authorization == null);
    }

    [Theory]
    [InlineData(401, "credentials")]
    [InlineData(403, "privileges")]
    public async Task EveryCall_CredentialsRefused_SaysSoWithoutNamingThem(int status, string what)
    {
        _server.Intercept = (_, _, _) => Task.FromResult(FakeElasticsearch.Error(status, "security_exception"));

        var failure = await Should.ThrowAsync<StoreUnavailableException>(
            () => SaveAsync(TestStore.Options().With(cluster => cluster with { UserName = "elastic", Password = "secret" })));

        failure.Message.ShouldContain(what);
        failure.ToString().ShouldNotContain("secret");
    }

    [Theory]
    [InlineData("ftp://a:21")]
    [InlineData("http://user:secret@a:9200")]
    [InlineData("/relative")]
    [InlineData("nonsense")]
    [InlineData("http://")]
    [InlineData("http://user:secret@a:99999")]
    [InlineData("ftp://user:secret@a:21")]
    [InlineData("http://a:9200,http://user:secret@b:9200")]
    [InlineData("http://a:9200?pretty")]
    public void Create_AddressThatCannotBeUsed_IsRefusedWithoutNamingAPassword(string address)
    {
        var options = TestStore.Options().With(cluster => cluster with { Url = address });

        Should.Throw<ArgumentException>(() => ElasticsearchReportStore.Create(options)).ToString().ShouldNotContain("secret");
    }

    [Fact]
    public void Create_FileOfAuthoritiesThatIsNotThere_SaysWhatItHasToHold()
    {
        var options = TestStore.Options().With(cluster => cluster with { CertificateAuthorityFile = "absent.pem" });

        Should.Throw<IOException>(() => ElasticsearchReportStore.Create(options)).Message
            .ShouldBe("The file absent.pem does not exist; it has to hold the authorities that signed the nodes' certificates.");
    }

    [Fact]
    public void Create_OptionsThatContradict_AreRefused()
    {
        var options = TestStore.Options();

        ShouldRefuse(options.With(cluster => cluster with { Url = " , " }));
        ShouldRefuse(options.With(cluster => cluster with { UserName = "elastic" }));
        ShouldRefuse(options.With(cluster => cluster with { Password = "secret" }));
        ShouldRefuse(options.With(cluster => cluster with { UserName = "elastic", Password = "secret", ApiKey = "key" }));
        ShouldRefuse(options.With(cluster => cluster with { ApiKey = "key", BearerToken = "token" }));
        ShouldRefuse(options.With(cluster => cluster with { ClientKeyFile = "key.pem" }));
        ShouldRefuse(options.With(cluster => cluster with { Proxy = "http://user:secret@proxy:3128" }));
        ShouldRefuse(options.With(cluster => cluster with { CertificateFingerprint = "abc" }));
        ShouldRefuse(options.With(
            cluster => cluster with { CertificateFingerprint = new string('a', 64), CertificateAuthorityFile = "ca.pem" }));
        ShouldRefuse(options.With(cluster => cluster with { CompatibleWith = 7 }));
        ShouldRefuse(options with { Alias = "Reports" });
        ShouldRefuse(options with { Alias = "a/b" });
        ShouldRefuse(options with { Alias = "-a" });
        ShouldRefuse(options with { Shards = 0 });
        ShouldRefuse(options with { Replicas = -1 });
        ShouldRefuse(options with { QueueCapacity = 0 });
        ShouldRefuse(options with { Timeout = TimeSpan.Zero });

        static void ShouldRefuse(ElasticsearchStoreOptions options) =>
            Should.Throw<ArgumentException>(() => ElasticsearchReportStore.Create(options));
    }

    private async Task SaveAsync(ElasticsearchStoreOptions options)
    {
        await using var store = ElasticsearchReportStore.Create(options, _server);
        await store.SaveAsync(Reports.Make(1), Cancellation).Within();
    }
}
