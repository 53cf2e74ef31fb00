using System.Diagnostics;
using Load.Corpus;
using Load.Metrics;
using Load.Monitoring;
using Load.Recording;
using Load.Scenarios;
using Load.Tests.Reports;
using Load.Tests.Transports;
using Load.Transports;
using NBomber.CSharp;
using NBomber.Contracts.Stats;

namespace Load.Tests.Recording;

public sealed class RecorderTests : IDisposable
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);
    private static readonly FileSet Files = new("5KB", [PdfFactory.Create(5_000, PdfContent.Plain, 1), PdfFactory.Create(5_000, PdfContent.Launcher, 1)]);

    private readonly ProcessMonitor _monitor = new(() => new ProcessUsage(Second, 1, 2, 3), TimeProvider.System);
    private readonly ServiceControl _control = new(new Uri("http://127.0.0.1:9")); // the discard port: nobody tells anything
    private readonly SlotMetrics _metrics = new LabMetrics("test").Begin(Rows.Cell("rest unknown 1MB x4"));
    private readonly SlotMeter _meter;

    public RecorderTests() => _meter = new SlotMeter(_monitor, new WireCounter(), _control);

    public void Dispose()
    {
        _monitor.Dispose();
        _control.Dispose();
    }

    [Fact]
    public async Task Return_RightAnswers_AreAllRecordedWithTheirTimes()
    {
        var transport = new FakeTransport();
        using var recorder = New(transport);

        var stats = await RunAsync(recorder, copies: 3);

        var samples = recorder.Collect();
        samples.Length.ShouldBe(transport.Requests);
        samples.Length.ShouldBe(stats.AllOkCount);
        samples.ShouldAllBe(sample => sample.Outcome == Outcome.Ok && sample.Latency > 0 && sample.Start >= _meter.Started);
        samples.Select(sample => sample.Start).ShouldBeInOrder();
        transport.Callers.ShouldBe(3); // a lane per request at once, no more
        recorder.UnderWay.ShouldBe(0);
        recorder.Faults.ShouldBeEmpty();
        stats.AllBytes.ShouldBe(5_000L * samples.Length);
    }

    [Fact]
    public async Task Return_WarmUp_IsNotRecorded()
    {
        var transport = new FakeTransport();
        using var recorder = New(transport);

        var stats = await RunAsync(recorder, copies: 1, warmUp: Second);

        var samples = recorder.Collect();
        samples.Length.ShouldBe(stats.AllOkCount);
        transport.Requests.ShouldBeGreaterThan(samples.Length);
        samples[0].Start.ShouldBeGreaterThanOrEqualTo(_meter.Started);
    }

    [Fact]
    public async Task Return_FaultyAnswers_AreToldApart()
    {
        using var recorder = New(new FakeTransport
        {
            Reply = async (answer, number, cancellationToken) =>
            {
                await Task.Delay(1, cancellationToken);
                return (number % 4) switch
                {
                    0 => Answer.Failed("503 busy"),
                    1 => Answer.TimedOut(),
                    2 => answer with { Verdict = Verdict.Unable },
                    _ => answer,
                };
            },
        });

        var stats = await RunAsync(recorder, copies: 1);

        var counts = recorder.Collect().CountBy(sample => sample.Outcome).ToDictionary();
        counts.Keys.ShouldBe(Enum.GetValues<Outcome>(), ignoreOrder: true);
        stats.AllFailCount.ShouldBe(counts[Outcome.Failed] + counts[Outcome.TimedOut] + counts[Outcome.Wrong]);
        recorder.Faults["503 busy"].ShouldBe(counts[Outcome.Failed]);
        recorder.Faults["timed out"].ShouldBe(counts[Outcome.TimedOut]);
        recorder.Faults.Keys.ShouldContain(fault => fault.Contains("verdict Unable, right is "));
    }

    [Fact]
    public async Task Deadline_SlowAnswer_EndsTheRequest()
    {
        using var recorder = New(
            new FakeTransport
            {
                Reply = async (answer, _, cancellationToken) =>
                {
                    await Task.Delay(Timeout.Infinite, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
                    return cancellationToken.IsCancellationRequested ? Answer.TimedOut() : answer;
                },
            },
            timeout: TimeSpan.FromMilliseconds(100));

        await RunAsync(recorder, copies: 2);

        var samples = recorder.Collect();
        samples.ShouldNotBeEmpty();
        samples.ShouldAllBe(sample => sample.Outcome == Outcome.TimedOut && sample.Latency >= Stopwatch.Frequency / 20);
    }

    [Fact]
    public async Task Return_LabStopped_EndsTheSessionAndDropsTheSample()
    {
        using var stop = new CancellationTokenSource();
        using var recorder = New(
            new FakeTransport
            {
                Reply = async (answer, number, _) =>
                {
                    await Task.Delay(1, CancellationToken.None);
                    if (number == 10)
                    {
                        await stop.CancelAsync();
                    }

                    return answer;
                },
            },
            stop: stop);

        var stats = await RunAsync(recorder, copies: 1, during: TimeSpan.FromHours(1));

        recorder.Collect().Length.ShouldBe(9);
        stats.AllRequestCount.ShouldBe(10);
    }

    private Recorder New(FakeTransport transport, TimeSpan? timeout = null, CancellationTokenSource? stop = null)
    {
        var nonces = new NonceCounter();
        return new Recorder(transport, () => new FreshFile(1, nonces), new VerdictBook(), _meter, _metrics, timeout ?? 30 * Second, stop?.Token ?? CancellationToken.None);
    }

    private static Task<NodeStats> RunAsync(Recorder recorder, int copies, TimeSpan? warmUp = null, TimeSpan? during = null)
    {
        var scenario = Operation.Unknown.Define("test", recorder, Files).WithLoadSimulations(Simulation.KeepConstant(copies, during ?? Second));
        scenario = warmUp is { } time ? scenario.WithWarmUpDuration(time) : scenario.WithoutWarmUp();
        return Task.Run(() => NBomberRunner.RegisterScenarios(scenario).WithoutReports().Run()).Within();
    }
}
