using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Text;

namespace Prometheus;

/// <summary>
/// Labels that lead from one observation to its trace. An instance is for one observation, which takes it over. Keys and values are
/// ASCII, 128 characters together.
/// </summary>
public sealed class Exemplar
{
    /// <summary>Given with an observation that shall have no exemplar.</summary>
    public static readonly Exemplar None = new();

    /// <summary>The names OpenTelemetry gives: https://opentelemetry.io/docs/specs/otel/compatibility/prometheus_and_openmetrics</summary>
    private static readonly LabelKey TraceIdKey = Key("trace_id");
    private static readonly LabelKey SpanIdKey = Key("span_id");

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

    /// <summary>trace_id and span_id of <see cref="Activity.Current"/>; <see cref="None"/> when there is none.</summary>
    public static Exemplar FromTraceContext() => Activity.Current is { IdFormat: ActivityIdFormat.W3C } activity
        ? From(TraceIdKey.WithValue(activity.TraceId.ToHexString()), SpanIdKey.WithValue(activity.SpanId.ToHexString()))
        : None;

    /// <summary>Hands the labels to the one observation; afterwards <see cref="Recycle"/> may give the instance a new life.</summary>
    /// <exception cref="InvalidOperationException">It was used already.</exception>
    internal ReadOnlySpan<LabelPair> Consume()
    {
        if (_consumed)
        {
            throw new InvalidOperationException("An exemplar is for one observation: make another with Exemplar.From.");
        }

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

    /// <summary>Keep it: <c>static readonly</c>.</summary>
    public readonly struct LabelKey
    {
        private readonly string _name;

        internal LabelKey(string name) => _name = name;

        /// <param name="value">Characters that are not ASCII become '?': the value may come from outside and is no reason to fail.</param>
        public LabelPair WithValue(string value)
        {
            ArgumentNullException.ThrowIfNull(value);
            return new LabelPair(_name, Ascii.IsValid(value) ? value : Encoding.ASCII.GetString(Encoding.ASCII.GetBytes(value)));
        }
    }

    public readonly struct LabelPair
    {
        internal readonly string Name;
        internal readonly string Value;

        internal LabelPair(string name, string value) => (Name, Value) = (name, value);
    }

    [InlineArray(MaxPairs)]
    internal struct Pairs
    {
        private const int MaxPairs = 2;
        private LabelPair _first;
    }
}
