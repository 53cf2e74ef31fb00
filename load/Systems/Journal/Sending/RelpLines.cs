using Load.Systems.Journal.Senders;

namespace Load.Systems.Journal.Sending;

/// <summary>Lines over RELP, no more than a window of them without an answer.</summary>
internal sealed class RelpLines(int port) : ILineSender
{
    private static readonly TimeSpan AnswerLimit = TimeSpan.FromMinutes(1);

    private readonly RelpSender _relp = new(port);

    public void Send(ReadOnlySpan<byte[]> lines)
    {
        using var limit = new CancellationTokenSource(AnswerLimit);
        try
        {
            _relp.SendAsync(lines.ToArray(), limit.Token).GetAwaiter().GetResult(); // a thread of its own
        }
        catch (OperationCanceledException exception)
        {
            throw new IOException($"The receiver does not answer within {AnswerLimit.TotalSeconds} s.", exception);
        }
    }

    public void Dispose() => _relp.Dispose();
}
