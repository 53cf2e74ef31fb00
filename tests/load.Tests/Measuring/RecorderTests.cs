using System.Diagnostics;
using Load.Live;
using Load.Machine;
using Load.Measuring;
using Load.Tests.Reports;
using NBomber.Contracts.Stats;
using NBomber.CSharp;

namespace Load.Tests.Measuring;

public sealed class RecorderTests : IDisposable
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    private readonly ProcessMonitor _monitor = new(() => [], TimeProvider.System);
    private readonly IterationMetrics _metrics = new LabMetrics("test").Begin(Rows.Case("rest unknown 1MB x4"));
    private readonly IterationMeter _meter;

    public RecorderTests() => _meter = new IterationMeter(_monitor, new NoSystem(), wire: null);

    public void Dispose() => _monitor.Dispose();

    [Fact]
    public async Task Run_RightAnswers_AreAllRecordedWithTheirTimes()
    {
        var clients = new FakeClients();
        using var recorder = New(clients, callers: 3);

        await RunAsync(recorder, callers: 3);

        var samples = recorder.Collect();
        samples.ShouldNotBeEmpty();
        samples.Length.ShouldBeLessThanOrEqualTo(clients.Requests);
        samples.ShouldAllBe(sample => sample.Outcome == Outcome.Ok && sample.Latency > 0 && sample.Start >= _meter.Started);
        samples.ShouldAllBe(sample => sample.Start <= _meter.Started + Stopwatch.Frequency);
        samples.Select(sample => sample.Start).ShouldBeInOrder();
        clients.Clients.ShouldBe(3); // a virtual user per request at once, no more
        recorder.UnderWay.ShouldBe(0);
        recorder.Faults.ShouldBeEmpty();
    }

    /// <summary>NBomber starts each copy after a random time of up to a second.</summary>
    [Fact]
    public async Task Run_CallersThatStartOneAfterAnother_CountFromTheLast()
    {
        var clients = new FakeClients { Send = (_, cancellationToken) => Task.Delay(10, cancellationToken) };
        using var recorder = New(clients, callers: 2, length: Second / 2);
        var scenario = Scenario.Create("test", recorder.RunAsync).WithoutWarmUp().WithLoadSimulations(
            Simulation.RampingConstant(1, Second), Simulation.KeepConstant(1, Second), Simulation.RampingConstant(2, Second),
            Simulation.KeepConstant(2, 10 * Second));
        var started = Stopwatch.GetTimestamp();

        await Task.Run(() => NBomberRunner.RegisterScenarios(scenario).WithoutReports().Run()).Within();

        // The second copy never comes within the time that callers are waited for: what there is, is measured.
        Stopwatch.GetElapsedTime(started, recorder.Started).ShouldBeGreaterThan(TimeSpan.FromSeconds(0.9));
        var samples = recorder.Collect();
        samples.ShouldNotBeEmpty();
        samples.ShouldAllBe(sample => sample.Start >= recorder.Started && sample.Start <= recorder.Started + Stopwatch.Frequency / 2);
        recorder.Collect().Length.ShouldBeLessThan(clients.Requests); // those before did not count
    }

    [Fact]
    public async Task Run_IterationOver_EndsTheSession()
    {
        using var recorder = New(new FakeClients(), callers: 2);

        var session = RunAsync(recorder, callers: 2, during: TimeSpan.FromHours(1));

        await session;
        _meter.Elapsed.ShouldBeGreaterThanOrEqualTo(Second);
    }

    [Fact]
    public async Task Run_FaultyAnswers_AreToldApart()
    {
        using var stop = new CancellationTokenSource();
        using var recorder = New(
            new FakeClients
            {
                // Ten samples, however long they take.
                Send = (number, _) => number <= 10 ? Task.CompletedTask : stop.CancelAsync(),
                Judge = number => (number % 5) switch
                {
                    0 => new RequestAssessment(Outcome.Failed, "503 busy"),
                    1 => new RequestAssessment(Outcome.TimedOut, "timed out"),
                    2 => new RequestAssessment(Outcome.Wrong, "another file's report"),
                    3 => new RequestAssessment(Outcome.Refused, "429"),
                    _ => RequestAssessment.Ok,
                },
            },
            length: TimeSpan.FromHours(1),
            stop: stop);

        await RunAsync(recorder, callers: 1, during: TimeSpan.FromHours(1));

        var counts = recorder.Collect().CountBy(sample => sample.Outcome).ToDictionary();
        counts.ShouldBe(Enum.GetValues<Outcome>().ToDictionary(outcome => outcome, _ => 2), ignoreOrder: true);
        recorder.Faults["503 busy"].ShouldBe(2);
        recorder.Faults["timed out"].ShouldBe(2);
        recorder.Faults["another file's report"].ShouldBe(2);
        recorder.Faults.Keys.ShouldNotContain("429");
        recorder.Refusals.ShouldBe(new Dictionary<string, int> { ["429"] = 2 });
    }

    [Fact]
    public async Task Run_MoreAtOnceThanTheLabHolds_FailUnsent()
    {
        var clients = new FakeClients { Send = (_, cancellationToken) => Task.Delay(200, cancellationToken) };
        using var recorder = New(clients, callers: 3, maxAtOnce: 2);

        await RunAsync(recorder, callers: 3);

        recorder.Faults.Keys.ShouldBe(["not sent: 2 requests were under way"]);
        recorder.Collect().CountBy(sample => sample.Outcome).ToDictionary().Keys.ShouldBe([Outcome.Ok, Outcome.Failed], ignoreOrder: true);
        clients.Clients.ShouldBeLessThanOrEqualTo(2);
        recorder.UnderWay.ShouldBe(0);
    }

    [Fact]
    public async Task Run_ClientThatThrows_HasFailedAndHoldsNothingUp()
    {
        using var recorder = New(new FakeClients
        {
            Send = async (_, _) =>
            {
                await Task.Delay(1, CancellationToken.None);
                throw new InvalidOperationException("against its promise");
            },
        });

        await RunAsync(recorder, callers: 2);

        recorder.UnderWay.ShouldBe(0);
        recorder.Collect().ShouldAllBe(sample => sample.Outcome == Outcome.Failed);
        recorder.Faults.Keys.ShouldBe(["InvalidOperationException: against its promise"]);
    }

    [Fact]
    public async Task Run_RequestOfParts_CountsThePartsInItsPlace()
    {
        using var recorder = New(new FakeClients
        {
            Judge = number => number % 2 == 0
                ? RequestAssessment.Ok with { Parts = [new TimedSpan(number, 7), new TimedSpan(number, 8)] }
                : new RequestAssessment(Outcome.Failed, "503 busy"),
        });

        await RunAsync(recorder, callers: 1);

        var counts = recorder.Collect().CountBy(sample => sample.Outcome).ToDictionary();
        counts[Outcome.Ok].ShouldBeInRange(2 * counts[Outcome.Failed] - 2, 2 * counts[Outcome.Failed] + 2);
        recorder.Collect().Where(sample => sample.Outcome == Outcome.Ok).ShouldAllBe(sample => sample.Latency == 7 || sample.Latency == 8);
    }

    [Fact]
    public async Task Deadline_SlowAnswer_EndsTheRequest()
    {
        using var recorder = New(
            new FakeClients
            {
                Send = async (_, deadline) =>
                    await Task.Delay(Timeout.Infinite, deadline).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing),
                Judge = _ => new RequestAssessment(Outcome.TimedOut, "timed out"),
            },
            timeout: TimeSpan.FromMilliseconds(100));

        await RunAsync(recorder, callers: 1);

        var samples = recorder.Collect();
        samples.ShouldNotBeEmpty();
        samples.ShouldAllBe(sample => sample.Outcome == Outcome.TimedOut && sample.Latency >= Stopwatch.Frequency / 20);
    }

    [Fact]
    public async Task Run_LabStopped_EndsTheSessionAndDropsTheSample()
    {
        using var stop = new CancellationTokenSource();
        using var recorder = New(
            new FakeClients
            {
                Send = async (number, _) =>
                {
                    await Task.Delay(1, CancellationToken.None);
                    if (number == 10)
                    {
                        await stop.CancelAsync();
                    }
                },
            },
            length: TimeSpan.FromHours(1),
            stop: stop);

        var stats = await RunAsync(recorder, callers: 1, during: TimeSpan.FromHours(1));

        recorder.Collect().Length.ShouldBe(9);
        stats.AllRequestCount.ShouldBe(10);
    }

    private Recorder New(
        FakeClients clients, int callers = 1, TimeSpan? length = null, TimeSpan? timeout = null,
            CancellationTokenSource? stop = null, int maxAtOnce = int.MaxValue) => new(
        clients, new LoadShape.Closed(callers), length ?? Second, timeout ?? 30 * Second, maxAtOnce, _meter, _metrics,
        stop?.Token ?? TestContext.Current.CancellationToken);

    private static Task<NodeStats> RunAsync(Recorder recorder, int callers, TimeSpan? during = null)
    {
        var scenario = Scenario.Create("test", recorder.RunAsync)
            .WithoutWarmUp().WithLoadSimulations(Simulation.KeepConstant(callers, during ?? 2 * Second));
        return Task.Run(() => NBomberRunner.RegisterScenarios(scenario).WithoutReports().Run()).Within();
    }

    private sealed class NoSystem : ISystemUnderTest
    {
        public IReadOnlyList<IObservedProcess> Processes => [];

        public HostControl? Control => null;

        public bool IsOurs => false;

        public ValueTask DisposeAsync() => ValueTask.CompletedTask;
    }
}
