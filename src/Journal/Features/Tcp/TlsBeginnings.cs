using System.Net;
using Hosting.Logging;
using Journal.Features.Streams;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace Journal.Features.Tcp;

/// <summary>
/// Names senders that never get through TLS: Kestrel closes them without a word, and their own log is on another machine. A connection
/// that says nothing is a health check, and is not named.
/// </summary>
internal sealed partial class TlsBeginnings(RefusedSenders refused, TimeProvider time, ILogger<TlsBeginnings> logger)
{
    private const byte Handshake = 0x16;

    /// <summary>As long as Kestrel waits for a handshake.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);

    private static readonly object IsThrough = new();

    private readonly LineAMinute _line = new(time);

    /// <param name="listen">Before TLS.</param>
    /// <param name="door">The protocol within TLS, for the log.</param>
    public static void Watch(ListenOptions listen, string door)
    {
        var beginnings = listen.ApplicationServices.GetRequiredService<TlsBeginnings>();
        listen.Use(next => connection => beginnings.ServeAsync(connection, door, next));
    }

    /// <param name="listen">Within TLS.</param>
    public static void MarkThrough(ListenOptions listen) =>
        listen.Use(next => connection =>
        {
            connection.Items[IsThrough] = true;
            return next(connection);
        });

    private async Task ServeAsync(ConnectionContext connection, string door, ConnectionDelegate next)
    {
        if (!await IsHandshakeAsync(connection, door))
        {
            return;
        }

        try
        {
            await next(connection);
        }
        catch (Exception) when (!connection.Items.ContainsKey(IsThrough))
        {
            // At a broken hello SslStream throws more than Kestrel expects, which would fill the log with traces.
        }

        if (!connection.Items.ContainsKey(IsThrough) && _line.IsDue())
        {
            Log.Failed(logger, door, connection.RemoteEndPoint);
        }
    }

    private async Task<bool> IsHandshakeAsync(ConnectionContext connection, string door)
    {
        var input = connection.Transport.Input;
        using var stop = StreamReading.OnStop(connection);
        try
        {
            var read = await input.ReadAsync(Patience, time);
            var bytes = read.Buffer;
            var isHandshake = !bytes.IsEmpty && bytes.FirstSpan[0] == Handshake;
            if (!isHandshake && !bytes.IsEmpty)
            {
                refused.Refuse(door, connection.RemoteEndPoint, bytes, "It is not TLS: let the sender use TLS, or the port without it.");
            }

            input.AdvanceTo(bytes.Start);
            return isHandshake;
        }
        catch (Exception gone) when (gone is IOException or TimeoutException or OperationCanceledException)
        {
            return false;
        }
    }

    private static partial class Log
    {
        [LoggerMessage(42, LogLevel.Warning,
            "The TLS handshake for {Door} with {Peer} failed, so nothing of this sender arrives. It does not trust the certificate, or the "
            + "certificate does not name (subjectAltName) the host name or address that the sender uses, or the sender shows no "
            + "certificate that Journal:SenderAuthorities accept. The sender's own log says which.")]
        public static partial void Failed(ILogger logger, string door, EndPoint? peer);
    }
}
