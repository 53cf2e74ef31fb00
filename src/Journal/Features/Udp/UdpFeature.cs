using System.Net.Sockets;
using Journal.Features.Udp.Receiving;
using Microsoft.Extensions.DependencyInjection.Extensions;

namespace Journal.Features.Udp;

/// <summary>Syslog datagrams (RFC 5426).</summary>
internal static class UdpFeature
{
    public static void AddUdp(this IServiceCollection services)
    {
        services.TryAddSingleton<IDatagramIntake, DatagramIntake>(); // the lab replaces it by one that drops them
        services.AddSingleton(new OpenReceiver(Open));
        services.AddSingleton<UdpListener>();
        services.AddHostedService(provider => provider.GetRequiredService<UdpListener>());
    }

    private static IDatagramReceiver Open(Socket socket) =>
        BatchReceiver.IsKnown ? new BatchReceiver(socket.SafeHandle, socket.AddressFamily) : new SingleReceiver(socket);
}
