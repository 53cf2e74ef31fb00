using Analyzer.Core;

namespace Analyzer.Service.Features.Scanning;

/// <summary>Orders verdicts for whoever acts on them: malicious, suspicious, unable, clean.</summary>
internal static class Severity
{
    private static readonly Verdict[] Order = [Verdict.Clean, Verdict.Unable, Verdict.Suspicious, Verdict.Malicious];

    public static bool IsAtLeast(Verdict verdict, Verdict limit) => Array.IndexOf(Order, verdict) >= Array.IndexOf(Order, limit);
}
