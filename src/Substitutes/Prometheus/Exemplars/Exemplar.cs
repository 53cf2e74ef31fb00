using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace Prometheus;

/// <summary>
/// Labels that lead from one observation to its trace. An instance is for one observation, which takes it over; prepare keys
/// and pairs once and make an exemplar of them each time. Keys and values are ASCII, 128 characters together.
/// </summary>
public sealed partial class Exemplar
{
    /// <summary>For an observation that shall have no exemplar.</summary>
    public static readonly Exemplar None = new();

    /// <summary>The names OpenTelemetry gives: https://opentelemetry.io/docs/specs/otel/compatibility/prometheus_and_openmetrics</summary>
    private static readonly LabelKey s_traceId = Key("trace_id");
    private static readonly LabelKey s_spanId = Key("span_id");

    /// <summary>The last one this thread used up, so that the next costs no allocation.</summary>
    [ThreadStatic]
    private static Exemplar? t_spare;

    private Pairs _pairs;
    private bool _consumed;

    private Exemplar()
    {
    }

    internal int Length { get; private set; }

    /// <summary>A key to keep.</summary>
    /// <exception cref="ArgumentException">Empty, or not a label name.</exception>
    public static LabelKey Key(string key)
    {
        ArgumentException.ThrowIfNullOrWhiteSpace(key);
        NameRules.RequireLabelName(key);
        return new LabelKey(key);
    }

    public static LabelPair Pair(string key, string value) => Key(key).WithValue(value);

    public static Exemplar From(in LabelPair labelPair1) => Take([labelPair1]);

    public static Exemplar From(in LabelPair labelPair1, in LabelPair labelPair2) => Take([labelPair1, labelPair2]);

    public static Exemplar From(in LabelPair labelPair1, in LabelPair labelPair2, in LabelPair labelPair3) =>
        Take([labelPair1, labelPair2, labelPair3]);

    public static Exemplar From(in LabelPair labelPair1, in LabelPair labelPair2, in LabelPair labelPair3, in LabelPair labelPair4) =>
        Take([labelPair1, labelPair2, labelPair3, labelPair4]);

    public static Exemplar From(
        in LabelPair labelPair1,
        in LabelPair labelPair2,
        in LabelPair labelPair3,
        in LabelPair labelPair4,
        in LabelPair labelPair5) => Take([labelPair1, labelPair2, labelPair3, labelPair4, labelPair5]);

    public static Exemplar From(
        in LabelPair labelPair1,
        in LabelPair labelPair2,
        in LabelPair labelPair3,
        in LabelPair labelPair4,
        in LabelPair labelPair5,
        in LabelPair labelPair6) => Take([labelPair1, labelPair2, labelPair3, labelPair4, labelPair5, labelPair6]);

    /// <summary>trace_id and span_id of <see cref="Activity.Current"/>; <see cref="None"/> when there is none.</summary>
    public static Exemplar FromTraceContext() => FromTraceContext(s_traceId, s_spanId);

    /// <inheritdoc cref="FromTraceContext()"/>
    public static Exemplar FromTraceContext(in LabelKey traceIdKey, in LabelKey spanIdKey) =>
        Activity.Current is { IdFormat: ActivityIdFormat.W3C } activity
            ? From(traceIdKey.WithValue(activity.TraceId.ToHexString()), spanIdKey.WithValue(activity.SpanId.ToHexString()))
            : None;

    /// <summary>Another instance with the same labels, for another observation.</summary>
    /// <exception cref="InvalidOperationException">This instance was used already.</exception>
    public Exemplar Clone()
    {
        RequireUnused();
        return Length == 0 ? None : Take(_pairs[..Length]);
    }

    /// <summary>Hands the labels to the one observation; afterwards <see cref="Recycle"/> may give the instance a new life.</summary>
    /// <exception cref="InvalidOperationException">It was used already.</exception>
    internal ReadOnlySpan<LabelPair> Consume()
    {
        RequireUnused();
        _consumed = true;
        return _pairs[..Length];
    }

    internal void Recycle() => t_spare = this;

    private static Exemplar Take(ReadOnlySpan<LabelPair> pairs)
    {
        var exemplar = t_spare ?? new Exemplar();
        t_spare = null;
        pairs.CopyTo(exemplar._pairs);
        exemplar.Length = pairs.Length;
        exemplar._consumed = false;
        return exemplar;
    }

    private void RequireUnused()
    {
        if (_consumed)
        {
            throw new InvalidOperationException("An exemplar is for one observation: make another with Exemplar.From, or Clone it before.");
        }
    }

    [InlineArray(MaxPairs)]
    internal struct Pairs
    {
        private const int MaxPairs = 6;
        private LabelPair _first;
    }
}
