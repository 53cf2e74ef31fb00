using Grpc.AspNetCore.Server;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;

namespace Grpc.Tests.Server;

public sealed class BindingTests
{
    private static CancellationToken Deadline => TestDeadline.Token;

    [Fact]
    public async Task HandWrittenBase_WithItsOwnMarshallers_IsServed()
    {
        var seen = new ChunkService.Seen();
        await using var host = await GrpcHost.StartAsync(
            services => services.AddSingleton(seen).AddGrpc(), app => app.MapGrpcService<ChunkService>(), Deadline);
        using var call = host.Channel.CreateCallInvoker()
            .AsyncClientStreamingCall(Chunks.UploadMethod, null, new CallOptions(cancellationToken: Deadline));
        await call.RequestStream.WriteAsync(new Chunks.Chunk(100_000), Deadline);
        await call.RequestStream.WriteAsync(new Chunks.Chunk(70_000) { Array = new byte[70_000] }, Deadline);
        await call.RequestStream.WriteAsync(new Chunks.Chunk(0) { Array = [] }, Deadline);
        await call.RequestStream.WriteAsync(new Chunks.Chunk(100) { Array = new byte[100] }, Deadline);
        await call.RequestStream.CompleteAsync();
        (await call).Bytes.ShouldBe(170_100);

        seen.Last.ShouldNotBeNull();
        seen.Last.IsSingleSegment.ShouldBeTrue();
        Should.Throw<InvalidOperationException>(() => seen.Last.Context!.PayloadAsReadOnlySequence());
    }

    [Fact]
    public async Task Endpoint_OfAMethod_HasItsNameAndAttributes()
    {
        await using var host = await GrpcHost.StartAsync(
            services => services.AddGrpc(),
            app => app.MapGrpcService<MarkedService>().WithMetadata(new MarkAttribute("convention")),
            Deadline);
        var endpoints = host.Services.GetRequiredService<EndpointDataSource>().Endpoints;
        var unary = endpoints.Single(endpoint => endpoint.Metadata.GetMetadata<GrpcMethodMetadata>()?.Method.Name == "Unary");
        unary.DisplayName.ShouldBe("gRPC - /grpc.tests.Kinds/Unary");
        unary.Metadata.GetMetadata<GrpcMethodMetadata>()!.ServiceType.ShouldBe(typeof(MarkedService));
        unary.Metadata.GetOrderedMetadata<MarkAttribute>().Select(mark => mark.Text)
            .ShouldBe(["class", "method", "convention"], ignoreOrder: true);
    }

    [Fact]
    public async Task Service_NotRegistered_IsMadeAndDisposedForEachCall()
    {
        var counts = new Counts();
        await using var host = await GrpcHost.StartAsync(
            services => services.AddSingleton(counts).AddGrpc(), app => app.MapGrpcService<CountedService>(), Deadline);
        await host.Client.UnaryAsync(new Note(), cancellationToken: Deadline);
        await host.Client.UnaryAsync(new Note(), cancellationToken: Deadline);
        counts.Made.ShouldBe(2);
        await counts.Disposals.WaitAsync(Deadline);
        await counts.Disposals.WaitAsync(Deadline);
    }

    [Fact]
    public async Task Service_RegisteredAsSingleton_IsSharedAndKept()
    {
        var counts = new Counts();
        await using var host = await GrpcHost.StartAsync(
            services => services.AddSingleton(counts).AddSingleton<CountedService>().AddGrpc(),
            app => app.MapGrpcService<CountedService>(),
            Deadline);
        await host.Client.UnaryAsync(new Note(), cancellationToken: Deadline);
        await host.Client.UnaryAsync(new Note(), cancellationToken: Deadline);
        counts.Made.ShouldBe(1);
        counts.Disposals.CurrentCount.ShouldBe(0);
    }

    [Fact]
    public async Task ConstructorThatFails_IsUnknown()
    {
        await using var host = await GrpcHost.StartAsync(
            services => services.AddGrpc(), app => app.MapGrpcService<ScriptedService>(), Deadline);
        host.ExpectedErrors = "Grpc.";
        using var call = host.Client.UnaryAsync(new Note(), cancellationToken: Deadline);
        (await Should.ThrowAsync<RpcException>(call.ResponseAsync)).StatusCode.ShouldBe(StatusCode.Unknown);
    }

    [Fact]
    public async Task MapGrpcService_NothingRegistered_SaysWhatToDo()
    {
        await using var app = WebApplication.CreateSlimBuilder().Build();
        Should.Throw<InvalidOperationException>(() => app.MapGrpcService<KindsService>()).Message.ShouldContain("AddGrpc");
        Should.Throw<InvalidOperationException>(app.MapGrpcHealthChecksService).Message.ShouldContain("AddGrpcHealthChecks");
        Should.Throw<InvalidOperationException>(app.MapGrpcReflectionService).Message.ShouldContain("AddGrpcReflection");
    }

    [Fact]
    public async Task MapGrpcService_NoService_SaysWhatIsMissing()
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Services.AddGrpc();
        await using var app = builder.Build();
        Should.Throw<InvalidOperationException>(() => app.MapGrpcService<Counts>()).Message.ShouldContain("BindServiceMethod");
        Should.Throw<InvalidOperationException>(() => app.MapGrpcService<Unbound>()).Message.ShouldContain("NoSuchMethod");
    }

    internal sealed class Counts : IDisposable
    {
        public int Made { get; set; }

        public SemaphoreSlim Disposals { get; } = new(0);

        public void Dispose() => Disposals.Dispose();
    }

    [AttributeUsage(AttributeTargets.All, AllowMultiple = true)]
    private sealed class MarkAttribute(string text) : Attribute
    {
        public string Text { get; } = text;
    }

    [Mark("class")]
    private sealed class MarkedService : KindsService
    {
        [Mark("method")]
        public override Task<Note> Unary(Note request, ServerCallContext context) => base.Unary(request, context);
    }

    private sealed class CountedService : KindsService, IAsyncDisposable
    {
        private readonly Counts _counts;

        public CountedService(Counts counts)
        {
            _counts = counts;
            counts.Made++;
        }

        public ValueTask DisposeAsync()
        {
            _counts.Disposals.Release();
            return ValueTask.CompletedTask;
        }
    }

    [BindServiceMethod(typeof(Unbound), "NoSuchMethod")]
    private sealed class Unbound;
}
