using System.Text;
using Load.Corpus;
using Load.Transports;
using Load.Transports.Rest;

namespace Load.Crash;

/// <summary>What is wrong with a report, in words; null when nothing is.</summary>
internal static class ReportFault
{
    private const int BytesToShow = 40;

    /// <summary>Compared with what the lab knows of the file.</summary>
    public static string? Of(byte[] report, Upload upload)
    {
        var answer = ReportJson.Read(report, Reply.Known);
        return answer.Fault
            ?? (answer.Sha256 != upload.Sha256 ? $"is about another file, {answer.Sha256}"
            : answer.Size != upload.Size ? $"says {answer.Size} bytes of a file of {upload.Size}"
            : answer.Verdict != upload.Source.Verdict ? $"says {answer.Verdict} of a file that is {upload.Source.Verdict}"
            : null);
    }

    /// <summary>Compared byte for byte with the one that was acknowledged.</summary>
    public static string? Between(byte[] acknowledged, byte[] report)
    {
        var common = acknowledged.AsSpan().CommonPrefixLength(report);
        return common == acknowledged.Length && common == report.Length
            ? null
            : $"differs from the acknowledged one from byte {common} on: '{Excerpt(report, common)}' for '{Excerpt(acknowledged, common)}'";
    }

    private static string Excerpt(byte[] report, int start) => Encoding.UTF8.GetString(report.AsSpan(start, Math.Min(BytesToShow, report.Length - start)));
}
