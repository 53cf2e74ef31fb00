using Load.Machine;
using Load.Systems.Sigma.Processes;

namespace Crash.Systems.Sigma;

/// <summary>An instance that keeps its name, its port and its folder while its processes come and go.</summary>
/// <param name="name">For a person.</param>
/// <param name="start">The process to start.</param>
internal sealed class SigmaInstance(string name, SigmaStart start) : IAsyncDisposable
{
    private SigmaProcess? _process;

    public string Name => name;

    /// <summary>It runs when this returns, and need not be ready.</summary>
    public void Launch() => _process = SigmaProcess.Launch(start);

    /// <exception cref="LabException">It ended instead; the message holds its last words.</exception>
    public Task BecomeReadyAsync(CancellationToken cancellationToken) => _process!.BecomeReadyAsync(cancellationToken);

    /// <summary>SIGKILL, if it runs.</summary>
    public async Task KillAsync(CancellationToken cancellationToken)
    {
        await (_process?.KillAsync(cancellationToken) ?? Task.CompletedTask);
        await DisposeAsync();
    }

    /// <summary>Stops it in good order.</summary>
    public async ValueTask DisposeAsync()
    {
        if (_process is { } process)
        {
            _process = null;
            await process.DisposeAsync();
        }
    }
}
