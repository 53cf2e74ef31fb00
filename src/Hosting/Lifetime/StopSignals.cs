using System.Runtime.InteropServices;

namespace Hosting.Lifetime;

/// <summary>
/// A token for Ctrl+C, SIGTERM and a closed terminal. A second signal ends the process at once, if it comes more than a second after the
/// first: <c>timeout</c> signals a process and then its group, and <c>dotnet run</c> passes on what the process has got from the terminal.
/// </summary>
public sealed class StopSignals : IDisposable
{
    private static readonly PosixSignal[] Signals = [PosixSignal.SIGINT, PosixSignal.SIGTERM, PosixSignal.SIGHUP];
    private static readonly TimeSpan SameSignal = TimeSpan.FromSeconds(1);

    private readonly CancellationTokenSource _stop = new();
    private readonly TimeProvider _time;
    private readonly PosixSignalRegistration[] _registrations;
    private readonly Lock _gate = new();
    private long? _firstAt;

    public StopSignals()
        : this(TimeProvider.System)
    {
    }

    internal StopSignals(TimeProvider time)
    {
        _time = time;
        _registrations = [.. Signals.Select(signal => PosixSignalRegistration.Create(signal, Stop))];
    }

    public CancellationToken Token => _stop.Token;

    public void Dispose()
    {
        foreach (var registration in _registrations)
        {
            registration.Dispose();
        }

        _stop.Dispose();
    }

    internal void Stop(PosixSignalContext signal)
    {
        lock (_gate)
        {
            signal.Cancel = _firstAt is not { } first || _time.GetElapsedTime(first) < SameSignal;
            _firstAt ??= _time.GetTimestamp();
        }

        _stop.Cancel();
    }
}
