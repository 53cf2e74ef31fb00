using Analyzer.Service.Features.Reports;
using Grpc.Core;

namespace Analyzer.Service.Features.Grpc;

/// <summary>Sends a report that was serialized before.</summary>
internal static class WireReportMarshaller
{
    public static Marshaller<WireReport> Instance { get; } = new(
        (report, context) =>
        {
            context.SetPayloadLength(report.Length);
            report.WriteTo(context.GetBufferWriter());
            context.Complete();
        },
        _ => throw new NotSupportedException("The service only sends these."));
}
