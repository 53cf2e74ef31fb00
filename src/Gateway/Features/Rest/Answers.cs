using System.Buffers;
using Gateway.Features.Dispatch;
using Gateway.Features.Metrics;
using Gateway.Features.Upstream;
using Google.Protobuf;

namespace Gateway.Features.Rest;

/// <summary>Reads the one message that answers a call, and its status.</summary>
internal sealed class Answers(GatewayMetrics metrics)
{
    /// <summary>The largest answer is a page of the listing: two MiB, or a thousand reports if an older analyzer makes it.</summary>
    private const int MaxMessageBytes = 64 << 20;

    private const int FirstBytes = 4096;

    /// <exception cref="UpstreamException">The backend aborted the call, or its answer is not gRPC.</exception>
    public async Task<AttemptResult<T>> ReadAsync<T>(
        IUpstreamResponse response, MessageParser<T> parser, CancellationToken cancellationToken)
        where T : class, IMessage<T>
    {
        var buffer = ArrayPool<byte>.Shared.Rent(FirstBytes);
        try
        {
            var count = 0;
            while (true)
            {
                if (count == buffer.Length)
                {
                    buffer = Grow(buffer, count);
                }

                var read = await response.ReadAsync(buffer.AsMemory(count), cancellationToken);
                if (read == 0)
                {
                    break;
                }

                count += read;
            }

            var answer = GrpcAnswer.Of(response);
            metrics.Sent(count);
            return answer switch
            {
                { Status: null } => throw NoGrpc("it has no grpc-status"),
                { Error: { } error } => new(error, answer),
                _ => new(Parse(buffer.AsSpan(0, count), parser), answer),
            };
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }

    private static T Parse<T>(ReadOnlySpan<byte> body, MessageParser<T> parser)
        where T : class, IMessage<T>
    {
        if (body.Length < MessageFrame.HeaderLength
            || !MessageFrame.TryReadHeader(body, out var length)
            || length != body.Length - MessageFrame.HeaderLength)
        {
            throw NoGrpc("it is not one message, or a compressed one");
        }

        try
        {
            return parser.ParseFrom(body[MessageFrame.HeaderLength..]);
        }
        catch (InvalidProtocolBufferException exception)
        {
            throw NoGrpc(exception.Message);
        }
    }

    private static byte[] Grow(byte[] buffer, int count)
    {
        if (count >= MaxMessageBytes)
        {
            throw NoGrpc($"it has more than {MaxMessageBytes} bytes");
        }

        var larger = ArrayPool<byte>.Shared.Rent(count * 2);
        buffer.AsSpan(0, count).CopyTo(larger);
        ArrayPool<byte>.Shared.Return(buffer);
        return larger;
    }

    private static UpstreamException NoGrpc(string why) => new(UpstreamFault.Broken, $"The response is not an answer: {why}.");
}
