using System.Runtime.InteropServices;

namespace Analyzer.Service.Features.Maintenance;

/// <summary>Ctrl+C and SIGTERM as a token. A second one ends the process as it stands.</summary>
internal sealed class StopSignals : IDisposable
{
    private readonly CancellationTokenSource _stop = new();
    private readonly PosixSignalRegistration[] _registrations;

    public StopSignals() =>
        _registrations = [.. ((PosixSignal[])[PosixSignal.SIGINT, PosixSignal.SIGTERM]).Select(signal => PosixSignalRegistration.Create(signal, Stop))];

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
