using System.Text;

namespace Grpc.Tests.Server;

public sealed class ServerCallContextTests
{
    private static CancellationToken Deadline => TestDeadline.Token;

    [Fact]
    public async Task Context_OfACall_SaysWhereItComesFromAndGoes()
    {
        await using var host = await GrpcHost.StartAsync(
            new Script
            {
                Unary = (_, context) => Task.FromResult(new Note
                {
                    Text = $"{context.Method} {context.Host} {context.Peer.Split(':')[0]} {context.Deadline == DateTime.MaxValue} "
                        + $"{context.AuthContext.IsPeerAuthenticated} {context.GetHttpContext().Request.Protocol}",
                }),
            },
            Deadline);
        var answer = await host.Client.UnaryAsync(new Note(), cancellationToken: Deadline);
        answer.Text.ShouldBe($"/grpc.tests.Kinds/Unary 127.0.0.1:{host.Port} ipv4 True False HTTP/2");
    }

    [Fact]
    public async Task RequestHeaders_OfAClient_AreItsMetadataOnly()
    {
        Metadata? seen = null;
        await using var host = await GrpcHost.StartAsync(Script.Looking(context => seen = context.RequestHeaders), Deadline);
        var sent = new Metadata { { "Who", "me" }, { "twice", "1" }, { "twice", "2" }, { "raw-bin", [0, 255, 1] } };
        await host.Client.UnaryAsync(new Note(), sent, TestDeadline.After(TimeSpan.FromMinutes(1)), Deadline);

        seen.ShouldNotBeNull();
        seen.GetValue("who").ShouldBe("me");
        seen.GetValue("twice").ShouldBe("1, 2"); // as HTTP joins them (RFC 9110 section 5.2)
        seen.GetValueBytes("raw-bin").ShouldBe([0, 255, 1]);
        seen.Get("user-agent").ShouldNotBeNull();
        seen.Select(entry => entry.Key)
            .Intersect(["te", "content-type", "host", ":path", "grpc-timeout", "grpc-accept-encoding"])
            .ShouldBeEmpty();
    }

    [Fact]
    public async Task RequestHeaders_BinaryInEveryEncoding_AreRead()
    {
        Metadata? seen = null;
        await using var host = await GrpcHost.StartAsync(Script.Looking(context => seen = context.RequestHeaders), Deadline);
        using var raw = new RawClient(host);
        await raw.PostAsync(
            "/grpc.tests.Kinds/Unary", Frame.Of(new Note()), Deadline,
            ("padded-bin", "YQ=="), ("plain-bin", "YQ"), ("both-bin", "YQ, YmI="), ("empty-bin", ""), ("broken-bin", "#"));

        seen.ShouldNotBeNull();
        seen.GetValueBytes("padded-bin").ShouldBe("a"u8.ToArray());
        seen.GetValueBytes("plain-bin").ShouldBe("a"u8.ToArray());
        seen.GetAll("both-bin").Select(entry => Encoding.ASCII.GetString(entry.ValueBytes)).ShouldBe(["a", "bb"]);
        seen.GetValueBytes("empty-bin").ShouldBe([]);
        seen.Get("broken-bin").ShouldBeNull();
    }

    [Fact]
    public async Task WriteResponseHeadersAsync_BeforeTheMessage_ReachesTheClientAtOnce()
    {
        var goOn = new TaskCompletionSource();
        await using var host = await GrpcHost.StartAsync(
            new Script
            {
                Unary = async (note, context) =>
                {
                    await context.WriteResponseHeadersAsync([new("early", "yes"), new("raw-bin", [1, 2])]);
                    await goOn.Task;
                    return note;
                },
            },
            Deadline);
        using var call = host.Client.UnaryAsync(new Note { Text = "late" }, cancellationToken: Deadline);
        var headers = await call.ResponseHeadersAsync;
        headers.GetValue("early").ShouldBe("yes");
        headers.GetValueBytes("raw-bin").ShouldBe([1, 2]);
        goOn.SetResult();
        (await call).Text.ShouldBe("late");
    }

    [Fact]
    public async Task WriteResponseHeadersAsync_ASecondTime_Fails()
    {
        await using var host = await GrpcHost.StartAsync(
            new Script
            {
                Expand = async (note, responses, context) =>
                {
                    await context.WriteResponseHeadersAsync([]);
                    await Should.ThrowAsync<InvalidOperationException>(context.WriteResponseHeadersAsync([]));
                    await responses.WriteAsync(note);
                    await Should.ThrowAsync<InvalidOperationException>(context.WriteResponseHeadersAsync([]));
                },
            },
            Deadline);
        using var call = host.Client.Expand(new Note(), cancellationToken: Deadline);
        (await call.ResponseStream.MoveNext(Deadline)).ShouldBeTrue();
        (await call.ResponseStream.MoveNext(Deadline)).ShouldBeFalse();
    }

    [Fact]
    public async Task ResponseTrailers_OfASuccess_ReachTheClient()
    {
        await using var host = await GrpcHost.StartAsync(
            Script.Looking(context =>
            {
                context.ResponseTrailers.Add("cost", "3");
                context.ResponseTrailers.Add("raw-bin", [7]);
            }),
            Deadline);
        using var call = host.Client.UnaryAsync(new Note(), cancellationToken: Deadline);
        await call;
        call.GetTrailers().GetValue("cost").ShouldBe("3");
        call.GetTrailers().GetValueBytes("raw-bin").ShouldBe([7]);
        call.GetTrailers().Select(entry => entry.Key).ShouldBe(["cost", "raw-bin"]);
    }

    [Fact]
    public async Task UserState_SetByTheHandler_IsKept()
    {
        await using var host = await GrpcHost.StartAsync(
            new Script
            {
                Unary = (_, context) =>
                {
                    context.UserState["k"] = "v";
                    return Task.FromResult(new Note { Text = (string)context.UserState["k"] });
                },
            },
            Deadline);
        (await host.Client.UnaryAsync(new Note(), cancellationToken: Deadline)).Text.ShouldBe("v");
    }
}
