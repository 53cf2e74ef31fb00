using Gateway.Tests.Foreign.V1;
using Grpc.Core;
using Rpc = Gateway.Tests.Foreign.V1.Foreign;

namespace Gateway.Tests.Foreign;

/// <summary>Answers with what it saw: the gateway must have changed nothing.</summary>
internal sealed class ForeignService(ForeignEvents events) : Rpc.ForeignBase
{
    public override async Task<Letter> Ask(Letter request, ServerCallContext context)
    {
        foreach (var entry in context.RequestHeaders)
        {
            events.Headers[entry.Key] = entry.IsBinary ? Convert.ToHexString(entry.ValueBytes) : entry.Value;
        }

        events.Timeout = context.GetHttpContext().Request.Headers["grpc-timeout"];
        events.Deadline = context.Deadline;
        switch (request.Text)
        {
            case "refuse":
                throw new RpcException(
                    new Status(StatusCode.FailedPrecondition, "Not nöw: 100 %."),
                    new Metadata { { "why", "so" }, { "raw-bin", [1, 2, 255] } });
            case "repeat":
                throw new RpcException(new Status(StatusCode.InvalidArgument, $"No: {events.Headers["who"]}"));
            case "wait":
                events.Waiting.TrySetResult();
                try
                {
                    await Task.Delay(Timeout.InfiniteTimeSpan, context.CancellationToken);
                }
                finally
                {
                    events.Cancelled.TrySetResult();
                }

                break;
        }

        await context.WriteResponseHeadersAsync(new Metadata { { "early", "header" }, { "early-bin", [9, 0, 200] } });
        context.ResponseTrailers.Add("late", "trailer");
        return new Letter { Text = request.Text };
    }

    public override async Task<Letter> Collect(IAsyncStreamReader<Letter> requestStream, ServerCallContext context)
    {
        var count = 0;
        while (await requestStream.MoveNext(context.CancellationToken))
        {
            count++;
            events.Collecting.TrySetResult();
            if (requestStream.Current.Text == "enough")
            {
                break; // the client goes on sending
            }
        }

        return new Letter { Text = $"{count}" };
    }

    public override async Task Scatter(Letter request, IServerStreamWriter<Letter> responseStream, ServerCallContext context)
    {
        for (var i = 0; i < 5; i++)
        {
            await responseStream.WriteAsync(new Letter { Text = $"{request.Text}{i}" });
        }
    }

    public override async Task Chat(
        IAsyncStreamReader<Letter> requestStream, IServerStreamWriter<Letter> responseStream, ServerCallContext context)
    {
        while (await requestStream.MoveNext(context.CancellationToken))
        {
            await responseStream.WriteAsync(requestStream.Current);
        }
    }
}

/// <summary>The calls that the service has seen.</summary>
internal sealed class ForeignEvents
{
    public Dictionary<string, string> Headers { get; } = [];

    public DateTime Deadline { get; set; }

    /// <summary>The value as received.</summary>
    public string? Timeout { get; set; }

    /// <summary>A message of a stream has come.</summary>
    public TaskCompletionSource Collecting { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public TaskCompletionSource Waiting { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public TaskCompletionSource Cancelled { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);
}
