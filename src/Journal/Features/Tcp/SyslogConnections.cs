using System.Buffers;
using System.IO.Pipelines;
using Hosting.Listeners;
using Hosting.Trust;
using Journal.Features.Ingest;
using Journal.Features.Settings;
using Journal.Log.Frames;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Connections.Features;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.Options;

namespace Journal.Features.Tcp;

/// <summary>A connection that sends syslog messages and gets no answers. While there is no room, it is not read.</summary>
internal sealed class SyslogConnections(
    Inlet inlet, ConnectionLimit limit, SenderCertificates certificates, IOptions<JournalOptions> options, TimeProvider time)
    : ConnectionHandler
{
    public static Listener Tcp(string key, int port) => new(key, port, HttpProtocols.Http1)
    {
        Name = "syslog over TCP",
        Scheme = "syslog+tcp",
        Configure = listen => listen.UseConnectionHandler<SyslogConnections>(),
    };

    /// <summary>RFC 5425.</summary>
    public static Listener Tls(string key, int port) => Listener.Tls(key, port) with
    {
        Name = "syslog over TLS",
        Scheme = "syslog+tls",
        ClientCertificates = services => services.GetRequiredService<SenderCertificates>(),
        Protocols = HttpProtocols.Http1,
        Configure = listen => listen.UseConnectionHandler<SyslogConnections>(),
    };

    public override async Task OnConnectedAsync(ConnectionContext connection)
    {
        if (!limit.TryEnter(connection.RemoteEndPoint))
        {
            inlet.Refuse();
            return;
        }

        try
        {
            await ReadAsync(connection);
        }
        catch (Exception exception) when (exception is IOException or OperationCanceledException or ConnectionResetException)
        {
            // The sender left, or the host stops; received messages are stored.
        }
        finally
        {
            limit.Leave(connection.RemoteEndPoint);
        }
    }

    private async Task ReadAsync(ConnectionContext connection)
    {
        var certificate = certificates.Of(connection.Features.Get<ITlsConnectionFeature>()?.ClientCertificate);
        var sender = SenderOf(connection, certificate);
        using var stop = StreamReading.OnStop(connection);

        // What has arrived is stored.
        using var end = certificate?.Ended.Register(connection.Transport.Input.CancelPendingRead);
        try
        {
            await ReadAsync(connection, sender, new(options.Value.MaxMessageBytes), StreamReading.StopOf(connection));
        }
        finally
        {
            inlet.Leave(sender);
        }
    }

    private static Sender SenderOf(ConnectionContext connection, ShownCertificate? certificate)
    {
        var address = SenderName.Of(connection.RemoteEndPoint);
        return connection.Features.Get<ITlsHandshakeFeature>() is null ? new(new(SourceKind.Tcp, address))
            : certificate is null ? new(new(SourceKind.Tls, address))
            : new(new(SourceKind.Tls, certificate.Names.ForRecords)) { Names = certificate.Names.All };
    }

    private async Task ReadAsync(ConnectionContext connection, Sender sender, SyslogFrames frames, CancellationToken stop)
    {
        var input = connection.Transport.Input;
        var message = new byte[options.Value.MaxMessageBytes];
        while (true)
        {
            ReadResult read;
            try
            {
                read = await input.ReadAsync(frames.IsBetween ? null : options.Value.IdleTimeout, time);
            }
            catch (TimeoutException)
            {
                inlet.Refuse(); // silent within a message
                return;
            }

            var buffer = read.Buffer;
            while (true)
            {
                var frame = frames.Next(ref buffer, out var content);
                if (frame == SyslogFrame.Malformed)
                {
                    inlet.Refuse();
                    return;
                }

                if (frame == SyslogFrame.Incomplete)
                {
                    break;
                }

                if (frame != SyslogFrame.Skipped)
                {
                    await TakeAsync(sender, content, message, Marks(frame == SyslogFrame.Beginning), stop);
                }
            }

            if (read.IsCompleted || read.IsCanceled)
            {
                // It is unknown whether a message without an end is complete.
                if (frames.Rest(buffer) is { IsEmpty: false } rest)
                {
                    await TakeAsync(sender, rest, message, RecordMarks.Truncated, stop);
                }

                return;
            }

            input.AdvanceTo(buffer.Start, buffer.End);
        }
    }

    private static RecordMarks Marks(bool isTruncated) => isTruncated ? RecordMarks.Truncated : RecordMarks.None;

    private async ValueTask TakeAsync(
        Sender sender, ReadOnlySequence<byte> content, byte[] message, RecordMarks marks, CancellationToken cancellationToken)
    {
        if (content.IsEmpty)
        {
            inlet.Refuse();
            return;
        }

        while (!TryTake(sender, content, message, marks))
        {
            await inlet.WaitForRoomAsync(cancellationToken);
        }
    }

    private bool TryTake(Sender sender, ReadOnlySequence<byte> content, byte[] message, RecordMarks marks)
    {
        if (content.IsSingleSegment)
        {
            return inlet.TryTake(sender, content.FirstSpan, awaited: false, out _, marks);
        }

        if (content.Length > message.Length)
        {
            content = content.Slice(0, message.Length); // a line with its line break
            marks |= RecordMarks.Truncated;
        }

        content.CopyTo(message);
        return inlet.TryTake(sender, message.AsSpan(0, (int)content.Length), awaited: false, out _, marks);
    }
}
