using System.Diagnostics;
using Crash.Faults;
using Crash.Systems.Analyzer.Clients;
using Load.Statistics;
using Load.Systems.Analyzer.Corpus;

namespace Crash.Systems.Analyzer;

/// <summary>
/// Sends new files and files sent before (by itself or another, answered or not, perhaps still under way), and looks up reports of files
/// that were sent and of files that never were.
/// </summary>
/// <param name="client">Its way into the service.</param>
/// <param name="ledger">Shared by all submitters.</param>
/// <param name="counters">Shared by all submitters.</param>
/// <param name="files">The template of new files.</param>
/// <param name="fresh">Its own.</param>
/// <param name="seed">Decides what it does next.</param>
internal sealed class Submitter(
    IAnalyzerClient client, Ledger<SentFile> ledger, Counters counters, FileMix files, FreshFile fresh, ulong seed) : ICrashWorker
{
    public const string LookUp = "look-up";
    public const string Submission = "submission";

    /// <summary>The service answers within two seconds whatever its store does, but later on a machine that is busy.</summary>
    private static readonly TimeSpan AnswerLimit = TimeSpan.FromMinutes(1);

    private SplitMix64 _draws = new(seed);

    public string Way => client.Way;

    public Task<ResponseKind> AskAsync() => (ledger.Draw(_draws.Next()), _draws.Next() % 100) switch
    {
        ({ } known, < 20) => SubmitAsync(known),
        ({ } known, < 35) => FindAsync(known),
        (_, < 40) => FindUnknownAsync(),
        _ => SubmitAsync(ledger.Add(new SentFile(fresh.Of(files.Draw(_draws.Next()))))),
    };

    public void Dispose() => fresh.Dispose();

    private async Task<ResponseKind> SubmitAsync(SentFile file)
    {
        var response = await TimedAsync(Submission, token => client.SubmitAsync(file.File, token));
        if (response is { Kind: ResponseKind.New or ResponseKind.Known, Value: { } report })
        {
            if ((file.FaultOf(report) ?? file.Acknowledge(report, response.Kind == ResponseKind.New)) is { } fault)
            {
                counters.CountWrong($"{file.Id} over {Way} {fault}");
            }
            else
            {
                counters.CountAcknowledged(Way);
            }
        }
        else if (response.Kind is ResponseKind.NotFound or ResponseKind.Wrong)
        {
            counters.CountWrong($"{file.Id} sent over {Way} was answered with {response.Detail}");
        }

        return response.Kind;
    }

    private async Task<ResponseKind> FindAsync(SentFile file)
    {
        var acknowledged = file.Acknowledged;
        var response = await TimedAsync(LookUp, token => client.FindAsync(file.Id, token));
        if (response.Value is { } report)
        {
            if ((acknowledged is null ? file.FaultOf(report) : ContentFault.Between(acknowledged, report)) is { } fault)
            {
                counters.CountWrong($"{file.Id} looked up over {Way} {fault}");
            }
        }
        else if (response.Kind == ResponseKind.NotFound && acknowledged is not null)
        {
            counters.CountLost(file.Id, $"was not found over {Way} during the fault");
        }
        else if (response.Kind == ResponseKind.Wrong)
        {
            counters.CountWrong($"{file.Id} looked up over {Way} was answered with {response.Detail}");
        }

        return response.Kind;
    }

    private async Task<ResponseKind> FindUnknownAsync()
    {
        var id = Digest.Draw(ref _draws).ToString();
        var response = await TimedAsync(LookUp, token => client.FindAsync(id, token));
        if (response.Kind is ResponseKind.Known or ResponseKind.Wrong)
        {
            counters.CountWrong($"{id}, which was never sent, was answered over {Way} with {response.Kind} {response.Detail}");
        }

        return response.Kind;
    }

    private async Task<Response<byte[]>> TimedAsync(string what, Func<CancellationToken, Task<Response<byte[]>>> ask)
    {
        using var limit = new CancellationTokenSource(AnswerLimit);
        var start = Stopwatch.GetTimestamp();
        var response = await ask(limit.Token);
        if (response.Kind != ResponseKind.Unanswered)
        {
            counters.CountTime(Stopwatch.GetElapsedTime(start));
        }

        if (response.Kind is ResponseKind.Refused or ResponseKind.Busy)
        {
            counters.NoteRefusal(new(what, Way, response.Detail, IsBusy: response.Kind == ResponseKind.Busy));
        }

        return response;
    }
}
