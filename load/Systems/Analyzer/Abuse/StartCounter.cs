using System.Diagnostics;
using Load.Machine;
using Load.Measuring;
using Load.Systems.Analyzer.Operations;

namespace Load.Systems.Analyzer.Abuse;

/// <summary>Starts a service until it answers that it is ready, and stops it, again and again; the time of the start counts.</summary>
internal sealed class StartCounter : IWorkCounter
{
    public const string Figure = "start ms";

    private readonly CancellationTokenSource _stop;
    private readonly Task _work;
    private readonly List<double> _milliseconds = [];
    private readonly Lock _lock = new();
    private readonly TaskCompletionSource _first = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <param name="startAsync">Returns when the service is ready.</param>
    /// <param name="stop">Ends it.</param>
    public StartCounter(Func<CancellationToken, Task<RunningAnalyzer>> startAsync, CancellationToken stop)
    {
        _stop = CancellationTokenSource.CreateLinkedTokenSource(stop);
        _work = Task.Run(() => WorkAsync(startAsync), CancellationToken.None);
    }

    public Task<WorkCount> ReadAsync(CancellationToken cancellationToken)
    {
        lock (_lock)
        {
            var times = _milliseconds.Order().ToArray();
            return Task.FromResult(new WorkCount(times.Length)
            {
                Figures = times.Length == 0 ? new Dictionary<string, double>()
                    : new Dictionary<string, double> { [Figure] = times[times.Length / 2] },
            });
        }
    }

    /// <summary>
    /// Until the first start at least: on a busy machine one takes longer than an iteration of a run that only shows that rows work.
    /// </summary>
    public async Task PassAsync(TimeSpan length, TimeProvider time, CancellationToken cancellationToken)
    {
        await Task.Delay(length, time, cancellationToken);
        await await Task.WhenAny(_first.Task, _work).WaitAsync(cancellationToken);
    }

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        await _work;
        _stop.Dispose();
    }

    private async Task WorkAsync(Func<CancellationToken, Task<RunningAnalyzer>> startAsync)
    {
        try
        {
            while (!_stop.IsCancellationRequested)
            {
                var started = Stopwatch.GetTimestamp();
                await using var analyzer = await startAsync(_stop.Token);
                lock (_lock)
                {
                    _milliseconds.Add(Stopwatch.GetElapsedTime(started).TotalMilliseconds);
                }

                _first.TrySetResult();
            }
        }
        catch (OperationCanceledException) when (_stop.IsCancellationRequested)
        {
            // The iteration is over.
        }
    }
}

/// <summary>No process yet: the work is to start one.</summary>
/// <param name="context">The data of the run that a start needs.</param>
internal sealed class NotStarted(SetupContext context) : ISystemUnderTest
{
    public SetupContext Context => context;

    public IReadOnlyList<IObservedProcess> Processes => [];

    public HostControl? Control => null;

    public bool IsOurs => false;

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;
}
