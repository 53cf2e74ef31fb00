using System.Diagnostics;
using Load.Corpus;
using Load.Crash.Edges;

namespace Load.Crash;

/// <summary>
/// One client, with one request at a time: new files, files sent before (by itself or another, answered or not, perhaps still under way),
/// look-ups, and look-ups of what nobody sent. Every answer is held against the ledger at once.
/// </summary>
/// <param name="edge">How it speaks to the service.</param>
/// <param name="ledger">Shared by all.</param>
/// <param name="tally">Shared by all.</param>
/// <param name="files">What new files are made of.</param>
/// <param name="fresh">Its own.</param>
/// <param name="seed">Of what it does next.</param>
internal sealed class Submitter(IEdge edge, Ledger ledger, Tally tally, FileMix files, FreshFile fresh, ulong seed)
{
    /// <summary>The service answers within two seconds whatever its store does; on a machine that is busy with other things, within this.</summary>
    private static readonly TimeSpan AnswerLimit = TimeSpan.FromSeconds(20);

    /// <summary>After a refusal; Retry-After would be a second, and few would come while the store is away.</summary>
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(20);

    private SplitMix64 _draws = new(seed);

    /// <param name="isServiceKilled">Tells whether a request without an answer is what has to be expected.</param>
    /// <param name="stop">No further request; one under way is waited for.</param>
    public async Task RunAsync(Func<bool> isServiceKilled, CancellationToken stop)
    {
        while (!stop.IsCancellationRequested)
        {
            var kind = await AskAsync();
            if (kind == ResponseKind.Refused)
            {
                tally.CountRefused();
                await Task.Delay(Pause, CancellationToken.None);
            }
            else if (kind == ResponseKind.Unanswered)
            {
                if (!isServiceKilled())
                {
                    tally.CountWrong($"no answer over {edge.Name} from a service that lives");
                    continue;
                }

                tally.CountCutOff();
                return;
            }
        }
    }

    private Task<ResponseKind> AskAsync() => (_draws.Next() % 100, ledger.Draw(_draws.Next())) switch
    {
        (< 20, { } known) => SubmitAsync(known),
        (< 35, { } known) => FindAsync(known),
        (< 40, _) => FindStrangerAsync(),
        _ => SubmitAsync(ledger.Add(fresh.Of(files.Draw(_draws.Next())))),
    };

    private async Task<ResponseKind> SubmitAsync(Submission submission)
    {
        var response = await TimedAsync(token => edge.SubmitAsync(submission.Upload, token));
        if (response is { Kind: ResponseKind.New or ResponseKind.Known, Value: { } report })
        {
            if ((ReportFault.Of(report, submission.Upload) ?? submission.Acknowledge(report, response.Kind == ResponseKind.New)) is { } fault)
            {
                tally.CountWrong($"{submission.Id} over {edge.Name} {fault}");
            }
            else
            {
                tally.CountAcknowledged(edge.Name);
            }
        }
        else if (response.Kind is ResponseKind.NotFound or ResponseKind.Wrong)
        {
            tally.CountWrong($"{submission.Id} sent over {edge.Name} was answered with {response.Detail}");
        }

        return response.Kind;
    }

    private async Task<ResponseKind> FindAsync(Submission submission)
    {
        var acknowledged = submission.Acknowledged;
        var response = await TimedAsync(token => edge.FindAsync(submission.Id, token));
        if (response.Value is { } report)
        {
            if ((acknowledged is null ? ReportFault.Of(report, submission.Upload) : ReportFault.Between(acknowledged, report)) is { } fault)
            {
                tally.CountWrong($"{submission.Id} looked up over {edge.Name} {fault}");
            }
        }
        else if (response.Kind == ResponseKind.NotFound && acknowledged is not null)
        {
            tally.CountLost(submission.Id, $"was not found over {edge.Name} during the fault");
        }
        else if (response.Kind == ResponseKind.Wrong)
        {
            tally.CountWrong($"{submission.Id} looked up over {edge.Name} was answered with {response.Detail}");
        }

        return response.Kind;
    }

    private async Task<ResponseKind> FindStrangerAsync()
    {
        var stranger = Strangers.Draw(ref _draws);
        var response = await TimedAsync(token => edge.FindAsync(stranger, token));
        if (response.Kind is ResponseKind.Known or ResponseKind.Wrong)
        {
            tally.CountWrong($"{stranger}, which nobody sent, was answered over {edge.Name} with {response.Kind} {response.Detail}");
        }

        return response.Kind;
    }

    private async Task<Response<byte[]>> TimedAsync(Func<CancellationToken, Task<Response<byte[]>>> ask)
    {
        using var limit = new CancellationTokenSource(AnswerLimit);
        var start = Stopwatch.GetTimestamp();
        var response = await ask(limit.Token);
        if (response.Kind != ResponseKind.Unanswered)
        {
            tally.Took(Stopwatch.GetElapsedTime(start));
        }

        return response;
    }
}
