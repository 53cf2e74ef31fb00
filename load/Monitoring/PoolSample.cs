namespace Load.Monitoring;

/// <summary>The service's thread pool at one moment.</summary>
/// <param name="Time">UTC.</param>
/// <param name="Threads">In the pool.</param>
/// <param name="Queue">Work items that wait for a thread.</param>
/// <param name="Completed">Work items since the start of the process.</param>
internal sealed record PoolSample(DateTimeOffset Time, int Threads, long Queue, long Completed);
