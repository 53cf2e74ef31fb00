using System.Runtime.InteropServices;

namespace Load;

/// <summary>
/// Ctrl+C, SIGTERM and a closed terminal end the run in order: requests under way are given up, the service is stopped, what was measured is written.
/// The second Ctrl+C ends the process at once; the service is killed even then.
/// </summary>
internal sealed class StopSignals : IDisposable
{
    private readonly CancellationTokenSource _stop = new();
    private readonly PosixSignalRegistration[] _registrations;

    public StopSignals() =>
        _registrations = [.. new[] { PosixSignal.SIGINT, PosixSignal.SIGTERM, PosixSignal.SIGHUP }.Select(signal => PosixSignalRegistration.Create(signal, Stop))];

    public CancellationToken Token => _stop.Token;

    public void Dispose()
    {
        foreach (var registration in _registrations)
        {
            registration.Dispose();
        }

        _stop.Dispose();
    }

    private void Stop(PosixSignalContext context)
    {
        context.Cancel = !_stop.IsCancellationRequested;
        _stop.Cancel();
    }
}
