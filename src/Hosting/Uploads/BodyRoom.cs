namespace Hosting.Uploads;

/// <summary>The memory that the bodies of all requests may take at once, where a host reads them whole.</summary>
/// <param name="maxBytes">Of all together; at least what one body needs that is as long as it may be.</param>
/// <param name="maxBodyBytes">The longest body: while it grows it takes twice its length.</param>
public sealed class BodyRoom(long maxBytes, int maxBodyBytes)
{
    private readonly long _max = Math.Max(maxBytes, 2L * (maxBodyBytes + 1L));

    private long _taken;

    public bool TryTake(long bytes)
    {
        if (Interlocked.Add(ref _taken, bytes) <= _max)
        {
            return true;
        }

        Return(bytes);
        return false;
    }

    public void Return(long bytes) => Interlocked.Add(ref _taken, -bytes);
}
