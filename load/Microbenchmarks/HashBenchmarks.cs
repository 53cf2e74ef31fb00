#pragma warning disable CA5350, CA5351 // Measured, not relied on.
using System.Security.Cryptography;
using BenchmarkDotNet.Attributes;

namespace Microbenchmarks;

/// <summary>The cost of an identity of 32, 16 or 20 bytes: SHA-256, MD5 and SHA-1 over files of 1, 10 and 100 MB.</summary>
public class HashBenchmarks
{
    private byte[] _file = [];

    [Params(1, 10, 100)]
    public int Megabytes { get; set; }

    [GlobalSetup]
    public void Setup() => _file = SamplePdf.OfLength(Megabytes * 1_000_000);

    [Benchmark(Baseline = true)]
    public byte[] Sha256() => SHA256.HashData(_file);

    [Benchmark]
    public byte[] Md5() => MD5.HashData(_file);

    [Benchmark]
    public byte[] Sha1() => SHA1.HashData(_file);
}
