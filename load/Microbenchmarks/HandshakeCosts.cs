using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Authentication;
using System.Text;
using Trust;

namespace Microbenchmarks;

/// <summary>
/// What an https probe costs its client, in processor time, by the way in which its handshake is made: a new connection, a handshake, a
/// request, and the answer read to its end, one after the other. The ways take turns, so that whatever disturbs one disturbs the others.
/// </summary>
internal static class HandshakeCosts
{
    private const string Host = "localhost";
    private static readonly byte[] Request = Encoding.ASCII.GetBytes($"GET / HTTP/1.1\r\nHost: {Host}\r\nConnection: close\r\n\r\n");
    private static readonly CpuClock Clock = new();

    /// <param name="rounds">How often each way has its turn.</param>
    /// <param name="turn">Probes of a turn.</param>
    public static async Task PrintAsync(int rounds, int turn)
    {
        using var server = HandshakeServer.StartProcess(out var plain, out var full, out var resuming);
        using var library = new LibSsl(SslProtocols.Tls13);
        using var library12 = new LibSsl(SslProtocols.Tls12);
        var shared = Options(SslProtocols.Tls13, resumes: false);
        (string Name, Func<Task> Probe)[] ways =
        [
            ("TCP and HTTP alone", () => ProbeAsync(plain, (stream, _) => Task.FromResult(stream))),
            ("SslStream, TLS 1.3, no resumption (as the prober)", () => SecureAsync(full, Options(SslProtocols.Tls13, resumes: false))),
            ("SslStream, TLS 1.3, no resumption, .NET's own chain",
                () => SecureAsync(full, Options(SslProtocols.Tls13, resumes: false, cheap: false))),
            ("SslStream, TLS 1.3, one object of options", () => SecureAsync(full, shared)),
            ("SslStream, TLS 1.3, one SSL_CTX, no session", () => SecureAsync(full, Options(SslProtocols.Tls13, resumes: true))),
            ("SslStream, TLS 1.3, resumed", () => SecureAsync(resuming, Options(SslProtocols.Tls13, resumes: true))),
            ("SslStream, TLS 1.2, no resumption", () => SecureAsync(full, Options(SslProtocols.Tls12, resumes: false))),
            ("SslStream, TLS 1.2, one SSL_CTX, no session", () => SecureAsync(full, Options(SslProtocols.Tls12, resumes: true))),
            ("OpenSSL by P/Invoke, TLS 1.3, one SSL_CTX", () => library.ProbeAsync(full, Host, Request)),
            ("OpenSSL by P/Invoke, TLS 1.2, one SSL_CTX", () => library12.ProbeAsync(full, Host, Request)),
        ];
        var times = ways.Select(_ => new List<double>()).ToArray();
        for (var round = -2; round < rounds; round++)
        {
            for (var way = 0; way < ways.Length; way++)
            {
                var start = Clock.GetTimestamp();
                for (var probe = 0; probe < turn; probe++)
                {
                    await ways[way].Probe();
                }

                if (round >= 0)
                {
                    times[way].Add((Clock.GetTimestamp() - start) / 10.0 / turn);
                }
            }
        }

        Console.WriteLine($"Processor time of the client, microseconds a probe: median of {rounds} turns of {turn}, and their range.");
        foreach (var (way, of) in ways.Zip(times.Select(list => list.Order().ToList())))
        {
            Console.WriteLine($"{of[of.Count / 2],8:0} ({of[0]:0} to {of[^1]:0})  {way.Name}");
        }
    }

    private static SslClientAuthenticationOptions Options(SslProtocols protocol, bool resumes, bool cheap = true) => new()
    {
        TargetHost = Host,
        EnabledSslProtocols = protocol,
        AllowTlsResume = resumes,
        CertificateChainPolicy = cheap ? ChainPolicies.Any : null,
#pragma warning disable CA5359 // The cost of verifying is left out.
        RemoteCertificateValidationCallback = (_, _, _, _) => true,
#pragma warning restore CA5359
    };

    private static Task SecureAsync(int port, SslClientAuthenticationOptions options) => ProbeAsync(port, async (plain, token) =>
    {
        var secured = new SslStream(plain, leaveInnerStreamOpen: true);
        await secured.AuthenticateAsClientAsync(options, token);
        return secured;
    });

    private static async Task ProbeAsync(int port, Func<Stream, CancellationToken, Task<Stream>> open)
    {
        using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        await socket.ConnectAsync(new IPEndPoint(IPAddress.Loopback, port));
        await using var plain = new NetworkStream(socket, ownsSocket: false);
        await using var stream = await open(plain, CancellationToken.None);
        await stream.WriteAsync(Request);
        var answer = new byte[4096];
        while (await stream.ReadAsync(answer) > 0)
        {
            // To the end.
        }

        socket.LingerState = new(enable: true, seconds: 0);
    }
}
