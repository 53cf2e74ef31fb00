using System.Collections.Concurrent;
using System.Diagnostics;
using System.Net;

namespace Load.Machine;

/// <summary>
/// A program that the lab starts, and stops when it is disposed, whatever happened in between. It is asked to stop by the end of its
/// standard input, which every system has; one that does not take the hint is killed.
/// </summary>
internal sealed class ChildProcess : IObservedProcess, IAsyncDisposable
{
    private const int LinesToShow = 20;

    // A process that cannot start ends, and is noticed at once; one on a machine with sixty others at work took longer than half a minute.
    private static readonly TimeSpan StartTimeout = TimeSpan.FromMinutes(2);
    private static readonly TimeSpan LastWordsTimeout = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan StopTimeout = TimeSpan.FromSeconds(15);

    private readonly Process _process;
    private readonly StreamWriter _log;
    private readonly ConcurrentQueue<string> _lastLines = [];
    private readonly EventHandler _killAtExit;
    private readonly UnhandledExceptionEventHandler _killAtCrash;

    private ChildProcess(string name, ProcessStartInfo start, string logPath, Uri? metrics)
    {
        (Name, Metrics) = (name, metrics);
        _log = new StreamWriter(logPath, append: true) { AutoFlush = true };
        _process = new Process { StartInfo = start };
        _process.OutputDataReceived += (_, line) => Log(line.Data);
        _process.ErrorDataReceived += (_, line) => Log(line.Data);
        _killAtExit = (_, _) => Kill();
        _killAtCrash = (_, _) => Kill();
        AppDomain.CurrentDomain.ProcessExit += _killAtExit;
        AppDomain.CurrentDomain.UnhandledException += _killAtCrash; // a crash is no ProcessExit
    }

    public string Name { get; }

    public Uri? Metrics { get; }

    public int Id => _process.Id;

    public bool HasExited => HasEnded;

    /// <summary>Its standard input; the end of it asks the process to stop.</summary>
    public Stream Input => _process.StandardInput.BaseStream;

    public ProcessUsage? Usage => ProcessUsage.Of(_process);

    /// <summary>Whether a line of its last words holds this text, in whatever case.</summary>
    public bool HasSaid(string text) => _lastLines.Any(line => line.Contains(text, StringComparison.OrdinalIgnoreCase));

    /// <returns>The newest of its last words with this text; null without one.</returns>
    public string? LineWith(string text) => _lastLines.LastOrDefault(line => line.Contains(text, StringComparison.Ordinal));

    /// <summary>Waits a moment for a process that is about to end: its reasons may still be on their way.</summary>
    /// <returns>The last lines that it said, for the end of a message.</returns>
    public string LastWords()
    {
        _process.WaitForExitAsync().Wait(LastWordsTimeout);
        return _lastLines.IsEmpty ? " it said nothing." : $"{Environment.NewLine}{string.Join(Environment.NewLine, _lastLines)}";
    }

    /// <param name="name">See <see cref="IObservedProcess.Name"/>.</param>
    /// <param name="start">A start with all streams redirected, such as <see cref="DotNet"/> makes it.</param>
    /// <param name="logPath">The file to which its output is appended.</param>
    /// <param name="metrics">See <see cref="IObservedProcess.Metrics"/>.</param>
    /// <param name="processors">Its own; null for all of them.</param>
    /// <returns>A process that runs, and need not be ready.</returns>
    public static ChildProcess Start(string name, ProcessStartInfo start, string logPath, Uri? metrics, Processors? processors = null)
    {
        var child = new ChildProcess(name, processors?.Confine(start) ?? start, logPath, metrics);
        child._process.Start();
        if (OperatingSystem.IsWindows())
        {
            processors?.Confine(child._process);
        }

        child._process.BeginOutputReadLine();
        child._process.BeginErrorReadLine();
        return child;
    }

    /// <param name="health">Answers 200 when the process is ready.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    /// <exception cref="LabException">It ended, or was not ready in time; the message holds its last words.</exception>
    public async Task WaitUntilReadyAsync(Uri health, CancellationToken cancellationToken)
    {
        using var client = new HttpClient { Timeout = TimeSpan.FromSeconds(10) }; // far longer than an answer takes
        var started = Stopwatch.GetTimestamp();
        while (Stopwatch.GetElapsedTime(started) < StartTimeout)
        {
            try
            {
                using var response = await client.GetAsync(health, cancellationToken);
                if (response.StatusCode == HttpStatusCode.OK && !_process.HasExited)
                {
                    return;
                }
            }
            catch (HttpRequestException)
            {
                // Not listening yet.
            }
            catch (TaskCanceledException) when (!cancellationToken.IsCancellationRequested)
            {
                // Busy, or another program listens there: the process then ends, which is seen below.
            }

            if (_process.HasExited)
            {
                await _process.WaitForExitAsync(cancellationToken); // and until all it said has been read
                throw new LabException($"{Name} ended with exit code {_process.ExitCode} while starting:{LastWords()}");
            }

            await Task.Delay(50, cancellationToken);
        }

        throw new LabException($"{Name} was not ready within {StartTimeout.TotalSeconds} s:{LastWords()}");
    }

    /// <returns>Its exit code, once it has ended.</returns>
    public async Task<int> EndAsync(CancellationToken cancellationToken)
    {
        await _process.WaitForExitAsync(cancellationToken);
        return _process.ExitCode;
    }

    /// <summary>SIGKILL: nothing of it runs any more when this returns, and no handler of its own has.</summary>
    public async Task KillAsync(CancellationToken cancellationToken)
    {
        _process.Kill(); // one that has ended already stays as it is
        await _process.WaitForExitAsync(cancellationToken);
    }

    /// <param name="signal">A name that kill(1) knows, such as <c>STOP</c>.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    /// <exception cref="LabException">It could not be sent.</exception>
    public async Task SignalAsync(string signal, CancellationToken cancellationToken)
    {
        using var kill = Process.Start("kill", [$"-{signal}", $"{Id}"]);
        await kill.WaitForExitAsync(cancellationToken);
        if (kill.ExitCode != 0)
        {
            throw new LabException($"{Name} could not be sent SIG{signal}.");
        }
    }

    public async ValueTask DisposeAsync()
    {
        if (!HasEnded)
        {
            CloseInput();
            using var timeout = new CancellationTokenSource(StopTimeout);
            await _process.WaitForExitAsync(timeout.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            Kill();
            await _process.WaitForExitAsync(CancellationToken.None).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }

        AppDomain.CurrentDomain.ProcessExit -= _killAtExit;
        AppDomain.CurrentDomain.UnhandledException -= _killAtCrash;
        _process.Dispose();
        try
        {
            await _log.DisposeAsync();
        }
        catch (IOException)
        {
            // As above.
        }
    }

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

    private void CloseInput()
    {
        try
        {
            _process.StandardInput.Close();
        }
        catch (IOException)
        {
            // It ended a moment ago.
        }
    }

    private void Log(string? line)
    {
        if (line is null)
        {
            return;
        }

        lock (_log)
        {
            try
            {
                _log.WriteLine(line);
            }
            catch (IOException)
            {
                // The disk is full: the measurement goes on, and its last lines are kept below.
            }
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

    private void Kill()
    {
        if (!HasEnded)
        {
            _process.Kill(entireProcessTree: true);
        }
    }
}
