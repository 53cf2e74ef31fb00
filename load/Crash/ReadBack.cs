using System.Diagnostics;
using Load.Corpus;
using Load.Crash.Edges;
using Load.Transports;
using Load.Transports.Rest;

namespace Load.Crash;

/// <summary>Asks a service that nobody writes to for what was acknowledged.</summary>
/// <param name="ledger">What has to be there.</param>
/// <param name="tally">Where it is counted.</param>
/// <param name="edges">Ways to the service.</param>
/// <param name="patience">A listing may lag by a second, and a cluster may be busy with itself; what is not there by then is not there.</param>
internal sealed class ReadBack(Ledger ledger, Tally tally, IReadOnlyList<IEdge> edges, TimeSpan patience)
{
    private const int Readers = 8;

    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(100);

    /// <summary>Looks each up over each edge.</summary>
    /// <param name="acknowledged">Of the ledger.</param>
    /// <param name="cancellationToken">Stops the lab.</param>
    public Task LookUpAsync(IReadOnlyList<Submission> acknowledged, CancellationToken cancellationToken) => Parallel.ForAsync(
        0,
        acknowledged.Count,
        new ParallelOptions { MaxDegreeOfParallelism = Readers, CancellationToken = cancellationToken },
        async (i, token) =>
        {
            // Each edge has its turn to be the first: the second is answered from the service's cache.
            for (var turn = 0; turn < edges.Count; turn++)
            {
                await LookUpAsync(acknowledged[i], edges[(i + turn) % edges.Count], token);
            }
        });

    /// <summary>Goes through the whole listing: all that was acknowledged, once each, and nothing that was never sent.</summary>
    public async Task ListAsync(IEdge edge, CancellationToken cancellationToken)
    {
        var start = Stopwatch.GetTimestamp();
        var acknowledged = ledger.Acknowledged;
        while (true)
        {
            var listed = await PagesAsync(edge, cancellationToken);
            var missing = acknowledged.Where(submission => !listed.ContainsKey(submission.Id)).ToList();
            if (missing.TrueForAll(submission => tally.IsLost(submission.Id)) || Stopwatch.GetElapsedTime(start) > patience)
            {
                missing.ForEach(submission => tally.CountLost(submission.Id, $"is not in the listing over {edge.Name}"));
                Compare(listed, edge);
                return;
            }

            await Task.Delay(Pause, cancellationToken);
        }
    }

    private async Task LookUpAsync(Submission submission, IEdge edge, CancellationToken cancellationToken)
    {
        var response = await AskAsync(token => edge.FindAsync(submission.Id, token), cancellationToken);
        if (response.Kind == ResponseKind.NotFound)
        {
            tally.CountLost(submission.Id, $"is not found over {edge.Name}");
        }
        else if (response.Value is not { } report)
        {
            tally.CountWrong($"{submission.Id} read back over {edge.Name} was answered with {response.Kind} {response.Detail}");
        }
        else if (ReportFault.Between(submission.Acknowledged!, report) is { } fault)
        {
            tally.CountWrong($"{submission.Id} read back over {edge.Name} {fault}");
        }
        else
        {
            tally.CountReadBack();
        }
    }

    private async Task<Dictionary<Digest, List<byte[]>>> PagesAsync(IEdge edge, CancellationToken cancellationToken)
    {
        var listed = new Dictionary<Digest, List<byte[]>>();
        var after = "";
        do
        {
            var from = after;
            var response = await AskAsync(token => edge.ListAsync(from, token), cancellationToken);
            if (response.Value is not { } page)
            {
                tally.CountWrong($"a listing over {edge.Name} was answered with {response.Kind} {response.Detail}");
                return listed;
            }

            foreach (var report in page.Reports)
            {
                var id = ReportJson.Read(report, Reply.Known).Sha256;
                if (!listed.TryAdd(id, [report]))
                {
                    listed[id].Add(report);
                }
            }

            after = page.Next;
        }
        while (after.Length > 0);

        return listed;
    }

    private void Compare(Dictionary<Digest, List<byte[]>> listed, IEdge edge)
    {
        foreach (var (id, reports) in listed)
        {
            if (reports.Count > 1)
            {
                tally.CountDuplicated(id, $"is in the listing over {edge.Name} {reports.Count} times");
            }

            if (!ledger.TryFind(id, out var submission))
            {
                tally.CountWrong($"{id} is in the listing over {edge.Name}, and nobody sent it");
            }
            else if (reports.Select(report => Fault(submission, report)).FirstOrDefault(fault => fault is not null) is { } fault)
            {
                tally.CountWrong($"{id} in the listing over {edge.Name} {fault}");
            }
        }
    }

    /// <summary>One that nobody was told of may be there or not; when it is, it must be right.</summary>
    private static string? Fault(Submission submission, byte[] report) =>
        submission.Acknowledged is { } acknowledged ? ReportFault.Between(acknowledged, report) : ReportFault.Of(report, submission.Upload);

    /// <summary>Again, while the service says that it cannot answer now.</summary>
    private async Task<Response<T>> AskAsync<T>(Func<CancellationToken, Task<Response<T>>> ask, CancellationToken cancellationToken)
        where T : class
    {
        var start = Stopwatch.GetTimestamp();
        while (true)
        {
            using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
            limit.CancelAfter(patience);
            var response = await ask(limit.Token);
            cancellationToken.ThrowIfCancellationRequested();
            if (response.Kind != ResponseKind.Refused || Stopwatch.GetElapsedTime(start) > patience)
            {
                return response;
            }

            await Task.Delay(Pause, cancellationToken);
        }
    }
}
