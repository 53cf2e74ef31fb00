using Analyzer.Core;
using Analyzer.Service.Features.Grpc;
using Google.Protobuf;
using Wire = Analyzer.Protos.V1;

namespace Analyzer.Service.Features.Storage;

/// <summary>A report that the store has got, with the forms in which it goes out: each made once, when first asked for.</summary>
internal sealed class KnownReport(AnalysisReport report, byte[]? json = null)
{
    private byte[]? _json = json;
    private Wire.AnalysisReport? _wire;
    private byte[]? _protobuf;

    public AnalysisReport Report => report;

    /// <summary>UTF-8. Shared: do not write to it.</summary>
    public byte[] Json => _json ??= ReportJson.Serialize(report);

    /// <summary>Shared: do not change it.</summary>
    public Wire.AnalysisReport Wire => _wire ??= report.ToWire();

    /// <summary><see cref="Wire"/> as it is sent. Shared: do not write to it.</summary>
    public byte[] Protobuf => _protobuf ??= Wire.ToByteArray();
}
