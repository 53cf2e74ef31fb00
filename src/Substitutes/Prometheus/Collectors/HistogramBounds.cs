using System.Numerics;

namespace Prometheus;

/// <summary>The upper bounds of a histogram, the last being +Inf, with the search and the text of each.</summary>
internal sealed class HistogramBounds
{
    /// <summary>Filled up with +Inf to whole vectors: no value is above that, so the filling is never counted.</summary>
    private readonly double[] _padded;
    private readonly byte[][] _prometheusText;
    private readonly byte[][] _openMetricsText;

    /// <exception cref="ArgumentException">No bound, or a bound not above the one before.</exception>
    public HistogramBounds(double[] bounds)
    {
        if (bounds.Length == 0)
        {
            throw new ArgumentException("Histogram must have at least one bucket", nameof(bounds));
        }

        if (bounds.Any(double.IsNaN) || bounds.Zip(bounds.Skip(1)).Any(pair => pair.First >= pair.Second))
        {
            throw new ArgumentException("Bucket values must be increasing", nameof(bounds));
        }

        double[] all = double.IsPositiveInfinity(bounds[^1]) ? bounds : [.. bounds, double.PositiveInfinity];
        Count = all.Length;
        _prometheusText = Array.ConvertAll(all, bound => NumberText.Encode(bound, ExpositionFormat.PrometheusText));
        _openMetricsText = Array.ConvertAll(all, bound => NumberText.Encode(bound, ExpositionFormat.OpenMetricsText));

        var vectors = (Count + Vector<double>.Count - 1) / Vector<double>.Count;
        _padded = new double[vectors * Vector<double>.Count];
        _padded.AsSpan().Fill(double.PositiveInfinity);
        all.CopyTo(_padded, 0);
    }

    public int Count { get; }

    /// <summary>The first bucket whose bound is not below the value: as many as there are bounds below it. Without a branch.</summary>
    public int BucketOf(double value)
    {
        var sought = new Vector<double>(value);
        var below = Vector<long>.Zero;
        for (var i = 0; i < _padded.Length; i += Vector<double>.Count)
        {
            // A true lane is all ones: -1.
            below -= Vector.LessThan(new Vector<double>(_padded, i), sought);
        }

        return (int)Vector.Sum(below);
    }

    public byte[][] Text(ExpositionFormat format) => format == ExpositionFormat.OpenMetricsText ? _openMetricsText : _prometheusText;
}
