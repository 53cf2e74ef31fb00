using System.Net.Sockets;

namespace Prober.Engine.Probing.Connecting;

/// <summary>Whether a proxy failed, which says nothing about the target, or said that the target cannot be reached.</summary>
internal static class ProxyFaults
{
    /// <summary>Connects to the proxy: whatever fails there is the prober's own side.</summary>
    /// <returns>Null when it failed: the result says why.</returns>
    public static async ValueTask<Socket?> ConnectAsync(Uri proxy, ProbeCall call)
    {
        string problem;
        try
        {
            if (await Connector.ConnectAsync(proxy.IdnHost, proxy.Port, call) is { } socket)
            {
                return socket;
            }

            problem = call.Result.Message;
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            problem = ProbeFaults.Classify(exception, call.Result.Address, call.Source).Message;
        }

        call.Result.Fail(FailureClass.Proxy, $"The proxy {proxy.Host}:{proxy.Port} cannot be reached: {problem}");
        return null;
    }
}
