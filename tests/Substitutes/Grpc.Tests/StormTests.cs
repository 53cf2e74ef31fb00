using Google.Protobuf;

namespace Grpc.Tests;

/// <summary>Calls of all kinds on one connection, ended at any moment by anybody.</summary>
public sealed class StormTests
{
    private static readonly ByteString Data = ByteString.CopyFrom(new byte[30_000]);

    private static CancellationToken Deadline => TestDeadline.Token;

    [Fact]
    public async Task CallsEndedAtAnyMoment_EndAsToldAndLeaveNothingBehind()
    {
        var running = 0;
        async Task<T> CountedAsync<T>(Func<Task<T>> handler)
        {
            Interlocked.Increment(ref running);
            try
            {
                return await handler();
            }
            finally
            {
                Interlocked.Decrement(ref running);
            }
        }

        var kinds = new KindsService();
        await using var host = await GrpcHost.StartAsync(
            new Script
            {
                Unary = (note, context) => CountedAsync(async () =>
                {
                    await Task.Delay(note.Number, context.CancellationToken);
                    return note;
                }),
                Collect = (requests, context) => CountedAsync(() => kinds.Collect(requests, context)),
                Expand = (note, responses, context) => CountedAsync(async () =>
                {
                    await kinds.Expand(note, responses, context);
                    return note;
                }),
                Converse = (requests, responses, context) => CountedAsync(async () =>
                {
                    await kinds.Converse(requests, responses, context);
                    return new Note();
                }),
            },
            Deadline);

        // GrpcHost looks afterwards whether the server took any of it for an error.
        var outcomes = await Task.WhenAll(Enumerable.Range(0, 2000).Select(seed => CallAsync(host.Client, new Random(seed))));
        outcomes.Distinct().ShouldBe([StatusCode.OK, StatusCode.Cancelled, StatusCode.DeadlineExceeded], ignoreOrder: true);
        while (Volatile.Read(ref running) > 0)
        {
            await Task.Delay(10, Deadline);
        }

        (await host.Client.UnaryAsync(new Note { Text = "still here" }, cancellationToken: Deadline)).Text.ShouldBe("still here");
    }

    private static async Task<StatusCode> CallAsync(Kinds.KindsClient client, Random random)
    {
        using var giveUp = CancellationTokenSource.CreateLinkedTokenSource(Deadline);
        var options = new CallOptions(cancellationToken: giveUp.Token);
        switch (random.Next(4))
        {
            case 0:
                options = options.WithDeadline(TestDeadline.After(TimeSpan.FromMilliseconds(random.Next(1, 200))));
                break;
            case 1:
                giveUp.CancelAfter(random.Next(200));
                break;
        }

        try
        {
            await (random.Next(4) switch
            {
                0 => client.UnaryAsync(new Note { Number = random.Next(100), Data = Data }, options).ResponseAsync,
                1 => CollectAsync(client, options, random),
                2 => ExpandAsync(client, options, random),
                _ => ConverseAsync(client, options, random),
            });
            return StatusCode.OK;
        }
        catch (RpcException exception)
        {
            return exception.StatusCode;
        }
    }

    private static async Task CollectAsync(Kinds.KindsClient client, CallOptions options, Random random)
    {
        using var call = client.Collect(options);
        var count = random.Next(20);
        for (var i = 0; i < count; i++)
        {
            await call.RequestStream.WriteAsync(new Note { Number = 1, Data = Data }, Deadline);
        }

        await call.RequestStream.CompleteAsync();
        (await call).Number.ShouldBe(count);
    }

    private static async Task ExpandAsync(Kinds.KindsClient client, CallOptions options, Random random)
    {
        using var call = client.Expand(new Note { Number = random.Next(20), Data = Data }, options);
        var expected = 0;
        while (await call.ResponseStream.MoveNext(Deadline))
        {
            call.ResponseStream.Current.ShouldBe(new Note { Number = expected++, Data = Data });
            if (random.Next(20) == 0)
            {
                return;
            }
        }
    }

    private static async Task ConverseAsync(Kinds.KindsClient client, CallOptions options, Random random)
    {
        using var call = client.Converse(options);
        for (var i = 0; i < random.Next(10); i++)
        {
            await call.RequestStream.WriteAsync(new Note { Number = i, Data = Data }, Deadline);
            (await call.ResponseStream.MoveNext(Deadline)).ShouldBeTrue();
            call.ResponseStream.Current.ShouldBe(new Note { Number = i, Data = Data });
        }
    }
}
