namespace Journal.Features.Udp;

/// <summary>Datagrams of syslog (RFC 5426).</summary>
internal static class UdpFeature
{
    public static void AddUdp(this IServiceCollection services)
    {
        services.AddSingleton<UdpListener>();
        services.AddHostedService(provider => provider.GetRequiredService<UdpListener>());
    }
}
