using System.Security.Cryptography;
using Analyzer.Core;
using Analyzer.Engines;
using BenchmarkDotNet.Attributes;

namespace Microbenchmarks;

/// <summary>One pass over a 10 MB PDF in 64 KB segments, against SHA-256 alone over the same segments. The bar: a rate of 0.6.</summary>
public class AnalysisBenchmarks
{
    private readonly byte[] _pdf = SamplePdf.OfLength(10_000_000);

    [Benchmark(Baseline = true)]
    public byte[] Sha256Alone()
    {
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        for (var at = 0; at < _pdf.Length; at += SamplePdf.SegmentLength)
        {
            hash.AppendData(_pdf, at, Math.Min(SamplePdf.SegmentLength, _pdf.Length - at));
        }

        return hash.GetHashAndReset();
    }

    [Benchmark]
    public AnalysisReport OnePass()
    {
        using var analysis = new FileAnalysis();
        for (var at = 0; at < _pdf.Length; at += SamplePdf.SegmentLength)
        {
            analysis.Append(_pdf.AsSpan(at, Math.Min(SamplePdf.SegmentLength, _pdf.Length - at)));
        }

        return analysis.Complete(DateTimeOffset.UnixEpoch, TimeSpan.Zero);
    }
}
