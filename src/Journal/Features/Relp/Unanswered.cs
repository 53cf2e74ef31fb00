using System.Threading.Channels;

namespace Journal.Features.Relp;

/// <summary>The answers that a connection still owes, in order.</summary>
internal sealed class Unanswered(int max)
{
    private readonly Channel<RelpAnswer> _answers = Channel.CreateBounded<RelpAnswer>(
        new BoundedChannelOptions(max) { SingleReader = true, SingleWriter = true });

    public bool IsEmpty => _answers.Reader.Count == 0;

    /// <summary>Waits when too many are owed; meanwhile nothing is read from the sender.</summary>
    public ValueTask AddAsync(RelpAnswer answer, CancellationToken cancellationToken) =>
        _answers.Writer.WriteAsync(answer, cancellationToken);

    public void Complete() => _answers.Writer.TryComplete();

    public IAsyncEnumerable<RelpAnswer> ReadAllAsync(CancellationToken cancellationToken) =>
        _answers.Reader.ReadAllAsync(cancellationToken);
}
