using System.Diagnostics;
using System.Net;
using Grpc.Core;
using Grpc.Health.V1;
using Grpc.Net.Client;

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

    [Fact]
    public async Task GrpcHealth_ServiceUp_IsServing()
    {
        await using var host = await AnalyzerHost.StartAsync();
        using var channel = GrpcChannel.ForAddress(host.Http2);
        var client = new Grpc.Health.V1.Health.HealthClient(channel);

        // Published by the framework's health check publisher, a moment after the start; before that, the service is not known.
        HealthCheckResponse.Types.ServingStatus status;
        var patience = Stopwatch.StartNew();
        do
        {
            status = await StatusAsync();
        }
        while (status != HealthCheckResponse.Types.ServingStatus.Serving && patience.Elapsed < Deadline.Default);

        status.ShouldBe(HealthCheckResponse.Types.ServingStatus.Serving);

        async Task<HealthCheckResponse.Types.ServingStatus> StatusAsync()
        {
            try
            {
                return (await client.CheckAsync(new(), cancellationToken: TestContext.Current.CancellationToken)).Status;
            }
            catch (RpcException unknown) when (unknown.StatusCode == StatusCode.NotFound)
            {
                return HealthCheckResponse.Types.ServingStatus.ServiceUnknown;
            }
        }
    }
}
