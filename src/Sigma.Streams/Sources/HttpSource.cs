using Sigma.Streams.Flow;

namespace Sigma.Streams.Sources;

/// <summary><c>POST /v1/events</c>: callers send records, and wait until they are delivered.</summary>
internal sealed class HttpSource(TimeProvider time) : ISource
{
    public const string Name = "http";

    private readonly TaskCompletionSource<IIntake> _intake = new(TaskCreationOptions.RunContinuationsAsynchronously);

    // A new number for each start, so that events of two runs never have the same place.
    private readonly uint _run = unchecked((uint)time.GetUtcNow().ToUnixTimeMilliseconds());
    private long _next;

    /// <summary>Null before the start and after the end.</summary>
    public IIntake? Intake => _intake.Task.IsCompletedSuccessfully && !_stopped.IsCancellationRequested ? _intake.Task.Result : null;

    private CancellationToken _stopped;

    /// <summary>A place for records without a key.</summary>
    public (uint Partition, long First) Reserve(int records) => (_run, Interlocked.Add(ref _next, records) - records);

    public async Task RunAsync(IIntake intake, CancellationToken cancellationToken)
    {
        _stopped = cancellationToken;
        _intake.SetResult(intake);
        await Task.Delay(Timeout.InfiniteTimeSpan, time, cancellationToken);
    }
}
