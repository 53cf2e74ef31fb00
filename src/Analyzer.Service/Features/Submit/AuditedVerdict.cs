using Analyzer.Core;
using Hosting.Audit;
using Hosting.Metrics;

namespace Analyzer.Service.Features.Submit;

/// <summary>Puts each verdict into the audit trail, for REST and gRPC. While the trail is off, no text is made.</summary>
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
