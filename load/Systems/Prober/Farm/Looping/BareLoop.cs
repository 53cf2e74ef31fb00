using System.Diagnostics;
using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Authentication;
using System.Text;
using Farm.Serving;
using Trust;

namespace Farm.Looping;

/// <summary>
/// The least that a probe can be: a socket, a handshake that takes any certificate, a request, and the answer read to its end. Nothing is
/// resolved, judged or kept; probes start at a steady rate, but for those that are due while as many are under way as the prober allows.
/// </summary>
internal static class BareLoop
{
    private const int MaxInFlight = 4096; // more would take all handles of the farm

    private static long _done;
    private static long _failed;
    private static int _inFlight;

    public static async Task RunAsync(string kind, int control, int port, int targets, int rate, CancellationToken stop)
    {
        ControlPort.Open(control, Tell, stop);
        var (start, started) = (Stopwatch.GetTimestamp(), 0L);
        using var timer = new PeriodicTimer(TimeSpan.FromMilliseconds(10));
        while (await NextAsync(timer, stop))
        {
            for (var due = (long)(Stopwatch.GetElapsedTime(start).TotalSeconds * rate); started < due; started++)
            {
                if (Volatile.Read(ref _inFlight) < MaxInFlight)
                {
                    Interlocked.Increment(ref _inFlight);
                    _ = ProbeAsync(kind, port, $"ok-{started % targets}.farm.test");
                }
            }
        }
    }

    private static async ValueTask<bool> NextAsync(PeriodicTimer timer, CancellationToken stop)
    {
        try
        {
            return await timer.WaitForNextTickAsync(stop);
        }
        catch (OperationCanceledException)
        {
            return false;
        }
    }

    private static async Task ProbeAsync(string kind, int port, string host)
    {
        var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        try
        {
            await socket.ConnectAsync(new IPEndPoint(IPAddress.Loopback, port));
            if (kind != "tcp")
            {
                await using var plain = new NetworkStream(socket, ownsSocket: false);
                await AskAsync(kind, plain, port, host);
            }

            Interlocked.Increment(ref _done);
        }
        catch (Exception exception) when (exception is SocketException or IOException or AuthenticationException)
        {
            Interlocked.Increment(ref _failed);
        }
        finally
        {
            socket.LingerState = new(enable: true, seconds: 0);
            socket.SafeHandle.Dispose();
            socket.Dispose();
            Interlocked.Decrement(ref _inFlight);
        }
    }

    private static async Task AskAsync(string kind, NetworkStream plain, int port, string host)
    {
        var request = Encoding.ASCII.GetBytes($"GET / HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: close\r\n\r\n");
        var answer = new byte[4096];
        if (kind == "http")
        {
            await ExchangeAsync(plain, request, answer);
            return;
        }

        await using var secured = new SslStream(plain, leaveInnerStreamOpen: true);
        await secured.AuthenticateAsClientAsync(new SslClientAuthenticationOptions
        {
            TargetHost = host,
            AllowTlsResume = false, // as the prober: every handshake is full
            CertificateChainPolicy = ChainPolicies.Any, // .NET builds a chain before it calls back; this makes it cheap
#pragma warning disable CA5359 // The bare loop leaves out the cost of verifying.
            RemoteCertificateValidationCallback = (_, _, _, _) => true,
#pragma warning restore CA5359
        });
        await ExchangeAsync(secured, request, answer);
    }

    private static async Task ExchangeAsync(Stream stream, byte[] request, byte[] answer)
    {
        await stream.WriteAsync(request);
        while (await stream.ReadAsync(answer) > 0)
        {
            // To the end.
        }
    }

    private static string Tell() => $"all done {Interlocked.Read(ref _done)}\nall failed {Interlocked.Read(ref _failed)}\n"
        + $"all flying {Volatile.Read(ref _inFlight)}\n";
}
