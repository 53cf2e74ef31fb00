using System.Diagnostics;

namespace Hosting.Lab;

/// <summary>
/// Burns a share of the processor time that the process uses, on top of it: the process looks like a build that needs that much more for
/// the same work.
/// </summary>
/// <param name="percent">Share of what the process uses without it.</param>
/// <param name="stopping">Ends it.</param>
internal sealed class CpuBurner(int percent, CancellationToken stopping)
{
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(5);

    public void Start() => new Thread(Run) { IsBackground = true, Name = "CPU burner" }.Start();

    private void Run()
    {
        var burnt = TimeSpan.Zero;
        while (!stopping.WaitHandle.WaitOne(Interval))
        {
            var owed = (Environment.CpuUsage.TotalTime - burnt) * (percent / 100.0) - burnt;
            var start = Stopwatch.GetTimestamp();
            while (Stopwatch.GetElapsedTime(start) < owed && !stopping.IsCancellationRequested)
            {
                Thread.SpinWait(100);
            }

            burnt += owed > TimeSpan.Zero ? Stopwatch.GetElapsedTime(start) : TimeSpan.Zero;
        }
    }
}
