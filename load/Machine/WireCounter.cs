namespace Load.Machine;

/// <summary>Counts what goes through sockets: file data, and what a protocol puts around it.</summary>
internal sealed class WireCounter
{
    private long _sent;
    private long _received;

    public ByteCounts Now => new(Volatile.Read(ref _sent), Volatile.Read(ref _received));

    public void Sent(int bytes) => Interlocked.Add(ref _sent, bytes);

    public void Received(int bytes) => Interlocked.Add(ref _received, bytes);
}
