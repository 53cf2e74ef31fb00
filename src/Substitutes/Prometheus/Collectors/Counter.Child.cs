namespace Prometheus;

public sealed partial class Counter
{
    public sealed class Child : ChildBase, ICounter
    {
        private readonly ExemplarRecorder _exemplars;
        private AtomicDouble _value;
        private ExemplarSlot? _exemplar;

        internal Child(Counter parent, string[] labelValues, bool publish)
            : base(parent, labelValues, publish) => _exemplars = new ExemplarRecorder(parent, parent._exemplarBehavior);

        public double Value => _value.Value;

        public void Inc(double increment = 1.0) => Inc(increment, null);

        public void Inc(Exemplar? exemplar) => Inc(1, exemplar);

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

        public void IncTo(double targetValue)
        {
            _value.RaiseTo(targetValue);
            Publish();
        }

        private protected override void WriteSamplesTo(ExpositionWriter writer) =>
            writer.WriteSample(Parent.Utf8Name, LabelText, Value, _exemplar);
    }
}
