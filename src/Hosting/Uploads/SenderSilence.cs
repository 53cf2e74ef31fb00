namespace Hosting.Uploads;

/// <summary>
/// How long a sender has sent nothing. That time passes in steps, and one that ends late does not count: the process had no turn then, and
/// what was sent may lie in its sockets. Otherwise a busy host takes a sender that it does not read for one that waits.
/// </summary>
/// <param name="time">Measures it.</param>
internal sealed class SenderSilence(TimeProvider time) : IDisposable
{
    private const int Steps = 10;

    private readonly Lock _gate = new();
    private readonly CancellationTokenSource _over = new();
    private ITimer? _timer;
    private TimeSpan _step, _longest;
    private long _began, _last;
    private int _counted;
    private bool _isDisposed;

    /// <summary>Fires when the silence has lasted long enough, once and for all.</summary>
    public CancellationToken Token => _over.Token;

    /// <summary>The sender has sent something, or begins.</summary>
    /// <param name="length">The length of the silence to find.</param>
    /// <param name="longest">How long to wait for it if the process has no turn.</param>
    public void Begin(TimeSpan length, TimeSpan longest)
    {
        lock (_gate)
        {
            _began = _last = time.GetTimestamp();
            (_counted, _longest) = (0, longest);
            _step = (length < longest ? length : longest) / Steps;
            _timer ??= time.CreateTimer(
                static silence => ((SenderSilence)silence!).Count(), this, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
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
