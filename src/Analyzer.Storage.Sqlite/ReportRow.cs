using System.Diagnostics;
using System.Text.Json;
using Analyzer.Core;

namespace Analyzer.Storage.Sqlite;

/// <summary>A report as the database writes it. Made on the submitter's thread, so that the writer's thread only writes.</summary>
internal sealed record ReportRow(byte[] Id, long AnalyzedAt, string Verdict, int Engine, byte[] Json)
{
    public static ReportRow Of(AnalysisReport report) => new(
        report.Sha256.ToByteArray(),
        report.AnalyzedAt.ToUnixTimeMilliseconds(),
        VerdictText(report.Verdict),
        report.Engine,
        ReportJson.Serialize(report));

    /// <summary>The word that the JSON has too.</summary>
    public static string VerdictText(Verdict verdict) => verdict switch
    {
        Core.Verdict.Clean => "clean",
        Core.Verdict.Suspicious => "suspicious",
        Core.Verdict.Malicious => "malicious",
        Core.Verdict.Unable => "unable",
        _ => throw new UnreachableException($"No such verdict: {verdict}"),
    };

    /// <exception cref="StoreUnavailableException">What was stored is no report any more.</exception>
    public static AnalysisReport Parse(byte[] json, string path)
    {
        try
        {
            return ReportJson.Deserialize(json);
        }
        catch (JsonException e)
        {
            throw new StoreUnavailableException($"A report in {path} is damaged: run the integrity check.", e);
        }
    }
}
