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
    /// <exception cref="LabException">Nothing can listen there: the port is taken, or the user may not.</exception>
    public static MetricsPort Open(CollectorRegistry registry, int? port)
    {
        var number = port ?? FreePorts.Take(1)[0];
        var server = new KestrelMetricServer("127.0.0.1", number, registry: registry);
        try
        {
            server.Start();
        }
        catch (Exception failed) when (failed is IOException or SocketException)
        {
            throw new LabException($"--metrics-port {number}: {failed.Message}");
        }

        return new MetricsPort(server, number);
    }

    public void Dispose() => _server.Dispose();
}
