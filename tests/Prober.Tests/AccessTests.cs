using System.Net;
using Microsoft.Extensions.DependencyInjection;
using Prober.Features.Probing;

namespace Prober.Tests;

public sealed class AccessTests
{
    private const string Target = "http://127.0.0.1:9/";

    [Fact]
    public async Task Endpoints_All_NameTheirScopeOrThatTheyNeedNone()
    {
        await using var host = await ProberHost.StartAsync("--target", Target);

        OpenEndpoints.Of(host.Services).ShouldBeEmpty();
    }

    [Fact]
    public async Task Probe_AllPlacesTaken_SaysWhenToAskAgain()
    {
        await using var host = await ProberHost.StartAsync("--target", Target);
        var places = host.Services.GetRequiredKeyedService<SemaphoreSlim>(typeof(ProbingFeature));
        while (await places.WaitAsync(TimeSpan.Zero, TestContext.Current.CancellationToken))
        {
        }

        using var answer = await host.Http
            .GetAsync($"/probe?target={Uri.EscapeDataString(Target)}&module=http", TestContext.Current.CancellationToken).Within();

        answer.StatusCode.ShouldBe(HttpStatusCode.ServiceUnavailable);
        answer.Headers.RetryAfter!.Delta.ShouldBe(TimeSpan.FromSeconds(1));
    }
}
