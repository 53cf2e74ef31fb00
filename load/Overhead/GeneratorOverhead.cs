using System.Diagnostics;
using Load.Corpus;
using Load.Metrics;
using Load.Monitoring;
using Load.Recording;
using Load.Scenarios;
using Load.Server;
using Load.Suites;
using NBomber.CSharp;

namespace Load.Overhead;

/// <summary>What an iteration costs the generator itself, NBomber and the recorder together: the same scenario as the ceiling of a look-up, without a service.</summary>
/// <param name="Name">How the answer came.</param>
/// <param name="Callers">At once.</param>
/// <param name="Iterations">Measured.</param>
/// <param name="Elapsed">Of the load.</param>
/// <param name="Cpu">Of the whole process within it.</param>
/// <param name="AllocatedBytes">On the managed heap within it.</param>
internal sealed record GeneratorOverhead(string Name, int Callers, int Iterations, TimeSpan Elapsed, TimeSpan Cpu, long AllocatedBytes)
{
    /// <summary>On each core that was used, a second.</summary>
    public const double LeastRate = 50_000;

    public const double MostBytes = 1000;

    /// <summary>For each second of processor time: what is left of the rate per core when others use the machine too.</summary>
    public double PerCoreSecond => Iterations / Cpu.TotalSeconds;

    public double PerSecond => Iterations / Elapsed.TotalSeconds;

    public double BytesPerIteration => (double)AllocatedBytes / Iterations;

    public bool IsWithinBounds => PerCoreSecond >= LeastRate && BytesPerIteration < MostBytes;

    /// <param name="isAsync">See <see cref="NoTransport"/>.</param>
    /// <param name="callers">At once.</param>
    /// <param name="during">At least a second.</param>
    public static GeneratorOverhead Measure(bool isAsync, int callers, TimeSpan during)
    {
        using var monitor = new ProcessMonitor(() => null, TimeProvider.System);
        var transport = new NoTransport(isAsync);
        var cell = new Cell("none", Operation.Empty, 10_000, new LoadShape.Closed(callers), ServiceSettings.Default);
        var metrics = new LabMetrics("overhead").Begin(cell);
        var nonces = new NonceCounter();
        using var recorder = new Recorder(
            transport, () => new FreshFile(0, nonces), new VerdictBook(), new SlotMeter(monitor, transport.Wire, null), metrics, TimeSpan.FromSeconds(30), CancellationToken.None);
        var (started, cpu, allocated) = (0L, TimeSpan.Zero, 0L);
        var (elapsed, used, bytes) = (TimeSpan.Zero, TimeSpan.Zero, 0L);
        var scenario = cell.Operation.Define(cell.Name, recorder, new FileLibrary(1, null).Of(cell.Size))
            .WithLoadSimulations(cell.Load.Simulation(during))
            .WithoutWarmUp()
            .WithInit(_ =>
            {
                (started, cpu, allocated) = (Stopwatch.GetTimestamp(), Environment.CpuUsage.TotalTime, GC.GetTotalAllocatedBytes(precise: true));
                return Task.CompletedTask;
            })
            .WithClean(_ =>
            {
                (elapsed, used, bytes) = (Stopwatch.GetElapsedTime(started), Environment.CpuUsage.TotalTime - cpu, GC.GetTotalAllocatedBytes(precise: true) - allocated);
                return Task.CompletedTask;
            });
        NBomberRunner.RegisterScenarios(scenario).WithoutReports().Run();
        return new GeneratorOverhead(isAsync ? "from the pool" : "at once", callers, recorder.Collect().Length, elapsed, used, bytes);
    }
}
