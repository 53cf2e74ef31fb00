namespace Prometheus;

public sealed partial class Histogram
{
    public sealed class Child : ChildBase
    {
        private readonly HistogramBounds _bounds;
        private readonly ExemplarBehavior _exemplars;

        /// <summary>Observations per bucket, not yet summed up as the exposition has them.</summary>
        private readonly long[] _counts;
        private readonly ExemplarSlot?[] _exemplarOfBucket;
        private AtomicDouble _sum;

        internal Child(Histogram parent, string[] labelValues)
            : base(parent, labelValues)
        {
            _bounds = parent._bounds;
            _exemplars = parent._exemplars;
            _counts = new long[_bounds.Count];
            _exemplarOfBucket = new ExemplarSlot?[_bounds.Count];
        }

        /// <summary>The sum of all observed values.</summary>
        public double Sum => _sum.Value;

        /// <summary>The number of all observed values.</summary>
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

        /// <inheritdoc cref="Observe(double, Exemplar?)"/>
        public void Observe(double val) => Observe(val, null);

        /// <param name="val">Measured value; NaN is ignored.</param>
        /// <param name="exemplar">null: ask the metric's <see cref="ExemplarBehavior"/>; <see cref="Exemplar.None"/>: none.</param>
        public void Observe(double val, Exemplar? exemplar)
        {
            // One NaN would make the sum NaN for ever.
            if (double.IsNaN(val))
            {
                return;
            }

            var bucket = _bounds.BucketOf(val);
            _exemplars.Record(ref _exemplarOfBucket[bucket], exemplar, val);
            Interlocked.Increment(ref _counts[bucket]);
            _sum.Add(val);
            Publish();
        }

        private protected override void WriteSamplesTo(ExpositionWriter writer)
        {
            // Read once and summed up here: the count equals the last bucket, and no bucket is below the one before, also during
            // observations.
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
