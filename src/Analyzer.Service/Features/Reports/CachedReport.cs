using Analyzer.Core;
using Google.Protobuf;
using Wire = Analyzer.Protos.V1;

namespace Analyzer.Service.Features.Reports;

/// <summary>A stored report, with its forms for the wire: each made once, when first needed.</summary>
internal sealed class CachedReport(StoredReport stored)
{
    private Wire.AnalysisReport? _wire;
    private WireReport? _fields;
    private WireReport? _inJson;

    /// <exception cref="StoreUnavailableException">The stored bytes are no report.</exception>
    public AnalysisReport Report => stored.Report;

    /// <summary>UTF-8, as it was stored.</summary>
    public ReadOnlyMemory<byte> Json => stored.Json;

    /// <summary>Shared: do not change it.</summary>
    /// <inheritdoc cref="Report"/>
    public Wire.AnalysisReport Wire => _wire ??= Report.ToWire();

    /// <summary><see cref="Wire"/> as it is sent.</summary>
    /// <inheritdoc cref="Report"/>
    public WireReport Fields => _fields ??= new WireReport(Wire.ToByteArray());

    /// <summary><see cref="Json"/> as it is sent over gRPC.</summary>
    public WireReport InJson => _inJson ??= WireReport.OfJson(Json);
}
