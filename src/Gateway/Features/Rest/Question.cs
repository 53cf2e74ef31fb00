using Gateway.Features.Upstream;
using Google.Protobuf;

namespace Gateway.Features.Rest;

/// <summary>The request body of a unary call: one message, held so that it can be sent again.</summary>
internal sealed class Question(IMessage message) : ICallBody
{
    private readonly byte[] _frame = MessageFrame.Of(message);

    public bool IsWhole => true;

    public int Length => _frame.Length;

    public async Task SendAsync(Stream stream, CancellationToken cancellationToken) => await stream.WriteAsync(_frame, cancellationToken);
}
