using System.Net;
using System.Net.Sockets;
using System.Text;
using Prober.Engine.Probing;
using Prober.Features.Configuration;

namespace Prober.Tests.Clients;

/// <summary>Ports behind proxies, and stores that are asked for their data.</summary>
public sealed class ProxiedTests : IDisposable
{
    private readonly TempDirectory _folder = new("proxied");

    public static TheoryData<string, string, FailureClass> Proxies => new()
    {
        { "socks5://", "\u0005\0|\u0005\0\0\u0001\0\0\0\0\0\0", FailureClass.None },
        { "socks5://", "\u0005\0|\u0005\u0005\0\u0001\0\0\0\0\0\0", FailureClass.Refused },
        { "socks5://", "\u0005\0|\u0005\u0004\0\u0001\0\0\0\0\0\0", FailureClass.Unreachable },
        { "socks5://", "\u0005\0|\u0005\u0002\0\u0001\0\0\0\0\0\0", FailureClass.Proxy }, // its own rules
        { "socks5://", "\u0005\u00ff", FailureClass.Proxy },
        { "socks5://u:p@", "\u0005\u0002|\u0001\0|\u0005\0\0\u0003\u0001a\0\0", FailureClass.None },
        { "socks5://u:p@", "\u0005\u0002|\u0001\u0001", FailureClass.Proxy },
        { "socks5://", "HTTP/1.1 400 Bad Request\r\n\r\n", FailureClass.Proxy },
        { "http://", "HTTP/1.1 200 Connection established\r\n\r\n", FailureClass.None },
        { "http://", "HTTP/1.1 502 Bad Gateway\r\n\r\n", FailureClass.Unreachable },
        { "http://", "HTTP/1.1 407 Proxy Authentication Required\r\n\r\n", FailureClass.Proxy },
        { "http://", "garbage", FailureClass.Proxy },
    };

    public static TheoryData<string, string, FailureClass> Stores => new()
    {
        { "memcache", "VALUE k 0 1\r\nv\r\nEND\r\n", FailureClass.None },
        { "memcache", "VALUE k 0 1\r\nw\r\nEND\r\n", FailureClass.Content },
        { "memcache", "END\r\n", FailureClass.Content },
        { "memcache", "SSH-2.0-x\r\n", FailureClass.Protocol },
        { "zookeeper", "CONNECT|STATE:v", FailureClass.None },
        { "zookeeper", "CONNECT|STATE:w", FailureClass.Content },
        { "zookeeper", "CONNECT|\0\0\0\u0010\0\0\0\u0001\0\0\0\0\0\0\0\0\u00ff\u00ff\u00ff\u009b", FailureClass.Content }, // no such path
        { "zookeeper", "SSH-2.0-x\r\n", FailureClass.Content },
    };

    public void Dispose() => _folder.Dispose();

    [Theory]
    [MemberData(nameof(Proxies))]
    public async Task Probe_PortBehindAProxy_TellsWhoFailed(string proxy, string answers, FailureClass failure)
    {
        using var server = new Scripted(answers.Split('|'));
        var result = await OneTarget.ProbeAsync(Read(
            $"tcp: [{{ name: a, host: 'target.invalid:1', timeout: 5s, proxy: '{proxy}127.0.0.1:{server.Port}' }}]"));

        result.Failure.ShouldBe(failure, result.Message);
    }

    [Fact]
    public async Task Probe_ProxyThatIsAway_IsNoEvidence()
    {
        var result = await OneTarget.ProbeAsync(Read(
            $"tls: [{{ name: a, host: 'target.invalid:1', timeout: 5s, proxy: 'socks5://127.0.0.1:{LoopbackPort.FindFree()}' }}]"));

        result.Failure.ShouldBe(FailureClass.Proxy, result.Message);
    }

    [Theory]
    [MemberData(nameof(Stores))]
    public async Task Probe_Store_IsAskedForItsData(string driver, string answers, FailureClass failure)
    {
        using var server = new Scripted([.. answers.Split('|').Select(answer => answer switch
        {
            "CONNECT" => $"\0\0\0\u0025{new string('\u0001', 37)}",
            "STATE:v" or "STATE:w" => $"\0\0\0\u0059\0\0\0\u0001\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\u0001{answer[^1]}{new string('\0', 68)}",
            _ => answer,
        })]);
        var result = await OneTarget.ProbeAsync(Read(
            $"client: [{{ name: a, driver: {driver}, host: '127.0.0.1:{server.Port}', timeout: 5s, data: {{ k: v }} }}]"));

        result.Failure.ShouldBe(failure, result.Message);
    }

    private ProbesFile Read(string text)
    {
        File.WriteAllText(_folder.Combine("probes.yaml"), text);
        return ProbesFile.Read(_folder.Combine("probes.yaml"), _ => null);
    }

    /// <summary>Answers each time that it gets something, and closes after the last answer.</summary>
    private sealed class Scripted : IDisposable
    {
        private readonly TcpListener _listener = new(IPAddress.Loopback, 0);

        public Scripted(string[] answers)
        {
            _listener.Start();
            _ = ServeAsync(answers);
        }

        public int Port => ((IPEndPoint)_listener.LocalEndpoint).Port;

        public void Dispose() => _listener.Dispose();

        private async Task ServeAsync(string[] answers)
        {
            using var client = await _listener.AcceptTcpClientAsync();
            await using var stream = client.GetStream();
            var buffer = new byte[4096];
            foreach (var answer in answers)
            {
                if (await stream.ReadAsync(buffer) == 0)
                {
                    return;
                }

                await stream.WriteAsync(Encoding.Latin1.GetBytes(answer));
            }

            await ((Task)stream.ReadAsync(buffer).AsTask()).WaitAsync(TimeSpan.FromSeconds(1))
                .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }
}
