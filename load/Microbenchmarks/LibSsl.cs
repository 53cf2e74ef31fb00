using System.Net;
using System.Net.Sockets;
using System.Runtime.InteropServices;
using System.Security.Authentication;

namespace Microbenchmarks;

/// <summary>
/// A client of OpenSSL 3 itself, on a socket that does not block: what a probe could cost at the least. It verifies nothing and keeps no
/// session. An experiment for Linux, and no part of any product.
/// </summary>
internal sealed partial class LibSsl : IDisposable
{
    private const string Library = "libssl.so.3";
    private const int SetServerName = 55;
    private const int SetMinimum = 123;
    private const int SetMaximum = 124;
    private const int WantRead = 2;
    private const int WantWrite = 3;

    private readonly nint _context = SSL_CTX_new(TLS_client_method());

    public LibSsl(SslProtocols protocol)
    {
        var version = protocol == SslProtocols.Tls13 ? 0x0304 : 0x0303;
        SSL_CTX_ctrl(_context, SetMinimum, version, 0);
        SSL_CTX_ctrl(_context, SetMaximum, version, 0);
    }

    public void Dispose() => SSL_CTX_free(_context);

    public async Task ProbeAsync(int port, string host, byte[] request)
    {
        using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        await socket.ConnectAsync(new IPEndPoint(IPAddress.Loopback, port));
        var session = SSL_new(_context);
        try
        {
            if (SSL_set_fd(session, (int)socket.Handle) != 1)
            {
                throw new IOException("OpenSSL does not take the socket.");
            }

            SetName(session, host);
            await UntilAsync(socket, session, () => SSL_connect(session));
            await UntilAsync(socket, session, () => SSL_write(session, request, request.Length));
            var answer = new byte[4096];
            while (await UntilAsync(socket, session, () => SSL_read(session, answer, answer.Length)) > 0)
            {
                // To the end.
            }
        }
        finally
        {
            SSL_free(session);
            socket.LingerState = new(enable: true, seconds: 0);
        }
    }

    private static void SetName(nint session, string host)
    {
        var name = Marshal.StringToHGlobalAnsi(host);
        SSL_ctrl(session, SetServerName, 0, name);
        Marshal.FreeHGlobal(name);
    }

    /// <summary>Repeats a step whenever the socket is ready again.</summary>
    private static async ValueTask<int> UntilAsync(Socket socket, nint session, Func<int> step)
    {
        while (true)
        {
            var done = step();
            if (done > 0)
            {
                return done;
            }

            switch (SSL_get_error(session, done))
            {
                case WantRead:
                    await socket.ReceiveAsync(Memory<byte>.Empty);
                    break;
                case WantWrite:
                    await Task.Yield();
                    break;
                default:
                    return done;
            }
        }
    }

    [LibraryImport(Library)]
    private static partial nint TLS_client_method();

    [LibraryImport(Library)]
    private static partial nint SSL_CTX_new(nint method);

    [LibraryImport(Library)]
    private static partial nint SSL_CTX_ctrl(nint context, int command, nint number, nint pointer);

    [LibraryImport(Library)]
    private static partial void SSL_CTX_free(nint context);

    [LibraryImport(Library)]
    private static partial nint SSL_new(nint context);

    [LibraryImport(Library)]
    private static partial void SSL_free(nint session);

    [LibraryImport(Library)]
    private static partial nint SSL_ctrl(nint session, int command, nint number, nint pointer);

    [LibraryImport(Library)]
    private static partial int SSL_set_fd(nint session, int handle);

    [LibraryImport(Library)]
    private static partial int SSL_connect(nint session);

    [LibraryImport(Library)]
    private static partial int SSL_write(nint session, byte[] buffer, int count);

    [LibraryImport(Library)]
    private static partial int SSL_read(nint session, [Out] byte[] buffer, int count);

    [LibraryImport(Library)]
    private static partial int SSL_get_error(nint session, int result);
}
