using System.Globalization;

namespace Grpc.Tests.Interop;

/// <summary>Does what <c>server.py</c> does: the request's text says what.</summary>
internal sealed class InteropService(InteropService.Counts counts) : Kinds.KindsBase
{
    public override async Task<Note> Unary(Note request, ServerCallContext context)
    {
        switch (request.Text)
        {
            case "metadata":
                var asked = context.RequestHeaders;
                context.ResponseTrailers.Add("trail", asked.GetValue("ask")!);
                context.ResponseTrailers.Add("trail-bin", asked.GetValueBytes("ask-bin")!);
                await context.WriteResponseHeadersAsync(
                    [new("told", asked.GetValue("ask")!), new("told-bin", asked.GetValueBytes("ask-bin")!)]);
                return request;
            case "throw":
                throw new InvalidOperationException("secret");
            case "sleep":
                await Task.Delay(Timeout.Infinite, context.CancellationToken);
                return request;
            case "remaining":
                return new Note { Number = (int)(context.Deadline - TimeProvider.System.GetUtcNow().UtcDateTime).TotalMilliseconds };
            case "cancelled?":
                return new Note { Number = Volatile.Read(ref counts.Cancelled) };
            case { } text when text.StartsWith("code:", StringComparison.Ordinal):
                context.ResponseTrailers.Add("own", "1");
                throw new RpcException(
                    new Status((StatusCode)int.Parse(text.AsSpan(5), CultureInfo.InvariantCulture), "größer 100 %\n"),
                    [new("grpc-status-details-bin", [8, 5, 0, 255])]);
            default:
                return new Note { Text = request.Text, Number = request.Number + 1, Data = request.Data };
        }
    }

    public override async Task<Note> Collect(IAsyncStreamReader<Note> requestStream, ServerCallContext context)
    {
        var texts = new List<string>();
        var number = 0;
        while (await requestStream.MoveNext(context.CancellationToken))
        {
            if (requestStream.Current.Text == "early")
            {
                return new Note { Text = "early" };
            }

            texts.Add(requestStream.Current.Text);
            number += requestStream.Current.Number;
        }

        return new Note { Text = string.Concat(texts), Number = number };
    }

    public override async Task Expand(Note request, IServerStreamWriter<Note> responseStream, ServerCallContext context)
    {
        if (request.Text == "endless")
        {
            using var registration = context.CancellationToken.Register(() => Interlocked.Increment(ref counts.Cancelled));
            while (!context.CancellationToken.IsCancellationRequested)
            {
                await responseStream.WriteAsync(request, context.CancellationToken);
            }

            return;
        }

        for (var i = 0; i < request.Number; i++)
        {
            await responseStream.WriteAsync(new Note { Text = request.Text, Number = i });
        }

        if (request.Text == "fail")
        {
            throw new RpcException(new Status(StatusCode.Aborted, "enough"));
        }
    }

    public override async Task Converse(
        IAsyncStreamReader<Note> requestStream, IServerStreamWriter<Note> responseStream, ServerCallContext context)
    {
        while (await requestStream.MoveNext(context.CancellationToken))
        {
            await responseStream.WriteAsync(requestStream.Current);
        }
    }

    internal sealed class Counts
    {
        public int Cancelled;
    }
}
