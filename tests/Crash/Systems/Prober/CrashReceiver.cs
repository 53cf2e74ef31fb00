using System.Collections.Concurrent;
using System.Text.Json;
using Crash.Faults;

namespace Crash.Systems.Prober;

/// <summary>
/// The webhook's other end, which no fault touches: it keeps what it is told, and judges it. Every now and then its answer gets lost, so
/// that a message comes again.
/// </summary>
internal sealed class CrashReceiver(Ledger<ToldChange> ledger, Counters counters)
{
    private const int LostAnswers = 8;

    private readonly Lock _gate = new();
    private readonly Dictionary<string, ToldChange> _byMessage = [];
    private readonly ConcurrentDictionary<string, ToldChange> _last = new();
    private int _messages;

    /// <summary>The last state of a target in its messages; up before the first one.</summary>
    public string StateOf(string target) => _last.TryGetValue(target, out var told) ? told.State : ToldChange.Up;

    /// <returns>Whether the sender hears that it was taken.</returns>
    public bool Take(string id, JsonElement message)
    {
        if (message.GetProperty("kind").GetString() is var kind and not "change")
        {
            counters.CountWrong($"message {id} is of kind {kind}: {message}");
            return true;
        }

        var told = new ToldChange(
            message.GetProperty("target").GetProperty("name").GetString()!,
            message.GetProperty("at").GetDateTimeOffset().ToUnixTimeMilliseconds(),
            message.GetProperty("state").GetString()!,
            message.GetProperty("doubtMilliseconds").GetInt64());
        lock (_gate)
        {
            Judge(id, told);
            return ++_messages % LostAnswers != 0;
        }
    }

    private void Judge(string id, ToldChange told)
    {
        if (_byMessage.TryGetValue(id, out var known))
        {
            if (known != told)
            {
                counters.CountWrong($"message {id} was first '{known.Id}' and then '{told.Id}'");
            }

            return;
        }

        _byMessage[id] = told;
        if (ledger.Find(told.Id) is not null)
        {
            counters.CountDuplicated(told.Id, $"was told again under another id, {id}");
            return;
        }

        var last = _last.GetValueOrDefault(told.Target) ?? new(told.Target, 0, ToldChange.Up, 0);
        if (last.State == told.State || last.At >= told.At)
        {
            counters.CountWrong($"'{told.Id}' came after '{last.Id}'");
        }

        ledger.Add(told);
        _last[told.Target] = told;
        counters.CountAcknowledged(HistoryReadBack.Http);
    }
}
