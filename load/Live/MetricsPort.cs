using System.Net;
using System.Net.Sockets;
using Load.Machine;
using Prometheus;

namespace Load.Live;

/// <summary><c>/metrics</c> on loopback, for as long as the lab runs.</summary>
internal sealed class MetricsPort : IDisposable
{
    private readonly KestrelMetricServer _server;

    private MetricsPort(KestrelMetricServer server, int port) => (_server, Port) = (server, port);

    public int Port { get; }

    /// <param name="registry">The content.</param>
    /// <param name="port">Null for a free one.</param>
    /// <exception cref="LabException">The port is taken.</exception>
    public static MetricsPort Open(CollectorRegistry registry, int? port)
    {
        var number = port ?? FreePorts.Take(1)[0];
        RequireFree(number);
        var server = new KestrelMetricServer("127.0.0.1", number, registry: registry);
        server.Start();
        return new MetricsPort(server, number);
    }

    public void Dispose() => _server.Dispose();

    /// <summary>A server of its own says only when asked for metrics that it could not listen.</summary>
    private static void RequireFree(int port)
    {
        try
        {
            using var probe = new TcpListener(IPAddress.Loopback, port);
            probe.Start();
        }
        catch (SocketException taken)
        {
            throw new LabException($"--metrics-port {port}: {taken.Message}.");
        }
    }
}
