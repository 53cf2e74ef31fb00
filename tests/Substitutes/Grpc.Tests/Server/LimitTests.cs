using System.Globalization;
using Google.Protobuf;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.AspNetCore.Server.Kestrel.Core.Features;
using Microsoft.Extensions.DependencyInjection;

namespace Grpc.Tests.Server;

public sealed class LimitTests
{
    private static CancellationToken Deadline => TestDeadline.Token;

    [Fact]
    public async Task MaxReceiveMessageSize_HoldsForEveryMessage()
    {
        await using var host = await GrpcHost.StartAsync(new Script(), options => options.MaxReceiveMessageSize = 1000, Deadline);
        using var call = host.Client.Collect(cancellationToken: Deadline);
        await call.RequestStream.WriteAsync(Sized(900), Deadline);
        await Record.ExceptionAsync(() => call.RequestStream.WriteAsync(Sized(1100), Deadline));
        (await Should.ThrowAsync<RpcException>(call.ResponseAsync)).StatusCode.ShouldBe(StatusCode.ResourceExhausted);
    }

    [Fact]
    public async Task MaxReceiveMessageSize_Null_IsNoLimit()
    {
        await using var host = await GrpcHost.StartAsync(
            new Script { Unary = (note, _) => Task.FromResult(new Note { Number = note.Data.Length }) },
            options => options.MaxReceiveMessageSize = null,
            Deadline);
        (await host.Client.UnaryAsync(Sized(10_000_000), cancellationToken: Deadline)).Number.ShouldBe(10_000_000);
    }

    [Fact]
    public async Task MaxSendMessageSize_IsResourceExhaustedAndLeavesTheStreamWhole()
    {
        await using var host = await GrpcHost.StartAsync(new Script(), options => options.MaxSendMessageSize = 1000, Deadline);
        using var call = host.Client.Converse(cancellationToken: Deadline);
        await call.RequestStream.WriteAsync(Sized(900), Deadline);
        (await call.ResponseStream.MoveNext(Deadline)).ShouldBeTrue();
        await call.RequestStream.WriteAsync(Sized(1100), Deadline);
        (await Should.ThrowAsync<RpcException>(call.ResponseStream.MoveNext(Deadline))).StatusCode.ShouldBe(StatusCode.ResourceExhausted);
    }

    [Fact]
    public async Task OptionsOfOneService_GoBeforeThoseOfAll()
    {
        await using var host = await GrpcHost.StartAsync(
            services => services
                .AddGrpc(options =>
                {
                    options.MaxReceiveMessageSize = 10;
                    options.EnableDetailedErrors = true;
                })
                .AddServiceOptions<KindsService>(options => options.MaxReceiveMessageSize = 100_000),
            app => app.MapGrpcService<KindsService>(),
            Deadline);
        (await host.Client.UnaryAsync(Sized(50_000), cancellationToken: Deadline)).Data.Length.ShouldBe(50_000);
    }

    [Fact]
    public async Task BodyLimits_AreLiftedForUploadsOnly()
    {
        await using var host = await GrpcHost.StartAsync(
            services => services.AddSingleton(new Script
            {
                Unary = (_, context) => Task.FromResult(Limits(context)),
                Collect = (_, context) => Task.FromResult(Limits(context)),
            }).AddGrpc(),
            app =>
            {
                // Kestrel's own feature cannot be read over HTTP/2.
                app.Use((http, next) =>
                {
                    http.Features.Set<IHttpMinRequestBodyDataRateFeature>(new ReadableRate());
                    return next(http);
                });
                app.MapGrpcService<ScriptedService>();
            },
            Deadline);
        (await host.Client.UnaryAsync(new Note(), cancellationToken: Deadline)).Text.ShouldBe("rate, 30000000");
        using var call = host.Client.Collect(cancellationToken: Deadline);
        (await call).Text.ShouldBe("no rate, no size");
    }

    [Fact]
    public async Task Upload_LargerThanTheBodyLimit_Passes()
    {
        await using var host = await GrpcHost.StartAsync(
            services =>
            {
                services.AddGrpc();
                services.Configure<KestrelServerOptions>(kestrel => kestrel.Limits.MaxRequestBodySize = 1000);
            },
            app => app.MapGrpcService<KindsService>(),
            Deadline);
        using var call = host.Client.Collect(cancellationToken: Deadline);
        for (var i = 0; i < 10; i++)
        {
            await call.RequestStream.WriteAsync(Sized(100_000), Deadline);
        }

        await call.RequestStream.CompleteAsync();
        await call;
    }

    private static Note Sized(int size) => new() { Data = ByteString.CopyFrom(new byte[size]) };

    private static Note Limits(ServerCallContext context)
    {
        var features = context.GetHttpContext().Features;
        var rate = features.Get<IHttpMinRequestBodyDataRateFeature>()!.MinDataRate is null ? "no rate" : "rate";
        var size = features.Get<IHttpMaxRequestBodySizeFeature>()!.MaxRequestBodySize;
        return new Note { Text = $"{rate}, {size?.ToString(CultureInfo.InvariantCulture) ?? "no size"}" };
    }

    private sealed class ReadableRate : IHttpMinRequestBodyDataRateFeature
    {
        public MinDataRate? MinDataRate { get; set; } = new(240, TimeSpan.FromSeconds(5));
    }
}
