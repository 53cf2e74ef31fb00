using System.Diagnostics;
using Load.Corpus;
using Load.Recording;
using Load.Stores;
using Load.Transports;
using NBomber.Contracts;
using NBomber.CSharp;

namespace Load.Scenarios;

/// <summary>Saves without the way there: what the store does by itself. Each save is a sample, though many go in one request.</summary>
internal static class SaveScenario
{
    /// <summary>In the service's process, one after another for each caller: HTTP is paid once in so many.</summary>
    public const int SavesPerRequest = 50;

    public static ScenarioProps Define(string name, Recorder recorder, FileSet files) => Scenario.Create(name, async context =>
    {
        var lane = recorder.Rent(context);
        lane.Start();
        var (answer, saves) = await lane.Caller.SaveAsync(SavesPerRequest, lane.Deadline);
        return recorder.Return(context, lane, answer, new Expected(Reply.Counted, new Upload(new byte[SavesPerRequest], default, default, null!)), [.. saves.Select(save => new Sample(save.Start, save.Length, Outcome.Ok))]);
    });

    /// <summary>By the lab itself; each save of a batch takes as long as the batch.</summary>
    public static ScenarioFactory DefineRaw(IRawStore store) => (name, recorder, _) => Scenario.Create(name, async context =>
    {
        var lane = recorder.Rent(context);
        var batch = new RawBatch(store.BatchSize, (ulong)Random.Shared.NextInt64());
        batch.Renew();
        lane.Start();
        await store.WriteAsync(batch, lane.Deadline);
        var save = new Sample(lane.Started, Stopwatch.GetTimestamp() - lane.Started, Outcome.Ok);
        return recorder.Return(context, lane, Answer.Counted(0), new Expected(Reply.Counted, default), [.. Enumerable.Repeat(save, store.BatchSize)]);
    });
}
