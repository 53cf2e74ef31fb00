using Microsoft.Extensions.Options;
using Sigma.Streams.Settings;

namespace Sigma.Streams.Serving;

/// <summary>Bounds the memory of all bodies that are read at once.</summary>
internal sealed class BytesInFlight(IOptions<SigmaLimits> limits)
{
    private long _taken;

    /// <returns>To be disposed when the body is done; null when it would be too much.</returns>
    public IDisposable? TryTake(int bytes)
    {
        if (Interlocked.Add(ref _taken, bytes) <= limits.Value.MaxBytesInFlight)
        {
            return new Held(this, bytes);
        }

        Interlocked.Add(ref _taken, -bytes);
        return null;
    }

    private sealed class Held(BytesInFlight budget, int bytes) : IDisposable
    {
        public void Dispose() => Interlocked.Add(ref budget._taken, -bytes);
    }
}
