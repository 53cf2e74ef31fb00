using System.Diagnostics;
using System.Security.Cryptography;
using Analyzer.Core;
using Analyzer.Engines;

namespace Analyzer.Service.Lab;

/// <summary>Saves made-up reports one after another, without HTTP or analysis in between: what the store does by itself.</summary>
internal static class StoreBurst
{
    private static readonly AnalysisReport Template = Analyze();

    /// <param name="store">The service's own.</param>
    /// <param name="count">How many saves.</param>
    /// <param name="time">Dates the reports.</param>
    /// <returns>Start and duration of each in Stopwatch ticks, which the lab on the same machine counts alike.</returns>
    public static async Task<long[]> RunAsync(IReportStore store, int count, TimeProvider time)
    {
        var ticks = new long[2 * count];
        for (var i = 0; i < ticks.Length; i += 2)
        {
            var report = Template with
            {
                Sha256 = new FileId(RandomNumberGenerator.GetBytes(FileId.ByteLength)),
                AnalyzedAt = DateTimeOffset.FromUnixTimeMilliseconds(time.GetUtcNow().ToUnixTimeMilliseconds()),
            };
            ticks[i] = Stopwatch.GetTimestamp();
            await store.SaveAsync(report, CancellationToken.None);
            ticks[i + 1] = Stopwatch.GetTimestamp() - ticks[i];
        }

        return ticks;
    }

    private static AnalysisReport Analyze()
    {
        using var analysis = new FileAnalysis();
        analysis.Append("%PDF-1.7\n1 0 obj\n<< /Type /Catalog /OpenAction << /S /JavaScript /JS (0) >> >>\nendobj\n"u8);
        analysis.Append("trailer\n<< /Root 1 0 R >>\n%%EOF\n"u8);
        return analysis.Complete(DateTimeOffset.UnixEpoch, TimeSpan.Zero);
    }
}
