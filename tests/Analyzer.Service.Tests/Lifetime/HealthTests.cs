using System.Net;
using Analyzer.Service.Tests.Hosting;
using Tests.Common;

namespace Analyzer.Service.Tests.Lifetime;

public sealed class HealthTests
{
    [Fact]
    public async Task Ready_StoreAway_IsNotReadyButLive()
    {
        await using var host = await AnalyzerHost.StartAsync();
        using var http = new HttpClient { BaseAddress = host.Http1 };
        (await StatusAsync("/healthz/ready")).ShouldBe(HttpStatusCode.OK);

        host.Store.Down = true;

        (await StatusAsync("/healthz/ready")).ShouldBe(HttpStatusCode.ServiceUnavailable);
        (await StatusAsync("/healthz/live")).ShouldBe(HttpStatusCode.OK);
        host.Store.Down = false;
        (await StatusAsync("/healthz/ready")).ShouldBe(HttpStatusCode.OK);

        async Task<HttpStatusCode> StatusAsync(string path)
        {
            using var response = await http.GetAsync(path, TestContext.Current.CancellationToken).Within();
            return response.StatusCode;
        }
    }
}
