using Load.Measuring;
using Load.Systems.Journal.Appending;
using Load.Systems.Journal.Processes;
using Load.Systems.Journal.Receivers;

namespace Load.Systems.Journal.Suites;

/// <summary>
/// How long a line takes over HTTP until it is on the disk, encrypted and signed, at half of what the journal takes: beside a bare
/// <c>fdatasync</c> of 64 KiB on the same disk, and beside an answer at the same rate for which nothing is stored, which tells what is the
/// network's and the processors' part.
/// </summary>
internal static class AppendSuite
{
    private const string Work = "work";
    private const string Flush = "flush";
    private const string Answer = "answer";
    private const string Append = "append";

    /// <summary>Promised, in times of the bare flush's p99.</summary>
    private const double MaxOfFlush = 3;

    public static SuiteCommand Command() => new(
        "append", "a line over HTTP at half load: how long until it is durable, beside a bare fdatasync of 64 KiB?", (_, _) => Create());

    public static Suite Create()
    {
        var flush = Of(Flush, new LoadShape.Closed(1), journal => new FlushClients(journal.Folder)) with { IsLabOnly = true };
        Case[] rungs = [.. Of(Append, new LoadShape.Open(200), journal => new AppendClients(journal)).Rungs(200, 40_000)];
        var half = rungs[0].Under(new LoadShape.OfKnee(0.5)) with
        {
            IsRung = false,
            Baseline = flush.Name,
            MaxOfBaseline = MaxOfFlush,
        };
        var answer = Of(Answer, new LoadShape.OfKnee(0.5), journal => new AnswerClients(journal)) with
        {
            Ladder = half.Ladder,
            Baseline = flush.Name,
        };
        return new()
        {
            Name = "append",
            Cases = [.. rungs, flush, answer, half],
            Repeats = 6,
            Searches = 1,
            IterationLength = TimeSpan.FromSeconds(5),
            Compared = new(Work, "works"),
            Clock = "Times in ms, from when a line is due until its answer has been read; of a flush, from write to return.",
        };
    }

    private static Case Of(string work, LoadShape load, Func<JournalReceiver, IClientSource> clients) => new()
    {
        Dimensions = [new(Work, work), load.Dimension],
        Source = new CountSource.Requests(load, (system, _) => Task.FromResult(clients((JournalReceiver)system))),
        Setup = new("journal", (context, cancellationToken) => JournalReceiver.StartAsync(context, isDropping: false, cancellationToken))
        {
            Programs = [JournalProcess.Project],
        },
        Kind = work,
    };
}
