using Hosting.Errors;

namespace Hosting.Uploads;

/// <summary>The memory for the bodies of all requests, in a host that reads bodies whole.</summary>
/// <param name="maxBytes">The room for all bodies together, in bytes; at least the room that the longest one needs.</param>
/// <param name="maxBodyBytes">The longest body: while it grows it takes twice its length.</param>
/// <param name="full">The error when there is no room.</param>
public sealed class BodyRoom(long maxBytes, int maxBodyBytes, Error full)
{
    private readonly long _max = Math.Max(maxBytes, 2L * maxBodyBytes);

    private long _taken;

    /// <summary>The number of the longest bodies that fill half of the room; at least one.</summary>
    public int BodiesInHalf => (int)Math.Clamp(maxBytes / maxBodyBytes / 2, 1, int.MaxValue);

    /// <returns>Null when the room was reserved; otherwise the error.</returns>
    public Error? Take(long bytes)
    {
        if (Interlocked.Add(ref _taken, bytes) <= _max)
        {
            return null;
        }

        Return(bytes);
        return full;
    }

    public void Return(long bytes) => Interlocked.Add(ref _taken, -bytes);
}
