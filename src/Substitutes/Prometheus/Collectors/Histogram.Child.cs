namespace Prometheus;

public sealed partial class Histogram
{
    public sealed class Child : ChildBase, IHistogram
    {
        private readonly HistogramBounds _bounds;
        private readonly ExemplarRecorder _exemplars;

        /// <summary>Observations per bucket, not yet summed up as the exposition has them.</summary>
        private readonly long[] _counts;
        private readonly ExemplarSlot?[] _exemplarOfBucket;
        private AtomicDouble _sum;

        internal Child(Histogram parent, string[] labelValues, bool publish)
            : base(parent, labelValues, publish)
        {
            _bounds = parent._bounds;
            _exemplars = new ExemplarRecorder(parent, parent._exemplarBehavior);
            _counts = new long[_bounds.Count];
            _exemplarOfBucket = new ExemplarSlot?[_bounds.Count];
        }

        public double Sum => _sum.Value;

        public long Count
        {
            get
            {
                var total = 0L;
                for (var bucket = 0; bucket < _counts.Length; bucket++)
                {
                    total += Volatile.Read(ref _counts[bucket]);
                }

                return total;
            }
        }

        public void Observe(double val) => Observe(val, 1, null);

        public void Observe(double val, long count) => Observe(val, count, null);

        public void Observe(double val, Exemplar? exemplar) => Observe(val, 1, exemplar);

        private void Observe(double value, long count, Exemplar? exemplar)
        {
            // One NaN would make the sum NaN for ever.
            if (double.IsNaN(value))
            {
                return;
            }

            ArgumentOutOfRangeException.ThrowIfNegative(count);
            var bucket = _bounds.BucketOf(value);
            _exemplars.Record(ref _exemplarOfBucket[bucket], exemplar, value);
            Interlocked.Add(ref _counts[bucket], count);
            _sum.Add(value * count);
            Publish();
        }

        private protected override void WriteSamplesTo(ExpositionWriter writer)
        {
            // Read once and summed up here: under load, too, the count equals the last bucket and no bucket is below the one before.
            Span<long> cumulative = _counts.Length <= 128 ? stackalloc long[_counts.Length] : new long[_counts.Length];
            var total = 0L;
            for (var bucket = 0; bucket < cumulative.Length; bucket++)
            {
                cumulative[bucket] = total += Volatile.Read(ref _counts[bucket]);
            }

            writer.WriteSum(Parent.Utf8Name, LabelText, Sum);
            writer.WriteCount(Parent.Utf8Name, LabelText, total);
            var bounds = _bounds.Text(writer.Format);
            for (var bucket = 0; bucket < cumulative.Length; bucket++)
            {
                writer.WriteBucket(Parent.Utf8Name, LabelText, bounds[bucket], cumulative[bucket], _exemplarOfBucket[bucket]);
            }
        }
    }
}
