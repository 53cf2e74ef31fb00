using System.Diagnostics;
using Load.Machine;
using Load.Measuring.Benchmarking;
using NBomber.CSharp;

namespace Load.Measuring;

/// <summary>Runs one iteration of a case, in the way that the source of its counts asks for.</summary>
internal sealed class IterationRunner(
    Suite suite, DirectoryInfo folder, ProcessorShares processors, ProcessMonitor monitor, IMeasurementObserver observer, TimeProvider time)
{
    private readonly BenchmarkRunner _benchmarks = new(folder, suite.IterationLength, time);

    /// <exception cref="LabException">It cannot be measured.</exception>
    public async Task<Iteration> RunAsync(Case measured, int repeat, ISystemUnderTest system, CancellationToken stop)
    {
        if (repeat == 1 && suite.WarmUp > TimeSpan.Zero && measured.Source is not CountSource.Benchmark)
        {
            await WarmUpAsync(measured, system, suite.WarmUp, (measured.Load as LoadShape.Closed)?.Callers ?? suite.WarmUpCallers, stop);
        }

        // This iteration does not clean up behind earlier ones.
        GC.Collect();
        return measured.Source switch
        {
            CountSource.Requests requests => await SendAsync(measured, requests, repeat, system, stop),
            CountSource.Counter counter => await CountAsync(measured, counter, repeat, system, stop),
            CountSource.Benchmark benchmark => await _benchmarks.RunAsync(measured, benchmark, repeat, stop),
            _ => throw new UnreachableException(),
        };
    }

    /// <summary>Does for a while what is going to be measured, and throws the figures away.</summary>
    public async Task WarmUpAsync(Case measured, ISystemUnderTest system, TimeSpan length, int callers, CancellationToken stop)
    {
        var end = Stopwatch.GetTimestamp() + (long)(length.TotalSeconds * Stopwatch.Frequency);
        switch (measured.Source)
        {
            case CountSource.Requests requests:
                var clients = await requests.OpenAsync(system, stop);
                var ordinal = -1L;
                await Task.WhenAll(Enumerable.Range(0, callers).Select(number => Task.Run(
                    async () =>
                    {
                        using var user = new VirtualUser(clients.NewClient(number), suite.Timeout, stop);
                        while (Stopwatch.GetTimestamp() < end && !stop.IsCancellationRequested)
                        {
                            user.Client.Prepare(Interlocked.Increment(ref ordinal));
                            await user.SendAsync();
                            user.Client.Check();
                        }
                    },
                    CancellationToken.None)));
                break;
            case CountSource.Counter counter:
                await using (await counter.BeginAsync(system, stop))
                {
                    await Task.Delay(length, time, stop);
                }

                break;
        }

        stop.ThrowIfCancellationRequested();
    }

    /// <summary>An NBomber session with a single scenario.</summary>
    private async Task<Iteration> SendAsync(
        Case measured, CountSource.Requests requests, int repeat, ISystemUnderTest system, CancellationToken stop)
    {
        var clients = await requests.OpenAsync(system, stop);
        var meter = new IterationMeter(monitor, system, clients.Wire) { LabShare = processors.LabCount };
        var observed = observer.Begin(measured);
        using var recorder = new Recorder(
            clients, requests.Load, suite.IterationLength, suite.Timeout, suite.MaxAtOnce, meter, observed, stop);
        var scenario = Scenario.Create(measured.Name, recorder.RunAsync)
            .WithMaxFailCount(int.MaxValue)
            .WithLoadSimulations([.. requests.Load.Simulations(suite.IterationLength)])
            .WithoutWarmUp();

        using var scraper = ScraperOf(measured, system);
        using var over = CancellationTokenSource.CreateLinkedTokenSource(stop);
        var beside = requests.BesideAsync?.Invoke(system, over.Token) ?? Task.CompletedTask;
        try
        {
            // Run blocks its thread for the whole iteration; it must not be one that the requests need.
            await Task.Factory.StartNew(
                () => NBomberRunner.RegisterScenarios(scenario).WithoutReports().Run(),
                CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
            await DrainAsync(recorder);
        }
        finally
        {
            observed.End();
            await over.CancelAsync();
            await beside;
        }

        return new Iteration(
            repeat, meter.StartedAt, meter.Started, suite.IterationLength, recorder.Collect(), recorder.Faults, await meter.CostAsync())
        {
            Refusals = recorder.Refusals,
            CarriedIn = recorder.CarriedIn,
            Scrapes = scraper?.Stop() ?? [],
        };
    }

    /// <summary>Work that goes on by itself is counted at the beginning and at the end; its span is what really lay between.</summary>
    private async Task<Iteration> CountAsync(
        Case measured, CountSource.Counter source, int repeat, ISystemUnderTest system, CancellationToken stop)
    {
        await using var counter = await source.BeginAsync(system, stop);
        var meter = new IterationMeter(monitor, system, wire: null) { LabShare = processors.LabCount };
        var observed = observer.Begin(measured);
        using var scraper = ScraperOf(measured, system);
        WorkCount work;
        TimeSpan window;
        meter.Begin();
        observed.Measuring();
        try
        {
            var before = await counter.ReadAsync(stop);
            var started = Stopwatch.GetTimestamp();
            await counter.PassAsync(suite.IterationLength, time, stop);
            work = (await counter.ReadAsync(stop)).Since(before);
            window = Stopwatch.GetElapsedTime(started);
        }
        finally
        {
            meter.End();
            observed.End();
        }

        return new Iteration(repeat, meter.StartedAt, meter.Started, window, [], work.Faults, await meter.CostAsync())
        {
            Counted = work,
            Scrapes = scraper?.Stop() ?? [],
        };
    }

    private static Scraper? ScraperOf(Case measured, ISystemUnderTest system) =>
        measured.Scraping is { } scraping && system.Processes is [{ Metrics: { } metrics }, ..] ? Scraper.Start(metrics, scraping) : null;

    /// <summary>NBomber gives up on requests a minute after the end; the lab's own time-out may be later.</summary>
    private async Task DrainAsync(Recorder recorder)
    {
        var deadline = time.GetTimestamp() + (long)((suite.Timeout + TimeSpan.FromSeconds(5)).TotalSeconds * time.TimestampFrequency);
        while (recorder.UnderWay > 0)
        {
            if (time.GetTimestamp() > deadline)
            {
                throw new LabException($"{recorder.UnderWay} requests did not end, not even when their time was over.");
            }

            await Task.Delay(TimeSpan.FromMilliseconds(20), time, CancellationToken.None);
        }
    }
}
