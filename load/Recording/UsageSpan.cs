namespace Load.Recording;

/// <summary>What a process used during a slot.</summary>
/// <param name="Elapsed">From the first request to the end of the last.</param>
/// <param name="Cpu">User and kernel time of all threads within it.</param>
/// <param name="WorkingSet">Bytes, at the end.</param>
/// <param name="Threads">At the end.</param>
/// <param name="Handles">At the end.</param>
internal sealed record UsageSpan(TimeSpan Elapsed, TimeSpan Cpu, long WorkingSet, int Threads, int Handles)
{
    /// <summary>Of one processor: 2 when two were busy all the time.</summary>
    public double Processors => Elapsed > TimeSpan.Zero ? Cpu / Elapsed : 0;
}
