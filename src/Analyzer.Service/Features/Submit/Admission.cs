using Analyzer.Contract;
using Hosting.Errors;
using Hosting.Limits;
using Hosting.Overload;
using Microsoft.Extensions.Options;

namespace Analyzer.Service.Features.Submit;

/// <summary>
/// Limits the uploads under way, in number and in bytes, before any byte of a file is requested. It refuses at once rather than queueing: a
/// queue in front of a full machine only adds waiting to every answer.
/// </summary>
/// <param name="options">The fixed limits.</param>
/// <param name="time">Measures the silence of senders.</param>
/// <param name="adaptive">A moving limit on uploads at work, below the fixed ones; null for none.</param>
internal sealed class Admission(IOptions<UploadLimits> options, TimeProvider time, AdaptiveLimit? adaptive = null)
{
    private readonly RetryTimes _retries = new(options.Value.RetryAfter);
    private readonly SilentSenders _silent = new(time);
    private readonly ClientBytes _clients = new();

    /// <summary>Half of all, but at least a whole file, because a client that is alone has to be able to finish.</summary>
    private readonly long _bytesEach = Math.Max(options.Value.MaxBytesInFlight / 2, options.Value.MaxFileBytes);

    private int _uploads;
    private long _bytes;

    public UploadLimits Limits { get; } = options.Value;

    public int Uploads => Volatile.Read(ref _uploads);

    /// <summary>Uploads whose senders do not keep the service waiting.</summary>
    public int AtWork => Math.Max(0, Uploads - _silent.Count);

    /// <summary>Uploads at work, beyond which one is refused now.</summary>
    public int UploadLimit => Math.Min(Limits.MaxUploads, adaptive?.Current ?? int.MaxValue);

    /// <summary>The bytes received so far of all uploads under way.</summary>
    public long Bytes => Volatile.Read(ref _bytes);

    /// <summary>
    /// Whether another upload would be refused. This takes no permit, and <see cref="Enter"/> decides: a permit may have been returned by
    /// then.
    /// </summary>
    public bool IsFull => Uploads >= Limits.MaxUploads
        || (adaptive is not null && AtWork >= adaptive.Current)
        || Bytes >= Limits.MaxBytesInFlight;

    /// <summary>Takes a permit for one upload; <see cref="Permit.Dispose"/> gives it back.</summary>
    /// <param name="client">The client, whose bytes are limited; null if they are not.</param>
    public Result<Permit> Enter(string? client = null)
    {
        var uploads = Interlocked.Increment(ref _uploads);
        var refusal = uploads > Limits.MaxUploads ? Busy($"{Limits.MaxUploads} uploads are already under way.")
            : adaptive is not null && !Admits(adaptive, uploads - _silent.Count)
                ? Busy("The service is overloaded.")
            : Bytes >= Limits.MaxBytesInFlight ? BusyBytes()
            : null;
        if (refusal is null)
        {
            return new Permit(this, client is null ? null : _clients.Join(client));
        }

        Interlocked.Decrement(ref _uploads);
        return refusal;
    }

    private static bool Admits(AdaptiveLimit adaptive, int atWork)
    {
        adaptive.Look(atWork);
        return atWork <= adaptive.Current;
    }

    private Error BusyBytes() => Busy($"{ByteSize.InWords(Limits.MaxBytesInFlight)} of uploads are already under way.");

    private Error BusyClient() => new(
        LimitErrors.ClientLimit, $"{ByteSize.InWords(_bytesEach)} of your uploads are already under way. Try again later.",
        _retries.Next());

    private Error Busy(string why) => new(ErrorKinds.Busy, $"{why} Try again later.", _retries.Next());

    /// <summary>One upload's permit.</summary>
    internal sealed class Permit(Admission admission, ClientBytes.Share? share) : IDisposable
    {
        private readonly SilentSenders.Wait _wait = new(admission._silent);
        private long _bytes;

        /// <inheritdoc cref="SilentSenders.Wait.AwaitAsync"/>
        public ValueTask<T> AwaitSenderAsync<T>(ValueTask<T> more) => _wait.AwaitAsync(more);

        /// <summary>Call it as bytes arrive. A declared length is not reserved, because it uses no memory.</summary>
        /// <param name="received">The bytes received in total.</param>
        public Error? Grow(long received)
        {
            var more = received - _bytes;
            if (share?.Add(more) > admission._bytesEach)
            {
                share.Add(-more);
                return admission.BusyClient();
            }

            if (Interlocked.Add(ref admission._bytes, more) > admission.Limits.MaxBytesInFlight)
            {
                Interlocked.Add(ref admission._bytes, -more);
                share?.Add(-more);
                return admission.BusyBytes();
            }

            _bytes = received;
            return null;
        }

        public void Dispose()
        {
            if (share is not null)
            {
                share.Add(-_bytes);
                admission._clients.Leave(share);
            }

            Interlocked.Add(ref admission._bytes, -_bytes);
            Interlocked.Decrement(ref admission._uploads);
        }
    }
}
