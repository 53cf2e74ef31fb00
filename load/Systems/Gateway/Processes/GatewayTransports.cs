namespace Load.Systems.Gateway.Processes;

/// <summary>Names of the ways through the gateway, beside those of the analyzer alone.</summary>
internal static class GatewayTransports
{
    /// <summary>REST in, gRPC out.</summary>
    public const string Rest = "gateway";

    /// <summary>gRPC in, gRPC out.</summary>
    public const string Grpc = "gateway-grpc";

    /// <summary>The process that a request passes on its way to the analyzer; null when it passes none.</summary>
    public static string? HopOf(string transport) =>
        transport is Rest or Grpc ? GatewayProcess.AssemblyName
        : Peer.All.FirstOrDefault(peer => transport == peer.Name || transport == peer.GrpcName)?.Name;
}
