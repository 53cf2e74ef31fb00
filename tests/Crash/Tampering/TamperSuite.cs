using Load.Measuring;
using Load.Measuring.Findings;
using Load.Statistics;
using Load.Systems.Journal.Processes;

namespace Crash.Tampering;

/// <summary>
/// <c>verify</c> has to find every change to a journal of fifty frames at its place, and nothing where nothing was changed.
/// </summary>
internal static class TamperSuite
{
    private const string Way = "done";

    private static readonly Unit Trial = new("trial", "trial");

    public static SuiteCommand Command() => new(
        "tamper", "frames and segments changed, dropped, doubled, swapped, forged and put back: does verify find each, at its place?",
        (_, _) => Create());

    public static Suite Create() => new()
    {
        Name = "tamper",
        Cases = [.. Tamperings.Names.Select(CaseOf)],
        Repeats = 1,
        IterationLength = TimeSpan.FromSeconds(15),
        WarmUp = TimeSpan.Zero,
        WarmUpRounds = 0,
        CoolDown = TimeSpan.Zero,
        Timeout = TimeSpan.FromMinutes(2),
        Compared = new(Way, "what is done"),
        Clock = "Times in ms, of journal verify as a process of its own, its start included.",
        Findings = Findings,
    };

    private static Case CaseOf(string way)
    {
        var load = new LoadShape.Closed(1);
        return new()
        {
            Dimensions = [new(Way, way), load.Dimension],
            Unit = Trial,
            Setup = new("journal-of-50-frames", JournalToTamper.MakeAsync) { Programs = [JournalProcess.Project] },
            Source = new CountSource.Requests(
                load, (system, _) => Task.FromResult<IClientSource>(new VerifyClients((JournalToTamper)system, way))),
        };
    }

    private static IEnumerable<ReportSection> Findings(RunResult result) =>
    [
        new ReportSection(
            "What was done, and whether it was found",
            "Each trial does it at another place of a fresh copy. Found: verify ends with 1 and names the frame. Untouched: with 0. "
            + "An old copy of the whole folder, also one that has grown since with the log's own keys, is found by a checkpoint that was "
            + "kept elsewhere.",
            new TextTable(
                [new("done", true), new("trials"), new("found, at its place"), new("not")],
                [.. result.Rows.Select(Line)])),
    ];

    private static TextTable.Line Line(CaseResult row)
    {
        var work = row.Iterations.Select(iteration => iteration.Work).ToArray();
        var (done, all) = (work.Sum(one => one.Done), work.Sum(one => one.Total));
        return new([row.Case[Way]!, Format.Count(all), Format.Count(done), Format.Count(all - done)]);
    }
}
