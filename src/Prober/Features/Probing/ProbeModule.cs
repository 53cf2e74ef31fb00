namespace Prober.Features.Probing;

/// <summary>The kind of probe that a module of blackbox_exporter stands for.</summary>
internal static class ProbeModule
{
    public static string Known { get; } = "http_2xx, tcp_connect, icmp, or a kind such as tls, dns, grpc and client";

    /// <returns>The kind; empty for any, null when there is no such module.</returns>
    public static string? KindOf(string? module) => module switch
    {
        null or "" => "",
        "http" or "http_2xx" => "http",
        "tcp" or "tcp_connect" => "tcp",
        "ping" or "icmp" => "ping",
        "tls" or "dns" or "grpc" or "client" => module,
        _ => null,
    };
}
