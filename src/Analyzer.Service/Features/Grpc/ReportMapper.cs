using Analyzer.Core;
using Google.Protobuf.WellKnownTypes;
using Wire = Analyzer.Protos.V1;

namespace Analyzer.Service.Features.Grpc;

/// <summary>A report in its protobuf form: the same fields as the JSON form.</summary>
internal static class ReportMapper
{
    public static Wire.AnalysisReport ToWire(this AnalysisReport report) => new()
    {
        Sha256 = report.Sha256.ToString(),
        Size = report.Size,
        MediaType = report.MediaType,
        Verdict = report.Verdict.ToWire(),
        Score = report.Score,
        Findings = { report.Findings.Select(ToWire) },
        Pdf = report.Pdf?.ToWire(),
        Entropy = report.Entropy,
        Engine = report.Engine.ToString(System.Globalization.CultureInfo.InvariantCulture),
        AnalyzedAt = report.AnalyzedAt.ToTimestamp(),
        ElapsedMs = report.ElapsedMs,
    };

    private static Wire.Verdict ToWire(this Verdict verdict) => verdict switch
    {
        Verdict.Clean => Wire.Verdict.Clean,
        Verdict.Suspicious => Wire.Verdict.Suspicious,
        Verdict.Malicious => Wire.Verdict.Malicious,
        _ => Wire.Verdict.Unable,
    };

    private static Wire.Finding ToWire(this Finding finding) => new()
    {
        Rule = finding.Rule,
        Points = finding.Points,
        Count = finding.Count,
        Offset = finding.Offset,
        Reason = finding.Reason,
    };

    private static Wire.PdfSummary ToWire(this PdfSummary pdf) => new()
    {
        Version = pdf.Version,
        Keywords = { PdfKeywords.Names.Zip(pdf.Keywords.Counts, (name, count) => new Wire.KeywordCount { Name = name, Count = count }) },
        Obfuscated = pdf.Obfuscated,
    };
}
