using Hosting.Errors;

namespace Hosting.Uploads;

/// <summary>The memory that the bodies of all requests may take at once, where a host reads them whole.</summary>
/// <param name="maxBytes">The room for all bodies together, in bytes; at least the room that the longest one needs.</param>
/// <param name="maxBodyBytes">The longest body: while it grows it takes twice its length.</param>
/// <param name="full">For whoever finds no room.</param>
public sealed class BodyRoom(long maxBytes, int maxBodyBytes, Error full)
{
    private readonly long _max = Math.Max(maxBytes, 2L * maxBodyBytes);

    private long _taken;

    /// <summary>So many of the longest bodies fill half of the room, and there is one at least.</summary>
    public int BodiesInHalf => (int)Math.Clamp(maxBytes / maxBodyBytes / 2, 1, int.MaxValue);

    /// <returns>Null when the room is taken; otherwise the error, and nothing is.</returns>
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
