using System.Text;
using Analyzer.Core;
using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Tests.Making;

/// <summary>Analyses a file whole and in many pieces: both say the same.</summary>
internal static class Judged
{
    public static AnalysisReport Of(byte[] file, PartLimits? limits = null)
    {
        using var analysis = new FileAnalysis(limits ?? PartLimits.Default);
        var whole = Of(analysis, file, _ => file.Length);
        var random = new Random(file.Length);
        foreach (var longest in (int[])[7, 700, 70_000])
        {
            // Single bytes of a long file would take long.
            var pieces = file.Length > 100_000 && longest < 700 ? Of(analysis, file, at => at < 20_000 ? random.Next(1, longest + 1)
                : file.Length)
                : Of(analysis, file, _ => random.Next(1, longest + 1));
            Text(pieces).ShouldBe(Text(whole), $"in pieces of {longest}");
        }

        return whole;
    }

    public static AnalysisReport Of(string text) => Of(Encoding.UTF8.GetBytes(text));

    /// <summary>All rules that were met, in the file and in its parts.</summary>
    public static IReadOnlyList<string> Rules(this AnalysisReport report) =>
        [.. report.Findings.Concat(report.AllParts().SelectMany(part => part.Findings)).Select(finding => finding.Rule)];

    /// <summary>All reasons of unable, in the file and in its parts.</summary>
    public static IReadOnlyList<string> Gaps(this AnalysisReport report) =>
        [.. (report.Unable ?? []).Concat(report.AllParts().SelectMany(part => part.Unable ?? [])).Select(unable => unable.Reason)];

    public static IEnumerable<FilePart> AllParts(this AnalysisReport report) => Below(report.Parts);

    /// <summary>The one part of this name, wherever it lies.</summary>
    public static FilePart Part(this AnalysisReport report, string name) => report.AllParts().Single(part => part.Name == name);

    public static string Text(AnalysisReport report) => Encoding.UTF8.GetString(ReportJson.Serialize(report));

    private static IEnumerable<FilePart> Below(IReadOnlyList<FilePart>? parts) => (parts ?? []).SelectMany(part => Below(part.Parts)
        .Prepend(part));

    private static AnalysisReport Of(FileAnalysis analysis, ReadOnlySpan<byte> file, Func<int, int> length)
    {
        for (var at = 0; at < file.Length;)
        {
            var piece = file.Slice(at, Math.Min(length(at), file.Length - at));
            analysis.Append(piece);
            at += piece.Length;
        }

        var report = analysis.Complete(DateTimeOffset.UnixEpoch, TimeSpan.Zero);
        analysis.Reset();
        return report;
    }
}
