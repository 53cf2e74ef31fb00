using Perfolizer.Horology;

namespace Microbenchmarks;

/// <summary>
/// The processor time of this process, in ticks of 100 ns: what a benchmark here costs, also while others use the machine. (Windows
/// moves it on every 15.6 ms, which is little against an iteration of half a second.)
/// </summary>
internal sealed class CpuClock : IClock
{
    public string Title => "CPU";

    public bool IsAvailable => true;

    public Frequency Frequency => new(TimeSpan.TicksPerSecond);

    public long GetTimestamp() => Environment.CpuUsage.TotalTime.Ticks;
}
