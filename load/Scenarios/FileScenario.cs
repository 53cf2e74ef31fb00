using Load.Corpus;
using Load.Recording;
using Load.Transports;
using NBomber.CSharp;

namespace Load.Scenarios;

/// <summary>A request about one file: the file is made ready, the clock starts, the request is sent, and its answer is looked at.</summary>
internal static class FileScenario
{
    /// <summary>About a file that the service knows.</summary>
    public static ScenarioFactory Known(Func<Lane, Upload, Task<Answer>> send) => Define((lane, files) => files.At(lane.Ordinal).Known, send, Reply.Known);

    /// <summary>About a file that nobody has seen: each request has content of its own, made and hashed before its clock starts.</summary>
    public static ScenarioFactory Fresh(Func<Lane, Upload, Task<Answer>> send, Reply expected) => Define((lane, files) => lane.Freshen(files.At(lane.Ordinal)), send, expected);

    /// <param name="choose">Comes up with the file, before the clock starts.</param>
    /// <param name="send">The request, which is timed.</param>
    /// <param name="expected">What has to come back about the file.</param>
    public static ScenarioFactory Define(Func<Lane, FileSet, Upload> choose, Func<Lane, Upload, Task<Answer>> send, Reply expected) =>
        (name, recorder, files) => Scenario.Create(name, async context =>
        {
            var lane = recorder.Rent(context);
            var file = choose(lane, files);
            lane.Start();
            var answer = await send(lane, file);
            return recorder.Return(context, lane, answer, new Expected(expected, file));
        });
}
