namespace Hosting.Overload;

/// <summary>
/// Measures a time in which this process has its turns. The time passes in steps, and one that ends late does not count: others had the
/// processors then, and what came from the network may lie unread.
/// </summary>
/// <param name="time">Measures it.</param>
public sealed class UnstarvedTimer(TimeProvider time) : IDisposable
{
    private const int Steps = 10;

    private readonly Lock _gate = new();
    private readonly CancellationTokenSource _over = new();
    private ITimer? _timer;
    private TimeSpan _step, _longest;
    private long _began, _last;
    private int _counted;
    private bool _isDisposed;

    /// <summary>Fires when the time is over, once and for all.</summary>
    public CancellationToken Token => _over.Token;

    /// <summary>Waits for such a time.</summary>
    /// <param name="length">Its length.</param>
    /// <param name="longest">How long to wait if the process has no turn.</param>
    public static async Task DelayAsync(TimeSpan length, TimeSpan longest)
    {
        using var timer = new UnstarvedTimer(TimeProvider.System);
        timer.Begin(length, longest);
        await Task.Delay(Timeout.InfiniteTimeSpan, timer.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }

    /// <summary>Begins, or begins again.</summary>
    /// <param name="length">The length of the time.</param>
    /// <param name="longest">How long to wait if the process has no turn.</param>
    public void Begin(TimeSpan length, TimeSpan longest)
    {
        lock (_gate)
        {
            _began = _last = time.GetTimestamp();
            (_counted, _longest) = (0, longest);
            _step = (length < longest ? length : longest) / Steps;
            _timer ??= time.CreateTimer(
                static timer => ((UnstarvedTimer)timer!).Count(), this, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
            _timer.Change(_step, Timeout.InfiniteTimeSpan);
        }
    }

    public void Dispose()
    {
        lock (_gate)
        {
            _isDisposed = true;
            _timer?.Dispose();
            _over.Dispose();
        }
    }

    private void Count()
    {
        lock (_gate)
        {
            if (_isDisposed)
            {
                return;
            }

            var now = time.GetTimestamp();
            _counted += time.GetElapsedTime(_last, now) <= 2 * _step ? 1 : 0;
            _last = now;
            if (_counted >= Steps || time.GetElapsedTime(_began, now) >= _longest)
            {
                _over.Cancel();
            }
            else
            {
                _timer!.Change(_step, Timeout.InfiniteTimeSpan);
            }
        }
    }
}
