using System.Buffers;
using System.Security.Cryptography;
using System.Text.Json;
using Analyzer.Core;
using Analyzer.Engines;
using Analyzer.Storage.Sqlite;
using BenchmarkDotNet.Attributes;
using BenchmarkDotNet.Configs;

namespace Microbenchmarks;

/// <summary>
/// What a look-up that no cache answers, and a page of 50, cost from the SQLite file to the bytes of the response: with the stored bytes,
/// and with reports that are parsed and written anew.
/// </summary>
[GroupBenchmarksBy(BenchmarkLogicalGroupRule.ByCategory)]
public class StoredReportBenchmarks
{
    private const int Reports = 1000;

    private static readonly ReportQuery Page = new(Limit: 50);

    private readonly string _folder = Path.Combine(Path.GetTempPath(), $"microbenchmarks-{Guid.NewGuid():n}");
    private readonly FileId _id = Id(Reports / 2);
    private readonly ArrayBufferWriter<byte> _response = new();
    private SqliteReportStore? _store;

    [GlobalSetup]
    public async Task SetupAsync()
    {
        _store = SqliteReportStore.Open(new SqliteStoreOptions { Path = Path.Combine(_folder, "reports.db") });
        using var analysis = new FileAnalysis();
        analysis.Append(SamplePdf.OfLength(1_000_000));
        var report = analysis.Complete(DateTimeOffset.UnixEpoch, TimeSpan.FromMilliseconds(1.2345));
        var reports = Enumerable.Range(0, Reports)
            .Select(number => report with { Sha256 = Id(number), AnalyzedAt = report.AnalyzedAt.AddSeconds(number) });
        await Task.WhenAll(reports.Select(one => _store.SaveAsync(one, CancellationToken.None)));
    }

    [GlobalCleanup]
    public async Task CleanupAsync()
    {
        await _store!.DisposeAsync();
        Directory.Delete(_folder, recursive: true);
    }

    [Benchmark(Baseline = true), BenchmarkCategory("find")]
    public int FindParsedAndWrittenAnew() => ReportJson.Serialize(Find().Report).Length;

    [Benchmark, BenchmarkCategory("find")]
    public int FindStoredBytes() => Find().Json.Length;

    [Benchmark(Baseline = true), BenchmarkCategory("page of 50")]
    public int ListParsedAndWrittenAnew() => Write(writer =>
    {
        foreach (var stored in List().Reports)
        {
            JsonSerializer.Serialize(writer, stored.Report, ReportJson.Wire.AnalysisReport);
        }
    });

    [Benchmark, BenchmarkCategory("page of 50")]
    public int ListStoredBytes() => Write(writer =>
    {
        foreach (var stored in List().Reports)
        {
            writer.WriteRawValue(stored.Json.Span, skipInputValidation: true);
        }
    });

    private static FileId Id(int number) => new(SHA256.HashData(BitConverter.GetBytes(number)));

    // Both are done when they return: the store reads on its caller's thread.
    private StoredReport Find() => _store!.FindAsync(_id, CancellationToken.None).AsTask().GetAwaiter().GetResult()!;

    private ReportPage List() => _store!.ListAsync(Page, CancellationToken.None).GetAwaiter().GetResult();

    private int Write(Action<Utf8JsonWriter> items)
    {
        _response.ResetWrittenCount();
        using var writer = new Utf8JsonWriter(_response);
        writer.WriteStartArray();
        items(writer);
        writer.WriteEndArray();
        writer.Flush();
        return _response.WrittenCount;
    }
}
