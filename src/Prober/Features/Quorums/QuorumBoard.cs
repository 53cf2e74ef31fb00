using Prober.Engine.Agreeing;
using Prober.Engine.Timelines;
using Prober.Engine.Watching;
using Prober.Features.History.Storage;

namespace Prober.Features.Quorums;

/// <summary>What the probers of a quorum last said, and which of them sends the messages.</summary>
internal sealed class QuorumBoard(TimeProvider time)
{
    /// <summary>So many targets are told of in each period of a second; more are told of less often.</summary>
    private const int TargetsEachPeriod = 5000;

    /// <summary>A prober that says nothing for so many periods is silent.</summary>
    private const int SilentAfter = 5;

    private readonly Lock _gate = new();
    private readonly Dictionary<string, Heard> _heard = [];
    private readonly Dictionary<string, (long Sent, long At)> _arrived = [];
    private volatile QuorumDefinition? _definition;
    private long _startedAt;
    private string _name = "";

    /// <summary>Null without a quorum.</summary>
    public QuorumDefinition? Definition => _definition;

    /// <summary>The name of this prober.</summary>
    public string Name => _name;

    /// <summary>From one exchange to the next.</summary>
    public TimeSpan Period { get; private set; } = TimeSpan.FromSeconds(1);

    /// <summary>That of this prober's alerts.</summary>
    public Func<long> Edition { get; set; } = () => 0;

    /// <summary>The probers that answer now, this one included.</summary>
    public int Answering => Definition is { } definition ? definition.Probers.Count(prober => Answers(prober.Name)) : 0;

    /// <summary>Whether it hears enough probers, and for long enough, to send messages.</summary>
    public bool Enough => Definition is { } all && Clock - _startedAt > Silence.TotalMilliseconds && Answering >= all.Needed;

    /// <summary>
    /// Whether this prober sends the messages: it hears enough others and knows all that they have told, it hears no earlier one of the
    /// list for which that is so, and nobody has another sender. One that it does not hear may send: those between them say so.
    /// </summary>
    public bool Tells
    {
        get
        {
            if (Definition is not { } definition)
            {
                return true;
            }

            var before = definition.Probers.TakeWhile(prober => prober.Name != Name).Select(prober => prober.Name).ToHashSet();
            return Enough && !Others.Any(other =>
                other.Tells || other.Edition > Edition() || (other.Enough && before.Contains(other.Prober))
                || (other.Teller is { } teller && teller != Name));
        }
    }

    /// <summary>The prober that sends the messages, known at first hand; null when this one knows none.</summary>
    public string? Teller => Tells ? Name : Others.FirstOrDefault(other => other.Tells)?.Prober;

    private TimeSpan Silence => SilentAfter * Period;

    public void Use(QuorumDefinition? definition, string? name, int targets)
    {
        lock (_gate)
        {
            if (definition is not null && _definition is null)
            {
                _startedAt = Clock;
            }

            (_definition, _name) = (definition, name ?? "");
            Period = TimeSpan.FromSeconds(1 + (targets / TargetsEachPeriod));
            foreach (var gone in _heard.Keys.Where(one => definition?.Probers.Any(prober => prober.Name == one) != true).ToList())
            {
                _heard.Remove(gone);
            }
        }
    }

    /// <summary>A moment on this prober's own clock, which nobody sets; milliseconds.</summary>
    public long Clock => (long)time.GetElapsedTime(0).TotalMilliseconds;

    /// <summary>What to send back to a prober, so that it knows how old a message is.</summary>
    public (long? Echo, long Held) EchoFor(string prober)
    {
        lock (_gate)
        {
            return _arrived.TryGetValue(prober, out var last) ? (last.Sent, Clock - last.At) : (null, 0);
        }
    }

    /// <summary>Takes a message. One that echoes nothing may be of any age: it says only that the prober can send.</summary>
    /// <param name="now">Unix milliseconds.</param>
    public void Hear(QuorumMessage message, long now)
    {
        var clock = Clock;
        var writtenAt = message.Echo + message.Held; // at the earliest
        var age = clock - writtenAt ?? 0;
        var opinions = new Dictionary<TargetKey, Opinion>(message.Targets.Count);
        foreach (var one in writtenAt is null ? [] : message.Targets)
        {
            var (state, read) = (StateOf(one.State), now - age);
            opinions[new(one.Kind, one.Name)] = new(state, Before(read, one.Age), Before(read, one.Seen), one.Cause ?? "");
        }

        lock (_gate)
        {
            _arrived[message.Prober] = (message.Sent, clock);
            if (writtenAt is { } at && at <= clock && !(_heard.TryGetValue(message.Prober, out var last) && last.At >= at))
            {
                _heard[message.Prober] = new(message, opinions, at);
            }
        }
    }

    public bool Answers(string prober) => prober == Name || Last(prober) is not null;

    /// <summary>When it was last heard; null for never, and for this prober.</summary>
    public TimeSpan? SinceHeard(string prober)
    {
        lock (_gate)
        {
            return _heard.TryGetValue(prober, out var heard) ? TimeSpan.FromMilliseconds(Clock - heard.At) : null;
        }
    }

    /// <summary>What each prober sees of a target.</summary>
    /// <param name="now">Unix milliseconds.</param>
    public IReadOnlyList<(string Prober, Opinion Opinion)> OpinionsOn(WatchedTarget target, long now)
    {
        var key = new TargetKey(target.Definition.Kind, target.Definition.Name);
        return [.. (Definition?.Probers ?? []).Select(prober => (prober.Name,
            prober.Name == Name ? target.OpinionAt(now)
            : Last(prober.Name) is { } heard ? heard.Opinions.GetValueOrDefault(key, Opinion.None)
            : Opinion.None))];
    }

    /// <summary>The last messages of those that answer.</summary>
    public IEnumerable<QuorumMessage> Others =>
        (Definition?.Probers ?? []).Where(prober => prober.Name != Name)
            .Select(prober => Last(prober.Name)?.Message).OfType<QuorumMessage>();

    /// <summary>No later, and not before all time, whatever age another prober says.</summary>
    private static long Before(long read, long age) => read - Math.Max(0, Math.Min(age, read));

    private static TargetState StateOf(string state) =>
        state switch { "up" => TargetState.Up, "down" => TargetState.Down, _ => TargetState.Unknown };

    /// <returns>Null when it is silent.</returns>
    private Heard? Last(string prober)
    {
        lock (_gate)
        {
            return _heard.TryGetValue(prober, out var heard) && Clock - heard.At <= Silence.TotalMilliseconds ? heard : null;
        }
    }

    private sealed record Heard(QuorumMessage Message, Dictionary<TargetKey, Opinion> Opinions, long At);
}
