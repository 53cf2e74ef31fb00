using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace Microbenchmarks;

/// <summary>A process of its own that answers on three ports of loopback: without TLS, with it, and with it and sessions.</summary>
internal static class HandshakeServer
{
    private static readonly byte[] Answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok"u8.ToArray();

    /// <summary>It ends with its input.</summary>
    public static Process StartProcess(out int plain, out int full, out int resuming)
    {
        string[] program = IsDotnet() ? [typeof(HandshakeServer).Assembly.Location] : [];
        var process = Process.Start(new ProcessStartInfo(Environment.ProcessPath!, [.. program, "handshakes", "--serve"])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        })!;
        var ports = process.StandardOutput.ReadLine()!.Split(' ').Select(port => int.Parse(port, CultureInfo.InvariantCulture)).ToArray();
        (plain, full, resuming) = (ports[0], ports[1], ports[2]);
        return process;
    }

    public static async Task ServeAsync()
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest("CN=localhost", key, HashAlgorithmName.SHA256);
        var now = TimeProvider.System.GetUtcNow();
        using var made = request.CreateSelfSigned(now.AddDays(-1), now.AddDays(1));
        using var certificate = X509CertificateLoader.LoadPkcs12(made.Export(X509ContentType.Pfx), password: null);
        var context = SslStreamCertificateContext.Create(certificate, additionalCertificates: null, offline: true);
        int[] ports = [Listen(null), Listen(Options(context, resumes: false)), Listen(Options(context, resumes: true))];
        Console.WriteLine(string.Join(' ', ports));
        await Console.In.ReadToEndAsync();
    }

    private static bool IsDotnet() => Path.GetFileNameWithoutExtension(Environment.ProcessPath) == "dotnet";

    private static SslServerAuthenticationOptions Options(SslStreamCertificateContext context, bool resumes) =>
        new() { ServerCertificateContext = context, AllowTlsResume = resumes };

    private static int Listen(SslServerAuthenticationOptions? options)
    {
        var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start(128);
        _ = AcceptAsync(listener, options);
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }

    private static async Task AcceptAsync(TcpListener listener, SslServerAuthenticationOptions? options)
    {
        while (true)
        {
            _ = AnswerAsync(await listener.AcceptSocketAsync(), options);
        }
    }

    private static async Task AnswerAsync(Socket socket, SslServerAuthenticationOptions? options)
    {
        try
        {
            using (socket)
            {
                socket.NoDelay = true;
                await using var plain = new NetworkStream(socket, ownsSocket: false);
                Stream stream = plain;
                if (options is not null)
                {
                    var secured = new SslStream(plain, leaveInnerStreamOpen: true);
                    await secured.AuthenticateAsServerAsync(options);
                    stream = secured;
                }

                await using (stream)
                {
                    var request = new byte[4096];
                    _ = await stream.ReadAsync(request);
                    await stream.WriteAsync(Answer);
                    socket.Shutdown(SocketShutdown.Send);
                    _ = await plain.ReadAsync(request); // until the client goes
                }
            }
        }
        catch (Exception exception) when (exception is IOException or SocketException or ObjectDisposedException)
        {
            // The client left.
        }
    }
}
