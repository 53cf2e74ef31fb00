using System.ComponentModel.DataAnnotations;
using Hosting.Limits;
using Hosting.Settings;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.AspNetCore.Server.Kestrel.Transport.Sockets;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Options;

namespace Hosting.Listeners;

/// <summary>The ports of a host, and their buffers.</summary>
public static partial class ListenersFeature
{
    private static readonly RangeAttribute PortRange = new(0, 65535);

    /// <summary>Declares the host's ports, and their settings.</summary>
    public static IServiceCollection AddListeners(this IServiceCollection services, params IEnumerable<Listener> listeners)
    {
        foreach (var listener in listeners)
        {
            services.AddSingleton(listener);
            var type = listener.Name is null ? typeof(int) : typeof(int?); // a port with a name may be closed
            services.AddSingleton(new Setting(listener.Key, type, listener.IsClosedByDefault ? null : listener.Port, [PortRange]));
        }

        services.TryAddEnumerable(ServiceDescriptor.Singleton<IValidateOptions<HostSettings>, ListenerPorts>());
        services.TryAddEnumerable(ServiceDescriptor.Singleton<IValidateOptions<HostSettings>, Exposure>());
        services.TryAddSingleton<ListenerPorts>();
        return services;
    }

    internal static void AddTransport(this IServiceCollection services)
    {
        services.TryAddSingleton<ServedProtocols>();
        services.TryAddSingleton<ServerCertificates>();
        services.TryAddSingleton<ResetStreams>();
        services.TryAddSingleton<ClosedConnections>();
        services.TryAddSingleton(HandlePlan.Of);
        services.AddHealthChecks().AddCheck<ProtocolsHealthCheck>("transport");
        services.AddLargeBlocks();
        services.AddNamedAddresses();
        services.IgnoreFrameworkAddresses();
        services.AddOptions<SocketTransportOptions>().Configure<HostDescription, ListenerPorts>((sockets, host, ports) =>
            sockets.CreateBoundListenSocket = endpoint => ListenSockets.Bind(endpoint, host, ports.KeyOf(endpoint)));
        services.AddOptions<KestrelServerOptions>()
            .Configure<ListenerPorts, IOptions<HostSettings>>((kestrel, ports, settings) =>
            {
                kestrel.AddServerHeader = false;
                ports.Listen(kestrel, settings.Value);
            });
    }

    /// <summary>Logs at the start what is served.</summary>
    internal static void UseTransport(this WebApplication app) =>
        app.Lifetime.ApplicationStarted.Register(() => Log.Serving(app.Logger, app.Services.GetRequiredService<ServedProtocols>()));

    /// <summary>After the metrics, which count the dropped ones, and before everything expensive.</summary>
    internal static void UseResetStreams(this WebApplication app)
    {
        var resets = app.Services.GetRequiredService<ResetStreams>();
        app.Use(next => context => resets.ServeAsync(context, next));
    }

    private static void AddNamedAddresses(this IServiceCollection services)
    {
        if (services.LastOrDefault(service => service.ServiceType == typeof(IServer)) is { ImplementationType: { } kestrel } stock)
        {
            services.Remove(stock);
            services.AddSingleton(kestrel);
            services.AddSingleton<IServer>(provider => new NamedAddresses(
                (IServer)provider.GetRequiredService(kestrel), provider.GetRequiredService<ListenerPorts>(),
                provider.GetRequiredService<IOptions<HostSettings>>().Value));
        }
    }

    private static void AddLargeBlocks(this IServiceCollection services)
    {
        // Kestrel has already registered its own factory: it stays for a host that asks for stock buffers.
        var stock = services.LastOrDefault(service => service.ServiceType == typeof(IMemoryPoolFactory<byte>));
        services.AddSingleton(provider => provider.GetRequiredService<IOptions<TransportOptions>>().Value.LargeBlocks || stock is null
            ? new BlockPoolFactory(provider.GetRequiredService<TimeProvider>())
            : (IMemoryPoolFactory<byte>)(stock.ImplementationInstance
                ?? stock.ImplementationFactory?.Invoke(provider)
                ?? ActivatorUtilities.CreateInstance(provider, stock.ImplementationType!)));

        // No zero-byte receive before each real one. We also tried waiting for data nevertheless, inline scheduling of the sockets (alone
        // and with inline completions), and workstation instead of server GC: none made a difference beyond the spread.
        services.AddOptions<SocketTransportOptions>().Configure<IOptions<TransportOptions>>((sockets, transport) =>
        {
            if (transport.Value.LargeBlocks)
            {
                sockets.WaitForDataBeforeAllocatingBuffer = false;

                // The bytes that a connection may receive ahead of its reader. The default of 1 MiB costs as much CPU and, with a hundred
                // uploads at once, 50 MB more; with 256 KiB an upload over gRPC took a sixth more CPU.
                sockets.MaxReadBufferSize = 8 * BlockPool.BlockSize;
            }
        });
        services.AddOptions<KestrelServerOptions>().Configure<IOptions<TransportOptions>>((kestrel, transport) =>
        {
            if (transport.Value.LargeBlocks)
            {
                kestrel.Limits.Http2.MaxFrameSize = BlockPool.BlockSize;
            }
        });
    }

    private static partial class Log
    {
        [LoggerMessage(20, LogLevel.Information, "Serving {Protocols}.")]
        public static partial void Serving(ILogger logger, ServedProtocols protocols);
    }
}
