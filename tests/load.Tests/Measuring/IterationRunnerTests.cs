using Load.Machine;
using Load.Measuring;

namespace Load.Tests.Measuring;

public sealed class IterationRunnerTests
{
    [Fact]
    public async Task Run_CounterThatThrows_EndsTheRowForThoseWhoLook()
    {
        var observer = new Looking();
        using var processors = ProcessorShares.Take(wanted: false);
        using var monitor = new ProcessMonitor(() => [], TimeProvider.System);
        var measured = new Case
        {
            Dimensions = [new("kind", "broken")],
            Source = new CountSource.Counter((_, _) => Task.FromResult<IWorkCounter>(new Broken())),
        };
        var suite = new Suite
        {
            Name = "broken",
            Cases = [measured],
            Repeats = 2,
            IterationLength = TimeSpan.FromSeconds(1),
            Compared = new ComparedDimension("kind"),
        };
        var runner = new IterationRunner(suite, new("."), processors, monitor, observer, TimeProvider.System);
        await using var system = await Setup.None.StartAsync(new(new(".")), TestContext.Current.CancellationToken);

        await Should.ThrowAsync<LabException>(() => runner.RunAsync(measured, 2, system, TestContext.Current.CancellationToken));

        observer.Said.ShouldBe(["measuring", "end"]);
    }

    private sealed class Broken : IWorkCounter
    {
        public Task<WorkCount> ReadAsync(CancellationToken cancellationToken) => throw new LabException("broken");

        public ValueTask DisposeAsync() => ValueTask.CompletedTask;
    }

    private sealed class Looking : IMeasurementObserver, IRequestObserver
    {
        public List<string> Said { get; } = [];

        public IRequestObserver Begin(Case measured) => this;

        public void Started(IObservedProcess process, string setup) => Said.Add("started");

        public void Stopping(IObservedProcess process) => Said.Add("stopping");

        public void Measuring() => Said.Add("measuring");

        public void Sent() => Said.Add("sent");

        public void Answered() => Said.Add("answered");

        public void Counted(Sample sample) => Said.Add("counted");

        public void End() => Said.Add("end");
    }
}
