using Load.Systems.Analyzer.Service;

namespace Crash.Systems.Gateway;

/// <summary>One analyzer of several, at an address that it keeps: killed, paused, or stopped in good order, and started again.</summary>
/// <param name="Name">For a person.</param>
/// <param name="Start">With its ports.</param>
/// <param name="Settings">Its store.</param>
/// <param name="Data">Its folder.</param>
internal sealed record StruckAnalyzer(string Name, ServiceStart Start, ServiceSettings Settings, string Data) : IAsyncDisposable
{
    private ServiceProcess? _process;

    public Uri Http => new($"http://127.0.0.1:{Start.Ports![0]}");

    public Uri Grpc => new($"http://127.0.0.1:{Start.Ports![1]}");

    public async Task StartAsync(CancellationToken cancellationToken) =>
        _process = await ServiceProcess.StartAsync(Start, Settings, Data, cancellationToken);

    /// <summary>SIGKILL.</summary>
    public async Task KillAsync(CancellationToken cancellationToken)
    {
        if (_process is not null)
        {
            await _process.KillAsync(cancellationToken);
            await DisposeAsync();
        }
    }

    /// <summary>SIGSTOP: it keeps its connections and says nothing.</summary>
    public Task PauseAsync(CancellationToken cancellationToken) => _process!.SignalAsync("STOP", cancellationToken);

    /// <summary>SIGCONT: it goes on with what it was about to do.</summary>
    public Task ResumeAsync(CancellationToken cancellationToken) => _process!.SignalAsync("CONT", cancellationToken);

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
