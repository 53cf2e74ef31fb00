using System.Diagnostics;
using Analyzer.Core;
using Microsoft.Data.Sqlite;
using Storage.Sqlite;

namespace Analyzer.Storage.Sqlite;

/// <summary>A row of the table. It is made on the submitter's thread, so that the writer's thread only writes.</summary>
internal sealed record ReportRow(
    byte[] Id, long AnalyzedAt, string Verdict, int Engine, string MediaType, int Score, byte[] Json, long Checksum, AnalysisReport Report)
{
    private static ReadOnlySpan<byte> LockedMark => "needs-password"u8;

    public static ReportRow Of(AnalysisReport report)
    {
        var id = report.Sha256.ToByteArray();
        var json = ReportJson.Serialize(report);
        return new(
            id,
            report.AnalyzedAt.ToUnixTimeMilliseconds(),
            VerdictText(report.Verdict),
            report.Engine,
            report.MediaType,
            report.Score,
            json,
            ReportChecksum.Of(id, json),
            report);
    }

    /// <summary>
    /// Whether it replaces a stored report (<see cref="ReportPrecedence"/>), which is parsed only when a password may matter.
    /// </summary>
    public bool Replaces(long engine, ReadOnlySpan<byte> json) => Engine > engine
        || (Engine == engine && json.IndexOf(LockedMark) >= 0 && Report.Replaces(ReportJson.Deserialize(json)));

    /// <summary>Reads the JSON and its checksum, which stand in these columns of a row.</summary>
    /// <returns>Null when the report is damaged.</returns>
    public static byte[]? Intact(SqliteDataReader row, int json, int checksum, byte[] id) =>
        !row.IsDBNull(json) && !row.IsDBNull(checksum)
            && row.GetFieldValue<byte[]>(json) is var bytes && ReportChecksum.Of(id, bytes) == row.GetInt64(checksum)
            ? bytes
            : null;

    /// <inheritdoc cref="Intact(SqliteDataReader, int, int, byte[])"/>
    public static byte[]? Intact(KeyQuery.Row row, int json, int checksum, ReadOnlySpan<byte> id) =>
        !row.IsNull(json) && !row.IsNull(checksum) && ReportChecksum.Of(id, row.Bytes(json)) == row.Number(checksum)
            ? row.Bytes(json).ToArray()
            : null;

    /// <summary>The same word as in the JSON.</summary>
    public static string VerdictText(Verdict verdict) => verdict switch
    {
        Core.Verdict.Clean => "clean",
        Core.Verdict.Suspicious => "suspicious",
        Core.Verdict.Malicious => "malicious",
        Core.Verdict.Unable => "unable",
        _ => throw new UnreachableException($"No such verdict: {verdict}"),
    };
}
