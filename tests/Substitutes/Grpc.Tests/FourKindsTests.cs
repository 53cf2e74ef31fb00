namespace Grpc.Tests;

public sealed class FourKindsTests
{
    private static CancellationToken Deadline => TestDeadline.Token;

    [Fact]
    public async Task Unary_Request_IsAnswered()
    {
        await using var host = await GrpcHost.StartAsync(Deadline);
        var answer = await new Kinds.KindsClient(host.Channel).UnaryAsync(new Note { Text = "a", Number = 1 }, cancellationToken: Deadline);
        answer.ShouldBe(new Note { Text = "a", Number = 2 });
    }

    [Fact]
    public async Task Collect_ManyRequests_AreAllSeen()
    {
        await using var host = await GrpcHost.StartAsync(Deadline);
        using var call = new Kinds.KindsClient(host.Channel).Collect(cancellationToken: Deadline);
        for (var i = 1; i <= 1000; i++)
        {
            await call.RequestStream.WriteAsync(new Note { Text = "x", Number = i }, Deadline);
        }

        await call.RequestStream.CompleteAsync();
        var answer = await call;
        answer.Number.ShouldBe(500_500);
        answer.Text.Length.ShouldBe(1000);
        call.GetStatus().StatusCode.ShouldBe(StatusCode.OK);
    }

    [Fact]
    public async Task Expand_OneRequest_GetsManyResponses()
    {
        await using var host = await GrpcHost.StartAsync(Deadline);
        using var call = new Kinds.KindsClient(host.Channel).Expand(new Note { Number = 1000 }, cancellationToken: Deadline);
        var numbers = new List<int>();
        await foreach (var note in call.ResponseStream.ReadAllAsync(Deadline))
        {
            numbers.Add(note.Number);
        }

        numbers.ShouldBe(Enumerable.Range(0, 1000));
    }

    [Fact]
    public async Task Converse_EachRequest_IsAnsweredBeforeTheNext()
    {
        await using var host = await GrpcHost.StartAsync(Deadline);
        await host.Client.ShouldConverseAsync(100, Deadline);
    }

    [Fact]
    public async Task Unary_MethodNotOverridden_IsUnimplemented()
    {
        await using var host = await GrpcHost.StartAsync(Deadline);
        var invoker = host.Channel.CreateCallInvoker();
        var marshaller = Marshallers.Create<string>(text => [], bytes => "");
        var method = new Method<string, string>(MethodType.Unary, "grpc.tests.Kinds", "Nothing", marshaller, marshaller);
        using var call = invoker.AsyncUnaryCall(method, null, new CallOptions(cancellationToken: Deadline), "");
        var failure = await Should.ThrowAsync<RpcException>(call.ResponseAsync);
        failure.StatusCode.ShouldBe(StatusCode.Unimplemented);
    }
}
