using System.Collections.Concurrent;
using System.Diagnostics;
using System.Net;
using Load.Monitoring;

namespace Load.Server;

/// <summary>
/// The service as a process of its own: started on free ports with an empty data folder, stopped when disposed, whatever happened in between.
/// </summary>
internal sealed class ServiceProcess : IRunningService
{
    private static readonly TimeSpan StartTimeout = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan StopTimeout = TimeSpan.FromSeconds(15);

    /// <summary>A port that was free a moment ago may be taken by the time the service asks for it.</summary>
    private const int StartAttempts = 3;

    private const int LinesToShow = 20;

    private readonly Process _process;
    private readonly StreamWriter _log;
    private readonly ConcurrentQueue<string> _lastLines = [];
    private readonly EventHandler _killAtExit;
    private readonly UnhandledExceptionEventHandler _killAtCrash;

    private ServiceProcess(ProcessStartInfo start, Uri http, Uri grpc, string logPath)
    {
        (Http, Grpc) = (http, grpc);
        _log = new StreamWriter(logPath, append: true) { AutoFlush = true };
        _process = new Process { StartInfo = start };
        _process.OutputDataReceived += (_, line) => Log(line.Data);
        _process.ErrorDataReceived += (_, line) => Log(line.Data);
        _killAtExit = (_, _) => Kill();
        _killAtCrash = (_, _) => Kill();
        AppDomain.CurrentDomain.ProcessExit += _killAtExit;
        AppDomain.CurrentDomain.UnhandledException += _killAtCrash; // a crash is no ProcessExit
    }

    /// <summary>HTTP/1.1.</summary>
    public Uri Http { get; }

    /// <summary>HTTP/2 in cleartext.</summary>
    public Uri Grpc { get; }

    public int Id => _process.Id;

    public bool HasExited => _process.HasExited;

    /// <summary>What the process has used up to now; null when it has ended.</summary>
    public ProcessUsage? Usage => ProcessUsage.Of(_process);

    /// <param name="start">What is started.</param>
    /// <param name="settings">Further configuration.</param>
    /// <param name="dataDirectory">Made by the service.</param>
    /// <param name="cancellationToken">Ends the wait for the service to be ready; the process is gone then.</param>
    /// <exception cref="LabException">It did not start, with the end of what it said.</exception>
    public static async Task<ServiceProcess> StartAsync(
        ServiceStart start, ServiceSettings settings, string dataDirectory, CancellationToken cancellationToken)
    {
        for (var attempt = 1; ; attempt++)
        {
            var ports = FreePorts.Take(2);
            var service = new ServiceProcess(
                Command(start, settings, dataDirectory, ports), Loopback(ports[0]), Loopback(ports[1]), start.LogPath);
            try
            {
                service.Launch();
                await service.ReadyAsync(cancellationToken);
                return service;
            }
            catch (Exception exception)
            {
                await service.DisposeAsync();
                if (exception is not LabException || attempt == StartAttempts || !service._lastLines.Any(line => line.Contains("address already in use")))
                {
                    throw;
                }
            }
        }
    }

    /// <summary>Starts it and, ready or not, kills it after a while.</summary>
    public static async Task StartAndKillAsync(
        ServiceStart start, ServiceSettings settings, string dataDirectory, TimeSpan after, CancellationToken cancellationToken)
    {
        var ports = FreePorts.Take(2);
        await using var service = new ServiceProcess(
            Command(start, settings, dataDirectory, ports), Loopback(ports[0]), Loopback(ports[1]), start.LogPath);
        service.Launch();
        await Task.Delay(after, cancellationToken);
        await service.KillAsync(cancellationToken);
    }

    /// <summary>SIGKILL: nothing of it runs any more when this returns, and no handler of its own has.</summary>
    public async Task KillAsync(CancellationToken cancellationToken)
    {
        _process.Kill(); // one that has ended already stays as it is
        await _process.WaitForExitAsync(cancellationToken);
    }

    public async ValueTask DisposeAsync()
    {
        if (!HasEnded)
        {
            Termination.Ask(_process);
            using var timeout = new CancellationTokenSource(StopTimeout);
            await _process.WaitForExitAsync(timeout.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            Kill();
        }

        AppDomain.CurrentDomain.ProcessExit -= _killAtExit;
        AppDomain.CurrentDomain.UnhandledException -= _killAtCrash;
        _process.Dispose();
        await _log.DisposeAsync();
    }

    private static ProcessStartInfo Command(ServiceStart launch, ServiceSettings settings, string dataDirectory, int[] ports)
    {
        IEnumerable<KeyValuePair<string, string>> options =
        [
            .. launch.Options,
            .. settings.Options,
            new("Analyzer:DataDirectory", dataDirectory),
            new("Analyzer:HttpPort", $"{ports[0]}"),
            new("Analyzer:GrpcPort", $"{ports[1]}"),
            new("Analyzer:Ceilings:Enabled", "true"), // the lab's own endpoints
            new("Analyzer:StopAtEndOfInput", "true"), // a lab that is killed can do nothing more for its service
        ];

        // Of two values for a key the later one counts.
        return DotNet.Start(launch.Assembly, options.Select(option => $"--{option.Key}={option.Value}"));
    }

    private static Uri Loopback(int port) => new($"http://127.0.0.1:{port}");

    private bool HasEnded
    {
        get
        {
            try
            {
                return _process.HasExited;
            }
            catch (InvalidOperationException)
            {
                return true; // never started
            }
        }
    }

    private void Launch()
    {
        _process.Start();
        _process.BeginOutputReadLine();
        _process.BeginErrorReadLine();
    }

    private async Task ReadyAsync(CancellationToken cancellationToken)
    {
        using var client = new HttpClient { BaseAddress = Http };
        var started = Stopwatch.GetTimestamp();
        while (Stopwatch.GetElapsedTime(started) < StartTimeout)
        {
            try
            {
                using var response = await client.GetAsync("/healthz/ready", cancellationToken);
                if (response.StatusCode == HttpStatusCode.OK)
                {
                    return;
                }
            }
            catch (HttpRequestException)
            {
                // Not listening yet.
            }

            if (_process.HasExited)
            {
                await _process.WaitForExitAsync(cancellationToken); // and until all it said has been read
                throw new LabException($"The service ended with exit code {_process.ExitCode} while starting:{Said()}");
            }

            await Task.Delay(50, cancellationToken);
        }

        throw new LabException($"The service was not ready within {StartTimeout.TotalSeconds} s:{Said()}");
    }

    private string Said() => _lastLines.IsEmpty ? " it said nothing." : $"{Environment.NewLine}{string.Join(Environment.NewLine, _lastLines)}";

    private void Log(string? line)
    {
        if (line is not null)
        {
            lock (_log)
            {
                _log.WriteLine(line);
            }

            // The frames of a stack trace would push out the line that says what happened; the log has them all.
            if (!line.StartsWith("   at ", StringComparison.Ordinal))
            {
                _lastLines.Enqueue(line);
            }

            while (_lastLines.Count > LinesToShow && _lastLines.TryDequeue(out _))
            {
            }
        }
    }

    private void Kill()
    {
        if (!HasEnded)
        {
            _process.Kill(entireProcessTree: true);
        }
    }
}
