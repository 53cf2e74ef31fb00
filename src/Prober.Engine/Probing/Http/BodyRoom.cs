namespace Prober.Engine.Probing.Http;

/// <summary>The memory for long bodies of all probes at once: thousands of targets may send their most at the same time.</summary>
public sealed class BodyRoom(long bytes)
{
    private long _left = bytes;

    public bool TryTake(int count)
    {
        if (Interlocked.Add(ref _left, -count) >= 0)
        {
            return true;
        }

        Interlocked.Add(ref _left, count);
        return false;
    }

    public void Return(int count) => Interlocked.Add(ref _left, count);
}
