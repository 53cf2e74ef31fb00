using Analyzer.Core;
using Hosting.Audit;
using Hosting.Metrics;

namespace Analyzer.Service.Features.Submit;

/// <summary>The audit trail tells each verdict, whichever edge the file came by. While it is off, no text is made for it.</summary>
internal static class AuditedVerdict
{
    public static void AuditTarget(this HttpContext context, AnalysisReport report)
    {
        if (context.Features.Get<AuditedCall>() is { } call)
        {
            (call.Target, call.Result) = (report.Sha256.ToString(), LabelValues.Of(report.Verdict));
        }
    }
}
