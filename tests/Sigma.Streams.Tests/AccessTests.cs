using System.Net;

namespace Sigma.Streams.Tests;

public sealed class AccessTests : IDisposable
{
    private static readonly string Rules = Path.Combine(SharedData.RepositoryRoot, "src", "Sigma.Streams", "Samples", "rules");

    private readonly TempDirectory _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Endpoints_All_NameTheirScopeOrThatTheyNeedNone()
    {
        await using var host = await SigmaHost.StartAsync(_folder, "--rules", Rules);

        OpenEndpoints.Of(host.Services).ShouldBeEmpty();
    }

    [Theory]
    [InlineData("submit", HttpStatusCode.Forbidden)]
    [InlineData("read", HttpStatusCode.OK)]
    public async Task Rules_KeyWithAScope_AreShownToReadersOnly(string scope, HttpStatusCode status)
    {
        using var keys = new ClientKeys();
        var key = keys.Add("somebody", [scope]);
        await using var host = await SigmaHost.StartAsync(_folder, "--rules", Rules, $"--Sigma:Keys={keys.File}");
        host.Http.DefaultRequestHeaders.Add("x-api-key", key);

        using var answer = await host.Http.GetAsync("/v1/rules", TestContext.Current.CancellationToken).Within();

        answer.StatusCode.ShouldBe(status);
    }
}
