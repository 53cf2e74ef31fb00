namespace Journal.Features.Relp;

/// <summary>How long a message may wait for its answer, from its arrival: for room, and for the disk.</summary>
internal readonly record struct Patience(long ArrivedAt, TimeSpan Longest, TimeProvider Time)
{
    public TimeSpan Left => Longest - Time.GetElapsedTime(ArrivedAt) is { Ticks: > 0 } left ? left : TimeSpan.Zero;

    /// <exception cref="TimeoutException">The time is over.</exception>
    public Task WaitAsync(Task task, CancellationToken cancellationToken) => task.WaitAsync(Left, Time, cancellationToken);
}
