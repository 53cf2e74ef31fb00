namespace Prometheus;

/// <summary>A value that only rises. Called on the metric itself, the methods act on the unlabelled child.</summary>
public sealed class Counter : Collector<Counter.Child>
{
    private readonly ExemplarBehavior _exemplars;

    internal Counter(string name, string help, string[] labelNames, Label[] staticLabels, CounterConfiguration? configuration)
        : base(name, help, labelNames, staticLabels, configuration) =>
        _exemplars = configuration?.ExemplarBehavior ?? ExemplarBehavior.Default;

    public double Value => Unlabelled.Value;

    internal override MetricType Type => MetricType.Counter;

    /// <inheritdoc cref="Child.Inc(double, Exemplar?)"/>
    public void Inc(double increment = 1.0) => Unlabelled.Inc(increment);

    /// <inheritdoc cref="Child.Inc(double, Exemplar?)"/>
    public void Inc(Exemplar? exemplar) => Unlabelled.Inc(exemplar);

    /// <inheritdoc cref="Child.Inc(double, Exemplar?)"/>
    public void Inc(double increment, Exemplar? exemplar) => Unlabelled.Inc(increment, exemplar);

    /// <inheritdoc cref="Child.IncTo"/>
    public void IncTo(double targetValue) => Unlabelled.IncTo(targetValue);

    private protected override Child CreateChild(string[] labelValues) => new(this, labelValues);

    public sealed class Child : ChildBase
    {
        private readonly ExemplarBehavior _exemplars;
        private AtomicDouble _value;
        private ExemplarSlot? _exemplar;

        internal Child(Counter parent, string[] labelValues)
            : base(parent, labelValues) => _exemplars = parent._exemplars;

        public double Value => _value.Value;

        /// <inheritdoc cref="Inc(double, Exemplar?)"/>
        public void Inc(double increment = 1.0) => Inc(increment, null);

        /// <inheritdoc cref="Inc(double, Exemplar?)"/>
        public void Inc(Exemplar? exemplar) => Inc(1, exemplar);

        /// <param name="increment">Not negative.</param>
        /// <param name="exemplar">null: ask the metric's <see cref="ExemplarBehavior"/>; <see cref="Exemplar.None"/>: none.</param>
        /// <exception cref="ArgumentOutOfRangeException"><paramref name="increment"/> is negative.</exception>
        public void Inc(double increment, Exemplar? exemplar)
        {
            if (increment < 0)
            {
                throw new ArgumentOutOfRangeException(nameof(increment), increment, "Counter value cannot decrease.");
            }

            _exemplars.Record(ref _exemplar, exemplar, increment);
            _value.Add(increment);
            Publish();
        }

        /// <summary>Raises the value to the target; does nothing when it is there already or above.</summary>
        public void IncTo(double targetValue)
        {
            _value.RaiseTo(targetValue);
            Publish();
        }

        private protected override void WriteSamplesTo(ExpositionWriter writer) =>
            writer.WriteSample(Parent.Utf8Name, LabelText, Value, _exemplar);
    }
}
