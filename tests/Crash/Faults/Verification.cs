using System.Diagnostics;

namespace Crash.Faults;

/// <summary>Asks a system for everything that it acknowledged, while nobody writes to it.</summary>
/// <param name="ledger">Knows what has to be there.</param>
/// <param name="counters">Count what is found.</param>
/// <param name="clients">The ways into the system.</param>
/// <param name="patience">A listing may lag, and a cluster may be busy: an entry that is missing after this time is lost.</param>
internal sealed class Verification(ILedger ledger, Counters counters, IReadOnlyList<IReadBackClient> clients, TimeSpan patience)
{
    private const int Readers = 8;

    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(100);

    /// <summary>Looks each entry up over each way.</summary>
    /// <param name="acknowledged">Entries of the ledger.</param>
    /// <param name="cancellationToken">Stops the lab.</param>
    public Task LookUpAsync(IReadOnlyList<ILedgerEntry> acknowledged, CancellationToken cancellationToken) => Parallel.ForAsync(
        0,
        acknowledged.Count,
        new ParallelOptions { MaxDegreeOfParallelism = Readers, CancellationToken = cancellationToken },
        async (i, token) =>
        {
            // Each way has its turn to be the first: a cache of the system may answer the second.
            for (var turn = 0; turn < clients.Count; turn++)
            {
                await LookUpAsync(acknowledged[i], clients[(i + turn) % clients.Count], token);
            }
        });

    /// <summary>Reads the whole listing: it has to hold everything that was acknowledged, once, and nothing that was never sent.</summary>
    public async Task ListAsync(IReadBackClient client, CancellationToken cancellationToken)
    {
        var start = Stopwatch.GetTimestamp();
        var acknowledged = ledger.Acknowledged;
        while (true)
        {
            var listed = await PagesAsync(client, cancellationToken);
            var missing = acknowledged.Where(entry => !listed.ContainsKey(entry.Id)).ToList();
            if (missing.TrueForAll(entry => counters.IsLost(entry.Id)) || Stopwatch.GetElapsedTime(start) > patience)
            {
                missing.ForEach(entry => counters.CountLost(entry.Id, $"is not in the listing over {client.Way}"));
                Compare(listed, client.Way);
                return;
            }

            await Task.Delay(Pause, cancellationToken);
        }
    }

    private async Task LookUpAsync(ILedgerEntry entry, IReadBackClient client, CancellationToken cancellationToken)
    {
        var response = await AskAsync(token => client.FindAsync(entry.Id, token), cancellationToken);
        if (response.Kind == ResponseKind.NotFound)
        {
            counters.CountLost(entry.Id, $"is not found over {client.Way}");
        }
        else if (response.Value is not { } content)
        {
            counters.CountWrong($"{entry.Id} read back over {client.Way} was answered with {response.Kind} {response.Detail}");
        }
        else if (ContentFault.Between(entry.Acknowledged!, content) is { } fault)
        {
            counters.CountWrong($"{entry.Id} read back over {client.Way} {fault}");
        }
        else
        {
            counters.CountVerified();
        }
    }

    private async Task<Dictionary<string, List<byte[]>>> PagesAsync(IReadBackClient client, CancellationToken cancellationToken)
    {
        var listed = new Dictionary<string, List<byte[]>>();
        var after = "";
        do
        {
            var from = after;
            var response = await AskAsync(token => client.ListAsync(from, token), cancellationToken);
            if (response.Value is not { } page)
            {
                counters.CountWrong($"a listing over {client.Way} was answered with {response.Kind} {response.Detail}");
                return listed;
            }

            foreach (var (id, content) in page.Entries)
            {
                if (!listed.TryAdd(id, [content]))
                {
                    listed[id].Add(content);
                }
            }

            after = page.Next;
        }
        while (after.Length > 0);

        return listed;
    }

    private void Compare(Dictionary<string, List<byte[]>> listed, string way)
    {
        foreach (var (id, contents) in listed)
        {
            if (contents.Count > 1)
            {
                counters.CountDuplicated(id, $"is in the listing over {way} {contents.Count} times");
            }

            if (ledger.Find(id) is not { } entry)
            {
                counters.CountWrong($"{id} is in the listing over {way}, but was never sent");
            }
            else if (contents.Select(content => FaultOf(entry, content)).FirstOrDefault(fault => fault is not null) is { } fault)
            {
                counters.CountWrong($"{id} in the listing over {way} {fault}");
            }
        }
    }

    /// <summary>An entry that was never acknowledged may be there or not; when it is there, it must be right.</summary>
    private static string? FaultOf(ILedgerEntry entry, byte[] content) =>
        entry.Acknowledged is { } acknowledged ? ContentFault.Between(acknowledged, content) : entry.FaultOf(content);

    /// <summary>Repeats the question while the system says that it cannot answer now.</summary>
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
            if (response.Kind is not (ResponseKind.Refused or ResponseKind.Busy) || Stopwatch.GetElapsedTime(start) > patience)
            {
                return response;
            }

            await Task.Delay(Pause, cancellationToken);
        }
    }
}
