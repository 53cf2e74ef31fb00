using Grpc.AspNetCore.Server;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;

namespace Grpc.Tests.Server;

public sealed class StatusTests
{
    private static CancellationToken Deadline => TestDeadline.Token;

    [Fact]
    public async Task RpcException_WithTrailers_BecomesStatusAndTrailers()
    {
        var trailers = new Metadata { { "retry", "5" }, { "grpc-status-details-bin", [8, 5] } };
        var failure = await FailAsync((_, context) =>
        {
            context.ResponseTrailers.Add("own", "1");
            throw new RpcException(new Status(StatusCode.FailedPrecondition, "100 % größer\n"), trailers);
        });
        failure.StatusCode.ShouldBe(StatusCode.FailedPrecondition);
        failure.Status.Detail.ShouldBe("100 % größer\n");
        failure.Trailers.GetValue("own").ShouldBe("1");
        failure.Trailers.GetValue("retry").ShouldBe("5");
        failure.Trailers.GetValueBytes("grpc-status-details-bin").ShouldBe([8, 5]);
    }

    [Theory]
    [InlineData(false, "Exception was thrown by handler.")]
    [InlineData(true, "Exception was thrown by handler. InvalidOperationException: secret")]
    public async Task OtherException_IsUnknownAndTellsOnlyWhenAllowed(bool detailed, string expected)
    {
        var failure = await FailAsync(
            (_, _) => throw new InvalidOperationException("secret"), options => options.EnableDetailedErrors = detailed);
        failure.StatusCode.ShouldBe(StatusCode.Unknown);
        failure.Status.Detail.ShouldBe(expected);
    }

    [Fact]
    public async Task StatusSetOnTheContext_IsTheOutcome()
    {
        var failure = await FailAsync((note, context) =>
        {
            context.Status = new Status(StatusCode.AlreadyExists, "there");
            return Task.FromResult(note);
        });
        failure.StatusCode.ShouldBe(StatusCode.AlreadyExists);
        failure.Status.Detail.ShouldBe("there");
    }

    [Fact]
    public async Task NullResponse_IsCancelled()
    {
        var failure = await FailAsync((_, _) => Task.FromResult<Note>(null!));
        failure.StatusCode.ShouldBe(StatusCode.Cancelled);
    }

    [Fact]
    public async Task MethodLeftToTheBase_IsUnimplemented()
    {
        await using var host = await GrpcHost.StartAsync(
            services => services.AddGrpc(),
            app => app.MapGrpcService<EmptyService>(),
            Deadline);
        var failure = await Should.ThrowAsync<RpcException>(
            host.Client.UnaryAsync(new Note(), cancellationToken: Deadline).ResponseAsync);
        failure.StatusCode.ShouldBe(StatusCode.Unimplemented);
    }

    [Fact]
    public async Task TrailerThatIsNotAscii_IsInternalInsteadOfALostStatus()
    {
        var failure = await FailAsync((note, context) =>
        {
            context.ResponseTrailers.Add("name", "größer");
            return Task.FromResult(note);
        });
        failure.StatusCode.ShouldBe(StatusCode.Internal);
        failure.Status.Detail.ShouldContain("name");
    }

    [Fact]
    public async Task FailureAfterMessages_ComesAfterThem()
    {
        await using var host = await GrpcHost.StartAsync(
            new Script
            {
                Expand = async (note, responses, _) =>
                {
                    await responses.WriteAsync(note);
                    throw new RpcException(new Status(StatusCode.Aborted, "enough"));
                },
            },
            Deadline);
        using var call = host.Client.Expand(new Note { Text = "first" }, cancellationToken: Deadline);
        (await call.ResponseStream.MoveNext(Deadline)).ShouldBeTrue();
        call.ResponseStream.Current.Text.ShouldBe("first");
        var failure = await Should.ThrowAsync<RpcException>(call.ResponseStream.MoveNext(Deadline));
        failure.StatusCode.ShouldBe(StatusCode.Aborted);
        call.GetStatus().Detail.ShouldBe("enough");
    }

    [Fact]
    public async Task FailureBeforeAnyMessage_StandsInTheHeaders()
    {
        await using var host = await GrpcHost.StartAsync(
            new Script { Expand = (_, _, _) => throw new RpcException(new Status(StatusCode.NotFound, "no")) }, Deadline);
        using var raw = new RawClient(host);
        var answer = await raw.PostAsync("/grpc.tests.Kinds/Expand", Frame.Of(new Note()), Deadline);
        answer.TrailersOnlyStatus.ShouldBe("5");
        answer.Headers["grpc-message"].ShouldBe("no");
    }

    [Fact]
    public async Task TornMessage_ResetsTheStream()
    {
        await using var host = await GrpcHost.StartAsync(
            services => services.AddGrpc(),
            app => app.MapGrpcService<TornService>(),
            Deadline);
        host.ExpectedErrors = "Grpc.";
        using var call = host.Channel.CreateCallInvoker()
            .AsyncUnaryCall(TornService.Method, null, new CallOptions(cancellationToken: Deadline), "");
        var failure = await Should.ThrowAsync<RpcException>(call.ResponseAsync);
        failure.StatusCode.ShouldBe(StatusCode.Internal);
    }

    private static async Task<RpcException> FailAsync(
        Func<Note, ServerCallContext, Task<Note>> handler, Action<GrpcServiceOptions>? configure = null)
    {
        await using var host = await GrpcHost.StartAsync(new Script { Unary = handler }, configure ?? (_ => { }), Deadline);
        host.ExpectedErrors = "Grpc.";
        using var call = host.Client.UnaryAsync(new Note(), cancellationToken: Deadline);
        var failure = await Should.ThrowAsync<RpcException>(call.ResponseAsync);
        call.GetStatus().StatusCode.ShouldBe(failure.StatusCode);
        return failure;
    }

    private sealed class EmptyService : Kinds.KindsBase;

    /// <summary>Its response announces more than it writes.</summary>
    [BindServiceMethod(typeof(TornService), nameof(Bind))]
    internal sealed class TornService
    {
        internal static readonly Method<string, string> Method = new(
            MethodType.Unary, "grpc.tests.Torn", nameof(Answer),
            Marshallers.Create<string>(_ => [], _ => ""),
            Marshallers.Create<string>(
                (_, context) =>
                {
                    context.SetPayloadLength(10);
                    context.GetBufferWriter().Advance(0);
                    context.Complete();
                },
                context => context.PayloadLength.ToString(System.Globalization.CultureInfo.InvariantCulture)));

        public static void Bind(ServiceBinderBase binder, TornService? service) =>
            binder.AddMethod(Method, service is null ? null : new UnaryServerMethod<string, string>(service.Answer));

#pragma warning disable CA1822 // Service methods are instance methods.
        public Task<string> Answer(string request, ServerCallContext context) => Task.FromResult("x");
#pragma warning restore CA1822
    }
}
