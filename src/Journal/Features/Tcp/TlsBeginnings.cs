using Journal.Features.Streams;
using Journal.Features.Settings;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.Options;

namespace Journal.Features.Tcp;

/// <summary>
/// Names the senders whose TLS does not begin: those that send without it, and those that end the handshake, as one does that does not
/// trust the certificate. Kestrel closes both without a word.
/// </summary>
internal sealed class TlsBeginnings(RefusedSenders refused, IOptions<JournalOptions> options, TimeProvider time)
{
    private const byte HandshakeRecord = 0x16; // RFC 8446, section 5.1

    /// <summary>Before TLS.</summary>
    /// <param name="listen">The port.</param>
    /// <param name="name">Its protocol, for the log.</param>
    public static void Watch(ListenOptions listen, string name)
    {
        var beginnings = listen.ApplicationServices.GetRequiredService<TlsBeginnings>();
        listen.Use(next => connection => beginnings.WatchAsync(connection, name, next));
    }

    /// <summary>Behind TLS.</summary>
    public static void Mark(ListenOptions listen) => listen.Use(next => connection =>
    {
        connection.Features.Set(new Begun());
        return next(connection);
    });

    private async Task WatchAsync(ConnectionContext connection, string name, ConnectionDelegate next)
    {
        var input = connection.Transport.Input;
        try
        {
            using var stop = StreamReading.OnStop(connection);
            var read = await input.ReadAsync(options.Value.IdleTimeout, time);
            var (isEmpty, isTls) = (read.Buffer.IsEmpty, !read.Buffer.IsEmpty && read.Buffer.FirstSpan[0] == HandshakeRecord);
            if (!isEmpty && !isTls)
            {
                refused.RefuseClear(name, connection.RemoteEndPoint, read.Buffer);
            }

            input.AdvanceTo(read.Buffer.Start);
            if (!isTls)
            {
                return;
            }
        }
        catch (Exception gone) when (gone is TimeoutException or IOException or OperationCanceledException)
        {
            return; // a health check that only connects
        }

        await next(connection);
        if (connection.Features.Get<Begun>() is null)
        {
            refused.TellNoTls(name, connection.RemoteEndPoint);
        }
    }

    private sealed class Begun;
}
