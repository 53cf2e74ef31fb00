using Load.Corpus;
using Load.Recording;
using Load.Transports;
using NBomber.Contracts;
using NBomber.CSharp;

namespace Load.Scenarios;

/// <summary>Does less than the real thing, to show what the real thing cannot be faster than.</summary>
internal static class CeilingScenario
{
    /// <summary>A request that asks for nothing.</summary>
    public static ScenarioProps DefineEmpty(string name, Recorder recorder, FileSet files) => Scenario.Create(name, async context =>
    {
        var lane = recorder.Rent(context);
        lane.Start();
        var answer = await lane.Caller.EmptyAsync(lane.Deadline);
        return recorder.Return(context, lane, answer, new Expected(Reply.Counted, default));
    });

    /// <summary>An upload of which the service does only a part; the bytes are those of an unknown file.</summary>
    public static Func<string, Recorder, FileSet, ScenarioProps> DefineUpload(UploadStep step) => (name, recorder, files) => Scenario.Create(name, async context =>
    {
        var lane = recorder.Rent(context);
        var file = lane.Freshen(files.At(lane.Ordinal));
        lane.Start();
        var answer = await lane.Caller.UploadAsync(file, step, lane.Deadline);
        return recorder.Return(context, lane, answer, new Expected(Reply.Counted, file));
    });
}
