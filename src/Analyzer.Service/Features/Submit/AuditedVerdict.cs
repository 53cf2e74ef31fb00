using Analyzer.Core;
using Hosting.Audit;

namespace Analyzer.Service.Features.Submit;

/// <summary>The audit trail tells each verdict, whichever edge the file came by.</summary>
internal static class AuditedVerdict
{
    public static void AuditTarget(this HttpContext context, AnalysisReport report) =>
        context.AuditTarget(report.Sha256.ToString(), report.Verdict.ToString().ToLowerInvariant());
}
