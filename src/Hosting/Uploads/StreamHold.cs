namespace Hosting.Uploads;

/// <summary>
/// The one stream of a connection that may be held, so that its window fills. The connection has a window too: more held streams could fill
/// that one first, and would still have room in theirs.
/// </summary>
internal sealed class StreamHold
{
    private int _taken;

    public bool TryTake() => Interlocked.Exchange(ref _taken, 1) == 0;

    public void Release() => Volatile.Write(ref _taken, 0);
}
