using System.Buffers.Binary;
using System.Security.Cryptography;
using System.Text;
using Sigma.Streams.Alerts;
using Sigma.Streams.Metrics;

namespace Sigma.Streams.Delivering;

/// <summary>
/// Holds back alerts that repeat one of the same rule and group. When the time is over, the last of them is sent, with their number. None
/// is lost, because a file has them before the source continues, until they are delivered.
/// </summary>
/// <param name="span">How long; zero for not at all.</param>
/// <param name="maxGroups">The most remembered groups; beyond that, the oldest one is sent.</param>
/// <param name="maxBytes">The rough memory of held-back alerts; beyond that, the oldest group is sent.</param>
/// <param name="time">The clock.</param>
/// <param name="metrics">Count what is held back.</param>
internal sealed class Throttle(TimeSpan span, int maxGroups, long maxBytes, TimeProvider time, SigmaMetrics metrics)
{
    // The rough cost of an alert besides its texts.
    private const int AlertBytes = 1024;

    private readonly Dictionary<(string Rule, UInt128 Group), Term> _terms = [];
    private readonly Queue<Term> _byEnd = [];
    private readonly List<HeldAlert> _restored = [];
    private readonly List<HeldAlert> _leaving = [];
    private readonly Dictionary<long, HeldAlert> _unwritten = [];
    private long _numbers;
    private long _bytes;

    /// <summary>The alerts that are held back, or on their way.</summary>
    public IEnumerable<HeldAlert> Held =>
        _terms.Values.Select(term => term.Held).Where(held => held.Last is not null).Concat(_restored).Concat(_leaving);

    /// <summary>The alerts that the file does not have yet.</summary>
    public IReadOnlyCollection<HeldAlert> Unwritten => _unwritten.Values;

    /// <summary>Before the first alert: these were held back when the service crashed, and are sent with the next delivery.</summary>
    public void Restore(IEnumerable<HeldAlert> held)
    {
        _restored.AddRange(held);
        _numbers = _restored.Select(one => one.Number).DefaultIfEmpty().Max();
    }

    /// <returns>The alerts to send now: the first of each group, and those whose time is over.</returns>
    public IReadOnlyList<Alert> Pass(IReadOnlyList<Alert> alerts)
    {
        if (span == TimeSpan.Zero && _restored.Count == 0)
        {
            return alerts;
        }

        var now = time.GetUtcNow();
        var passing = new List<Alert>();
        ReleaseRestored(passing);
        while (_byEnd.TryPeek(out var next) && next.Ends <= now)
        {
            ReleaseFirst(passing);
        }

        foreach (var alert in alerts)
        {
            var key = (alert.RuleId, HashOf(alert.Group));
            if (_terms.TryGetValue(key, out var term))
            {
                Hold(term, alert);
                while (_bytes > maxBytes)
                {
                    ReleaseFirst(passing);
                }

                continue;
            }

            while (_terms.Count >= maxGroups)
            {
                ReleaseFirst(passing);
            }

            passing.Add(alert);
            if (span > TimeSpan.Zero)
            {
                _terms[key] = term = new Term(key, now + span) { Held = new(++_numbers, 0, null) };
                _byEnd.Enqueue(term);
            }
        }

        return passing;
    }

    /// <returns>The held-back alerts, because there are no more alerts.</returns>
    public IReadOnlyList<Alert> ReleaseAll()
    {
        var passing = new List<Alert>();
        ReleaseRestored(passing);
        while (_byEnd.Count > 0)
        {
            ReleaseFirst(passing);
        }

        return passing;
    }

    /// <summary>All sent alerts are delivered: the file may forget them.</summary>
    public void Delivered()
    {
        foreach (var held in _leaving)
        {
            _unwritten[held.Number] = new(held.Number, 0, null);
        }

        _leaving.Clear();
    }

    /// <summary>The file has all of it.</summary>
    public void Written() => _unwritten.Clear();

    /// <summary>The texts of a group may be long, and are not kept; a hash is used, with as many bits as an alert's id.</summary>
    private static UInt128 HashOf(string group)
    {
        Span<byte> hash = stackalloc byte[SHA256.HashSizeInBytes];
        SHA256.HashData(Encoding.UTF8.GetBytes(group), hash);
        return BinaryPrimitives.ReadUInt128LittleEndian(hash);
    }

    private static long BytesOf(HeldAlert held) => held.Last is { } alert
        ? AlertBytes + alert.Record.Length + alert.Fields.Sum(field => sizeof(char) * (long)field.Text.Length)
        : 0;

    private void Hold(Term term, Alert alert)
    {
        _bytes -= BytesOf(term.Held);
        term.Held = term.Held with { Last = alert, Count = term.Held.Count + 1 };
        _bytes += BytesOf(term.Held);
        _unwritten[term.Held.Number] = term.Held;
        metrics.HeldBack(1);
    }

    private void ReleaseRestored(List<Alert> passing)
    {
        foreach (var held in _restored)
        {
            Release(held, passing);
        }

        _restored.Clear();
    }

    private void ReleaseFirst(List<Alert> passing)
    {
        var term = _byEnd.Dequeue();
        _terms.Remove(term.Key);
        _bytes -= BytesOf(term.Held);
        Release(term.Held, passing);
    }

    private void Release(HeldAlert held, List<Alert> passing)
    {
        if (held.Last is { } last)
        {
            passing.Add(last with { Repeats = held.Count - 1, WasHeld = true });
            _leaving.Add(held);
        }
    }

    private sealed class Term((string Rule, UInt128 Group) key, DateTimeOffset ends)
    {
        public (string Rule, UInt128 Group) Key => key;

        public DateTimeOffset Ends => ends;

        public required HeldAlert Held { get; set; }
    }
}
