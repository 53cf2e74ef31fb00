using System.Text.Json;
using Crash.Faults;

namespace Crash.Systems.Prober;

/// <summary>
/// The contents of the history, as <c>export</c> prints it beside the prober or without one: its changes, as far as somebody is to be told
/// of them.
/// </summary>
internal sealed class HistoryReadBack(ProberSubject subject) : IReadBackClient
{
    public const string Http = "http";

    private readonly Lazy<Task<Dictionary<string, ToldChange>>> _first = new(async () =>
        Changes(await subject.ExportAsync(CancellationToken.None)).ToDictionary(change => change.Id));

    public string Way => Http;

    /// <summary>One export for all look-ups: whatever was told by now is in it.</summary>
    public async Task<Response<byte[]>> FindAsync(string id, CancellationToken cancellationToken) =>
        (await _first.Value.WaitAsync(cancellationToken)).TryGetValue(id, out var change)
            ? new(ResponseKind.Known, change.Content)
            : new(ResponseKind.NotFound, null);

    /// <returns>A refusal while the history has a change without a message.</returns>
    public async Task<Response<ReadBackPage>> ListAsync(string after, CancellationToken cancellationToken)
    {
        var changes = Changes(await subject.ExportAsync(cancellationToken)).ToList();
        var silent = changes.Find(change => subject.Ledger.Find(change.Id) is null);
        return silent is null
            ? new(ResponseKind.Known, new([.. changes.Select(change => (change.Id, change.Content))], ""))
            : new(ResponseKind.Refused, null, $"because there was no message about '{silent.Id}'");
    }

    public void Dispose()
    {
        // It holds nothing.
    }

    /// <summary>
    /// Each target's ups and downs. Unknown time causes no message, and neither does the state after it if it is the same as before.
    /// </summary>
    private static IEnumerable<ToldChange> Changes(IEnumerable<JsonElement> rows) => rows
        .Where(row => row.GetProperty("type").GetString() == "change")
        .Select(row => new ToldChange(
            row.GetProperty("name").GetString()!,
            row.GetProperty("at").GetDateTimeOffset().ToUnixTimeMilliseconds(),
            row.GetProperty("state").GetString()!,
            row.GetProperty("doubtMilliseconds").GetInt64()))
        .Where(change => change.State is ToldChange.Up or ToldChange.Down)
        .GroupBy(change => change.Target)
        .SelectMany(changes => changes.Prepend(new("", 0, ToldChange.Up, 0)).Zip(changes))
        .Where(pair => pair.First.State != pair.Second.State)
        .Select(pair => pair.Second);
}
