namespace Prometheus;

public sealed partial class Gauge
{
    public sealed class Child : ChildBase, IGauge
    {
        private AtomicDouble _value;

        internal Child(Gauge parent, string[] labelValues, bool publish)
            : base(parent, labelValues, publish)
        {
        }

        public double Value => _value.Value;

        public void Inc(double increment = 1)
        {
            _value.Add(increment);
            Publish();
        }

        public void Set(double val)
        {
            _value.Value = val;
            Publish();
        }

        public void Dec(double decrement = 1) => Inc(-decrement);

        public void IncTo(double targetValue)
        {
            _value.RaiseTo(targetValue);
            Publish();
        }

        public void DecTo(double targetValue)
        {
            _value.LowerTo(targetValue);
            Publish();
        }

        private protected override void WriteSamplesTo(ExpositionWriter writer) =>
            writer.WriteSample(Parent.Utf8Name, LabelText, Value, exemplar: null);
    }
}
