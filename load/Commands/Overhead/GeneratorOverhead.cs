using Load.Live;
using Load.Machine;
using Load.Measuring;
using NBomber.CSharp;

namespace Load.Commands.Overhead;

/// <summary>The cost of a request for the generator itself, NBomber and the recorder together, without a service.</summary>
/// <param name="Name">How the answer came.</param>
/// <param name="Callers">At once.</param>
/// <param name="Requests">The number of requests that counted.</param>
/// <param name="Elapsed">From the first to the last.</param>
/// <param name="Cpu">CPU time of the whole process within it.</param>
/// <param name="AllocatedBytes">On the managed heap within it.</param>
internal sealed record GeneratorOverhead(string Name, int Callers, int Requests, TimeSpan Elapsed, TimeSpan Cpu, long AllocatedBytes)
{
    /// <summary>On each core that was used, a second.</summary>
    public const double MinRate = 50_000;

    /// <summary>The bytes allocated for a request.</summary>
    public const double MaxBytes = 1000;

    /// <summary>The requests for each second of CPU time; unlike the rate per core it hardly changes when others use the machine.</summary>
    public double PerCoreSecond => Requests / Cpu.TotalSeconds;

    public double PerSecond => Requests / Elapsed.TotalSeconds;

    public double BytesPerRequest => (double)AllocatedBytes / Requests;

    public bool IsWithinBounds => PerCoreSecond >= MinRate && BytesPerRequest < MaxBytes;

    /// <param name="isAsync">See <see cref="NoClient"/>.</param>
    /// <param name="callers">At once.</param>
    /// <param name="during">At least a second.</param>
    public static GeneratorOverhead Measure(bool isAsync, int callers, TimeSpan during)
    {
        using var monitor = new ProcessMonitor(() => [], TimeProvider.System);
        var load = new LoadShape.Closed(callers);
        var clients = new NoClients(isAsync);
        var measured = new Case
        {
            Dimensions = [new("file", "empty"), load.Dimension],
            Source = new CountSource.Requests(load, (_, _) => Task.FromResult<IClientSource>(clients)),
        };
        var observed = new UsageObserver(new LabMetrics("overhead").Begin(measured));
        var meter = new IterationMeter(monitor, new NoSystem(), wire: null);
        using var recorder = new Recorder(
            clients, load, during, TimeSpan.FromSeconds(30), int.MaxValue, meter, observed, CancellationToken.None);
        var scenario = Scenario.Create("overhead", recorder.RunAsync).WithLoadSimulations([.. load.Simulations(during)]).WithoutWarmUp();
        NBomberRunner.RegisterScenarios(scenario).WithoutReports().Run();
        meter.End();
        var (cpu, allocated) = observed.Used();
        return new GeneratorOverhead(
            isAsync ? "from the pool" : "at once", callers, recorder.Collect().Length, meter.Elapsed, cpu, allocated);
    }

    /// <summary>Looks at the process when the counting begins.</summary>
    private sealed class UsageObserver(IRequestObserver observer) : IRequestObserver
    {
        private TimeSpan _cpu;
        private long _allocated;

        public void Measuring()
        {
            observer.Measuring();
            (_cpu, _allocated) = (Environment.CpuUsage.TotalTime, GC.GetTotalAllocatedBytes(precise: true));
        }

        public void Sent() => observer.Sent();

        public void Answered() => observer.Answered();

        public void Counted(Sample sample) => observer.Counted(sample);

        public void End() => observer.End();

        public (TimeSpan Cpu, long Allocated) Used() =>
            (Environment.CpuUsage.TotalTime - _cpu, GC.GetTotalAllocatedBytes(precise: true) - _allocated);
    }

    private sealed class NoClients(bool isAsync) : IClientSource
    {
        public WireCounter? Wire => null;

        public IClient NewClient(int number) => new NoClient(isAsync);
    }

    /// <summary>Nothing runs.</summary>
    private sealed class NoSystem : ISystemUnderTest
    {
        public IReadOnlyList<IObservedProcess> Processes => [];

        public HostControl? Control => null;

        public bool IsOurs => false;

        public ValueTask DisposeAsync() => ValueTask.CompletedTask;
    }
}

/// <summary>A way to nowhere: every request has its answer already.</summary>
/// <param name="isAsync">Whether the answer comes from another work item of the pool, as from a socket, or at once.</param>
internal sealed class NoClient(bool isAsync) : IClient
{
    public void Prepare(long ordinal)
    {
        // There is nothing to send.
    }

    public Task SendAsync(CancellationToken deadline) => isAsync ? YieldAsync() : Task.CompletedTask;

    public RequestAssessment Check() => RequestAssessment.Ok;

    public void Dispose()
    {
        // It holds nothing.
    }

    private static async Task YieldAsync() => await Task.Yield();
}
