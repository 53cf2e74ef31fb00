using System.Text;
using Analyzer.Core;

namespace Analyzer.Engines.Tests.Pdf;

/// <summary>Reports as text, so that two can be compared whatever the pieces were in which the bytes came.</summary>
internal static class Reported
{
    public static string Text(IEnumerable<ReadOnlyMemory<byte>> pieces)
    {
        using var analysis = new FileAnalysis();
        return Text(Of(analysis, pieces));
    }

    public static string Text(AnalysisReport report) => Encoding.UTF8.GetString(ReportJson.Serialize(report));

    /// <param name="analysis">Ready for another file afterwards.</param>
    /// <param name="pieces">The bytes.</param>
    public static AnalysisReport Of(FileAnalysis analysis, IEnumerable<ReadOnlyMemory<byte>> pieces)
    {
        foreach (var piece in pieces)
        {
            analysis.Append(piece.Span);
        }

        var report = analysis.Complete(DateTimeOffset.UnixEpoch, TimeSpan.Zero);
        analysis.Reset();
        return report;
    }
}
