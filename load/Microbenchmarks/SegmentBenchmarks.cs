using System.Security.Cryptography;
using Analyzer.Engines;
using BenchmarkDotNet.Attributes;

namespace Microbenchmarks;

/// <summary>A 64 KB segment in the middle of a PDF: what it takes, and that it allocates nothing.</summary>
public class SegmentBenchmarks : IDisposable
{
    private readonly byte[] _pdf = SamplePdf.OfLength(10_000_000);
    private readonly IncrementalHash _hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
    private readonly FileAnalysis _analysis = new();
    private int _at;

    [Benchmark(Baseline = true)]
    public void Sha256Alone() => _hash.AppendData(NextSegment());

    [Benchmark]
    public void OnePass() => _analysis.Append(NextSegment());

    [GlobalCleanup]
    public void Dispose()
    {
        _hash.Dispose();
        _analysis.Dispose();
        GC.SuppressFinalize(this);
    }

    private ReadOnlySpan<byte> NextSegment()
    {
        _at = _at + (2 * SamplePdf.SegmentLength) > _pdf.Length ? 0 : _at + SamplePdf.SegmentLength;
        return _pdf.AsSpan(_at, SamplePdf.SegmentLength);
    }
}
