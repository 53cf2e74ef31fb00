namespace Analyzer.Core;

/// <summary>Decides which of two reports of one file is kept.</summary>
public static class ReportPrecedence
{
    /// <summary>The <see cref="UnableReason.Reason"/> of what stayed closed for want of a password.</summary>
    public const string NeedsPassword = "needs-password";

    /// <summary>
    /// A newer engine's report replaces an earlier one, and so does a report of the same engine for which a password has opened more: what
    /// was said without it is no answer to a sender who has it.
    /// </summary>
    public static bool Replaces(this AnalysisReport report, AnalysisReport earlier) => report.Engine > earlier.Engine
        || (report.Engine == earlier.Engine && earlier.Locked() is > 0 and var locked && report.Locked() < locked);

    /// <summary>How much in the file, and in its parts as far as they are listed, stayed closed for want of a password.</summary>
    public static long Locked(this AnalysisReport report) => Locked(report.Unable, report.Parts);

    private static long Locked(IReadOnlyList<UnableReason>? unable, IReadOnlyList<FilePart>? parts) =>
        (unable?.Where(static reason => reason.Reason == NeedsPassword).Sum(static reason => Math.Max(1, reason.Count)) ?? 0)
            + (parts?.Sum(static part => Locked(part.Unable, part.Parts)) ?? 0);
}
