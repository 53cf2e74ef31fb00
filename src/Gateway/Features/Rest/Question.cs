using Gateway.Features.Upstream;
using Google.Protobuf;

namespace Gateway.Features.Rest;

/// <summary>The body of a question: one message, held.</summary>
internal sealed class Question(IMessage message) : ICallBody
{
    private readonly byte[] _frame = MessageFrame.Of(message);

    public bool IsWhole => true;

    public int Length => _frame.Length;

    public async Task SendAsync(Stream stream, CancellationToken cancellationToken) => await stream.WriteAsync(_frame, cancellationToken);
}
