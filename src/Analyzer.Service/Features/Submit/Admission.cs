using Analyzer.Service.Features.Refusals;
using Microsoft.Extensions.Options;

namespace Analyzer.Service.Features.Submit;

/// <summary>
/// Bounds what is in flight, in uploads and in bytes. Refuses at once rather than queueing: a queue in front of a full machine
/// only adds waiting to every answer.
/// </summary>
internal sealed class Admission(IOptions<UploadLimits> options)
{
    private readonly UploadLimits _limits = options.Value;
    private int _uploads;
    private long _bytes;

    public int Uploads => Volatile.Read(ref _uploads);

    public long Bytes => Volatile.Read(ref _bytes);

    /// <summary>Takes a place for one upload of <paramref name="bytes"/> bytes; <see cref="Place.Dispose"/> gives it back.</summary>
    public Outcome<Place> Enter(long bytes)
    {
        if (Interlocked.Increment(ref _uploads) > _limits.MaxUploads)
        {
            Interlocked.Decrement(ref _uploads);
            return Busy($"{_limits.MaxUploads} uploads are under way already.");
        }

        if (!TryReserve(bytes))
        {
            Interlocked.Decrement(ref _uploads);
            return BusyBytes();
        }

        return new Place(this, bytes);
    }

    private bool TryReserve(long bytes)
    {
        if (Interlocked.Add(ref _bytes, bytes) <= _limits.MaxBytesInFlight)
        {
            return true;
        }

        Interlocked.Add(ref _bytes, -bytes);
        return false;
    }

    private Refusal BusyBytes() => Busy($"{_limits.MaxBytesInFlight} bytes of uploads are under way already.");

    private Refusal Busy(string why) => new(RefusalKind.Busy, $"{why} Try again after {_limits.RetryAfter.TotalSeconds:0.###} s.", _limits.RetryAfter);

    /// <summary>One upload's place.</summary>
    internal sealed class Place(Admission admission, long reserved) : IDisposable
    {
        // What an upload that did not say its length reserves at a time, so that the shared counter is touched rarely.
        private const long Step = 1 << 20;

        private long _reserved = reserved;

        /// <summary>Call as bytes arrive: an upload of unknown length takes its share as it grows.</summary>
        public Refusal? Grow(long received)
        {
            if (received <= _reserved)
            {
                return null;
            }

            var more = Math.Max(Step, received - _reserved);
            if (!admission.TryReserve(more))
            {
                return admission.BusyBytes();
            }

            _reserved += more;
            return null;
        }

        public void Dispose()
        {
            Interlocked.Add(ref admission._bytes, -_reserved);
            Interlocked.Decrement(ref admission._uploads);
        }
    }
}
