using System.Diagnostics;
using System.Net;
using Load.Machine;

namespace Load.Stack;

/// <summary>A member's process, which is started again whenever it ends by itself.</summary>
internal sealed class SupervisedMember(StackMember member, StackPaths folder, TextWriter output, Processors? processors = null)
    : IStackProcess, IObservedProcess, IAsyncDisposable
{
    /// <summary>One that ends more often within <see cref="EndsWithin"/> would never stay.</summary>
    private const int MaxEnds = 5;

    private const string NewSession = "/usr/bin/setsid";

    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(20);
    private static readonly TimeSpan EndsWithin = TimeSpan.FromMinutes(1);

    private readonly Queue<long> _ends = [];
    private volatile ChildProcess? _child;
    private volatile bool _isStruck;
    private volatile bool _hasEnded;

    public StackMember Member => member;

    public string Name => member.Name;

    public string? WatchedAs => member.IsWatched ? StackProbes.Http : null;

    public bool EndsByItself => true;

    public bool ShowsPause => true;

    public ProcessUsage? Usage => _child?.Usage;

    /// <summary>Whether it ever ended without a fault that struck it. It is started again.</summary>
    public bool HasExited => _hasEnded;

    public Uri? Metrics => null;

    /// <summary>The address that it printed when it started, with whatever lets a person in; null if it printed none.</summary>
    public string? Printed => member.PrintsAddress ? _child?.LineWith("Open http")?.Split(' ')[^1] : null;

    public string Log => folder.LogOf(member.Name);

    /// <exception cref="LabException">It did not become ready; the message names its log.</exception>
    public async Task StartAsync(CancellationToken cancellationToken)
    {
        _child = Launch();
        try
        {
            await ReadyAsync(_child, cancellationToken);
        }
        catch (LabException exception)
        {
            throw new LabException($"{exception.Message}{Environment.NewLine}The whole log: {Log}", exception.ExitCode);
        }
    }

    /// <summary>Starts it again when it ends.</summary>
    /// <param name="stop">Ends this, and not the process.</param>
    /// <exception cref="LabException">It ends again and again.</exception>
    public async Task SuperviseAsync(CancellationToken stop)
    {
        while (!stop.IsCancellationRequested)
        {
            var child = _child!;
            try
            {
                var code = await child.EndAsync(stop);
                if (!_isStruck)
                {
                    _hasEnded = true;
                    await output.WriteLineAsync($"{Now} {member.Name} has ended with code {code}, and starts again. Its log: {Log}");
                }

                _isStruck = false;
                RequireFewEnds();
                await child.DisposeAsync();
                _child = Launch();
            }
            catch (OperationCanceledException)
            {
                return;
            }
        }
    }

    /// <inheritdoc cref="ChildProcess.KillAsync"/>
    public Task KillAsync(CancellationToken cancellationToken)
    {
        _isStruck = true;
        return _child!.KillAsync(cancellationToken);
    }

    /// <inheritdoc cref="ChildProcess.SignalAsync"/>
    public Task SignalAsync(string signal, CancellationToken cancellationToken)
    {
        _isStruck |= signal == "TERM";
        return _child!.SignalAsync(signal, cancellationToken);
    }

    /// <summary>A host is ready when it says so; one that listens nowhere, as soon as it runs.</summary>
    public async Task<bool> IsReadyAsync(HttpClient http, CancellationToken cancellationToken)
    {
        if (member.Ready is null)
        {
            return true;
        }

        using var answer = await http.GetAsync(member.Ready, cancellationToken);
        return answer.StatusCode == HttpStatusCode.OK;
    }

    public Task BecomeWholeAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public async ValueTask DisposeAsync()
    {
        if (_child is { } child)
        {
            await child.DisposeAsync();
        }
    }

    private static string Now => $"{TimeProvider.System.GetUtcNow():yyyy-MM-dd'T'HH:mm:ss.fff'Z'}";

    private ChildProcess Launch()
    {
        var start = DotNet.Start(BuiltAssembly.Find(member.Project, assembly: member.Assembly), member.Arguments);
        start.WorkingDirectory = folder.Folder;
        return ChildProcess.Start(member.Name, Apart(start), Log, metrics: null, processors);
    }

    /// <summary>Ctrl+C goes to all processes of a terminal's session; the stack alone decides in which order its members stop.</summary>
    private static ProcessStartInfo Apart(ProcessStartInfo start)
    {
        if (File.Exists(NewSession))
        {
            start.ArgumentList.Insert(0, start.FileName);
            start.FileName = NewSession; // runs the program in its own place: same process, same streams
        }

        return start;
    }

    private async Task ReadyAsync(ChildProcess child, CancellationToken cancellationToken)
    {
        if (member.Ready is { } address)
        {
            await child.WaitUntilReadyAsync(address, cancellationToken);
        }

        while (member.PrintsAddress && Printed is null && !child.HasExited)
        {
            await Task.Delay(Look, cancellationToken);
        }
    }

    private void RequireFewEnds()
    {
        var now = Stopwatch.GetTimestamp();
        _ends.Enqueue(now);
        while (Stopwatch.GetElapsedTime(_ends.Peek(), now) > EndsWithin)
        {
            _ends.Dequeue();
        }

        if (_ends.Count > MaxEnds)
        {
            throw new LabException(
                $"{member.Name} has ended {_ends.Count} times within {EndsWithin.TotalSeconds:0} s. The others stop. Its log: {Log}",
                LabExitCode.Failed);
        }
    }
}
