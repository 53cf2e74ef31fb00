using System.Net;
using Hosting.Limits;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;

namespace Journal.Tests;

/// <summary>The limits of one client hold for an endpoint that reads its body as a stream, too.</summary>
public sealed class LimitsTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Bytes_OfOneClient_AreBounded()
    {
        await using var host = await JournalHost.StartAsync("Clients:BytesPerSecond=1024");
        using var http = new HttpClient { BaseAddress = host.Http };

        using var large = await http.PostAsync("/v1/lines", new ByteArrayContent(Lines(1 << 20)), Token).Within();
        using var next = await http.PostAsync("/v1/lines", new ByteArrayContent(Lines(10)), Token).Within();

        large.EnsureSuccessStatusCode();
        next.StatusCode.ShouldBe(HttpStatusCode.TooManyRequests);
        next.Headers.RetryAfter!.Delta!.Value.TotalSeconds.ShouldBeInRange(1, 1100);
    }

    [Fact]
    public async Task Bodies_OfOneClient_FillHalfOfTheRoom()
    {
        await using var host = await JournalHost.StartAsync("MaxBodyBytes=1000000", "MaxBodiesBytes=20000000");

        host.Services.GetRequiredService<IOptions<ClientLimits>>().Value.DefaultUploadsEach.ShouldBe(10);
    }

    private static byte[] Lines(int bytes) => [.. Enumerable.Range(1, bytes).Select(place => place % 1024 == 0 ? (byte)'\n' : (byte)'x')];
}
