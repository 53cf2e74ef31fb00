using Load.Corpus;
using Load.Measured;
using Load.Metrics;
using Load.Monitoring;
using Load.Recording;
using Load.Suites;
using NBomber.CSharp;

namespace Load.Running;

/// <summary>Runs one slot: an NBomber session with a single scenario.</summary>
internal sealed class SlotRunner(
    Suite suite, FileLibrary library, VerdictBook verdicts, ProcessMonitor monitor, RunMetrics metrics, ulong session, TimeProvider time, CancellationToken stop)
{
    private readonly NonceCounter _nonces = new();

    public async Task<Slot> RunAsync(Cell cell, int repeat, ServiceUnderTest service)
    {
        var files = library.Of(cell.Size);
        if (cell.Operation.NeedsKnownFiles)
        {
            await service.MakeKnownAsync(files, verdicts, stop);
        }

        // What earlier slots left behind is not this one's to clean up.
        GC.Collect();
        var transport = service.Transport(cell.Transport);
        var meter = new SlotMeter(monitor, transport.Wire, service.IsOurs ? service.Control : null);
        var counted = metrics.Begin(cell);
        using var recorder = new Recorder(transport, () => new FreshFile(session, _nonces), verdicts, meter, counted, suite.Timeout, stop);
        var length = repeat == Measurement.WarmUpRepeat ? suite.WarmUpSlot : suite.Slot;
        var scenario = cell.Operation.Define(cell.Name, recorder, files)
            .WithMaxFailCount(int.MaxValue)
            .WithLoadSimulations(cell.Load.Simulation(length))
            .WithClean(_ => meter.EndAsync());
        scenario = repeat == 1 && suite.WarmUp > TimeSpan.Zero ? scenario.WithWarmUpDuration(suite.WarmUp) : scenario.WithoutWarmUp();

        using var scraper = cell.ScrapeInterval is { } interval ? Scraper.Start(service.Service.Http, interval) : null;

        // Run blocks its thread for the whole slot; it must not be one that the requests need.
        await Task.Factory.StartNew(
            () => NBomberRunner.RegisterScenarios(scenario).WithoutReports().Run(),
            CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
        await DrainAsync(recorder);
        counted.End();
        return new Slot(repeat, meter.StartedAt, meter.Started, length, recorder.Collect(), recorder.Faults, meter.Cost) { Scrapes = scraper?.Stop() ?? [] };
    }

    /// <summary>NBomber gives up on iterations a minute after the end; the lab's own time-out may be later.</summary>
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
