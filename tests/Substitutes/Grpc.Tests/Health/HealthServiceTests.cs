using Grpc.Health.V1;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Diagnostics.HealthChecks;
using static Grpc.Health.V1.HealthCheckResponse.Types;
using HealthClient = Grpc.Health.V1.Health.HealthClient;

namespace Grpc.Tests.Health;

public sealed class HealthServiceTests
{
    private HealthStatus _store = HealthStatus.Healthy;
    private HealthStatus _cache = HealthStatus.Healthy;

    private static CancellationToken Deadline => TestDeadline.Token;

    [Theory]
    [InlineData(HealthStatus.Healthy, ServingStatus.Serving)]
    [InlineData(HealthStatus.Degraded, ServingStatus.Serving)]
    [InlineData(HealthStatus.Unhealthy, ServingStatus.NotServing)]
    public async Task Check_ServerAsAWhole_FollowsTheChecks(HealthStatus store, ServingStatus expected)
    {
        await using var host = await StartAsync();
        _store = store;
        var answer = await new HealthClient(host.Channel).CheckAsync(new HealthCheckRequest(), cancellationToken: Deadline);
        answer.Status.ShouldBe(expected);
    }

    [Fact]
    public async Task Check_MappedService_CountsItsOwnChecksOnly()
    {
        await using var host = await StartAsync();
        _cache = HealthStatus.Unhealthy;
        var client = new HealthClient(host.Channel);
        (await client.CheckAsync(new HealthCheckRequest { Service = "stored" }, cancellationToken: Deadline)).Status
            .ShouldBe(ServingStatus.Serving);
        (await client.CheckAsync(new HealthCheckRequest(), cancellationToken: Deadline)).Status.ShouldBe(ServingStatus.NotServing);
    }

    [Fact]
    public async Task Check_ServiceWithoutChecks_IsUnknown()
    {
        await using var host = await StartAsync();
        var client = new HealthClient(host.Channel);
        var answer = await client.CheckAsync(new HealthCheckRequest { Service = "none" }, cancellationToken: Deadline);
        answer.Status.ShouldBe(ServingStatus.Unknown);
    }

    [Fact]
    public async Task Check_UnknownService_IsNotFound()
    {
        await using var host = await StartAsync();
        var call = new HealthClient(host.Channel).CheckAsync(new HealthCheckRequest { Service = "who" }, cancellationToken: Deadline);
        (await Should.ThrowAsync<RpcException>(call.ResponseAsync)).StatusCode.ShouldBe(StatusCode.NotFound);
    }

    [Fact]
    public async Task Watch_StatusChanges_AreToldOnce()
    {
        await using var host = await StartAsync();
        using var call = new HealthClient(host.Channel).Watch(new HealthCheckRequest(), cancellationToken: Deadline);
        (await NextAsync(call)).ShouldBe(ServingStatus.Serving);
        await PublishAsync(host, HealthStatus.Degraded);
        await PublishAsync(host, HealthStatus.Unhealthy);
        (await NextAsync(call)).ShouldBe(ServingStatus.NotServing);
        await PublishAsync(host, HealthStatus.Unhealthy);
        await PublishAsync(host, HealthStatus.Healthy);
        (await NextAsync(call)).ShouldBe(ServingStatus.Serving);
    }

    [Fact]
    public async Task Watch_UnknownService_SaysSoAndStaysOpen()
    {
        await using var host = await StartAsync();
        using var call = new HealthClient(host.Channel).Watch(new HealthCheckRequest { Service = "who" }, cancellationToken: Deadline);
        (await NextAsync(call)).ShouldBe(ServingStatus.ServiceUnknown);
        call.ResponseStream.MoveNext(Deadline).IsCompleted.ShouldBeFalse();
    }

    [Fact]
    public async Task Watch_ServerStops_EndsTheCall()
    {
        var host = await StartAsync();
        await using var disposal = host.ConfigureAwait(false);
        using var call = new HealthClient(host.Channel).Watch(new HealthCheckRequest(), cancellationToken: Deadline);
        (await NextAsync(call)).ShouldBe(ServingStatus.Serving);
        var end = call.ResponseStream.MoveNext(Deadline);
        await host.StopAsync(Deadline);
        (await end).ShouldBeFalse();
        call.GetStatus().StatusCode.ShouldBe(StatusCode.OK);
    }

    private static async Task<ServingStatus> NextAsync(AsyncServerStreamingCall<HealthCheckResponse> call)
    {
        (await call.ResponseStream.MoveNext(Deadline)).ShouldBeTrue();
        return call.ResponseStream.Current.Status;
    }

    // ASP.NET Core does this every 30 seconds.
    private async Task PublishAsync(GrpcHost host, HealthStatus store)
    {
        _store = store;
        var report = await host.Services.GetRequiredService<HealthCheckService>().CheckHealthAsync(Deadline);
        foreach (var publisher in host.Services.GetServices<IHealthCheckPublisher>())
        {
            await publisher.PublishAsync(report, Deadline);
        }
    }

    private async Task<GrpcHost> StartAsync()
    {
        var host = await GrpcHost.StartAsync(
            services =>
            {
                services.AddGrpc();
                services.AddGrpcHealthChecks(options =>
                    {
                        options.Services.Map("stored", check => check.Tags.Contains("store"));
                        options.Services.Map("none", _ => false);
                    })
                    .AddCheck("store", () => new HealthCheckResult(_store), ["store"])
                    .AddCheck("cache", () => new HealthCheckResult(_cache));
            },
            app => app.MapGrpcHealthChecksService(),
            Deadline);
        host.ExpectedErrors = "Microsoft.Extensions.Diagnostics.HealthChecks"; // logs what is unhealthy
        return host;
    }
}
