using Journal.Features.Settings;
using Microsoft.Extensions.Options;

namespace Journal.Features.Http;

/// <summary>The memory that the bodies of all requests may take at once.</summary>
internal sealed class BodyRoom(IOptions<JournalOptions> options)
{
    /// <summary>The longest body always has a place: while it grows it takes twice its length.</summary>
    private readonly long _max = Math.Max(options.Value.MaxBodiesBytes, 2L * (options.Value.MaxBodyBytes + 1));

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
