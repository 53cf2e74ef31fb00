namespace Analyzer.Service.Features.Transport;

/// <summary>How a request came.</summary>
internal enum TransportKind
{
    RestH1,
    RestH2,
    RestH3,
    Grpc,
}
