using System.Runtime.InteropServices;

namespace Hosting.Lifetime;

/// <summary>A token for Ctrl+C, SIGTERM and a closed terminal. A second signal ends the process at once.</summary>
public sealed class StopSignals : IDisposable
{
    private static readonly PosixSignal[] Signals = [PosixSignal.SIGINT, PosixSignal.SIGTERM, PosixSignal.SIGHUP];

    private readonly CancellationTokenSource _stop = new();
    private readonly PosixSignalRegistration[] _registrations;

    public StopSignals() => _registrations = [.. Signals.Select(signal => PosixSignalRegistration.Create(signal, Stop))];

    public CancellationToken Token => _stop.Token;

    public void Dispose()
    {
        foreach (var registration in _registrations)
        {
            registration.Dispose();
        }

        _stop.Dispose();
    }

    private void Stop(PosixSignalContext signal)
    {
        signal.Cancel = !_stop.IsCancellationRequested;
        _stop.Cancel();
    }
}
