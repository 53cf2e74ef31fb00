using Analyzer.Contract;
using Hosting.Errors;
using Hosting.Overload;

namespace Gateway.Features.Overload;

/// <summary>
/// Limits the uploads at work while they wait for the gateway's processors. The analyzers refuse what they have no room for, but they do
/// not see this queue: behind a gateway that is late, they would let in all that come.
/// </summary>
/// <param name="limit">Follows the queue; null for no limit.</param>
/// <param name="time">Measures the silence of senders.</param>
internal sealed class UploadAdmission(AdaptiveLimit? limit, TimeProvider time)
{
    /// <summary>Three times as long at most; the analyzers' default.</summary>
    private static readonly TimeSpan RetryAfter = TimeSpan.FromSeconds(1);

    private readonly RetryTimes _retries = new(RetryAfter);
    private readonly SilentSenders _silent = new(time);
    private int _uploads;

    /// <summary>Takes a permit for one upload; <see cref="Permit.Dispose"/> gives it back.</summary>
    public Result<Permit> Enter()
    {
        var atWork = Interlocked.Increment(ref _uploads) - _silent.Count;
        limit?.Look(atWork);
        if (atWork <= (limit?.Current ?? int.MaxValue))
        {
            return new Permit(this);
        }

        Interlocked.Decrement(ref _uploads);
        return new Error(ErrorKinds.Busy, "The gateway is overloaded. Try again later.", _retries.Next());
    }

    /// <summary>One upload's permit.</summary>
    internal sealed class Permit(UploadAdmission admission) : IDisposable
    {
        private readonly SilentSenders.Wait _wait = new(admission._silent);

        /// <inheritdoc cref="SilentSenders.Wait.AwaitAsync"/>
        public ValueTask<T> AwaitSenderAsync<T>(ValueTask<T> more) => _wait.AwaitAsync(more);

        public void Dispose() => Interlocked.Decrement(ref admission._uploads);
    }
}
