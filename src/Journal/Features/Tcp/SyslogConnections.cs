using System.Buffers;
using System.Diagnostics;
using System.IO.Pipelines;
using Hosting.Listeners;
using Hosting.Trust;
using Journal.Features.Ingest;
using Journal.Features.Settings;
using Journal.Features.Streams;
using Journal.Log.Frames;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Connections.Features;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.Extensions.Options;

namespace Journal.Features.Tcp;

/// <summary>A connection that sends syslog messages and gets no answers. While there is no room, it is not read.</summary>
internal sealed class SyslogConnections(
    Ingester ingester, ConnectionLimit limit, RefusedSenders refused, SenderCertificates certificates, IOptions<JournalOptions> options,
    TimeProvider time) : ConnectionHandler
{
    /// <summary>A read that brings less has cost more than its lines.</summary>
    private const int FewBytes = 8 << 10;

    /// <summary>How long a connection that sends little at a time, again and again, is left unread.</summary>
    private static readonly TimeSpan Breath = TimeSpan.FromMilliseconds(10);

    public static Listener Tcp(string key, int port) =>
        StreamListener.Tcp<SyslogConnections>(key, port, "syslog over TCP", "syslog+tcp");

    /// <summary>RFC 5425.</summary>
    public static Listener Tls(string key, int port) =>
        StreamListener.Tls<SyslogConnections>(key, port, "syslog over TLS", "syslog+tls");

    public override async Task OnConnectedAsync(ConnectionContext connection)
    {
        if (!limit.TryEnter(connection.RemoteEndPoint))
        {
            ingester.Refuse();
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
        var isTls = sender.Source.Kind == SourceKind.Tls;
        var frames = new SyslogFrames(options.Value.MaxMessageBytes, isTls ? options.Value.TlsFraming : options.Value.TcpFraming);
        using var stop = StreamReading.OnStop(connection);

        // Bytes that have arrived are stored.
        using var end = certificate?.Ended.Register(connection.Transport.Input.CancelPendingRead);
        try
        {
            await ReadAsync(connection, sender, frames, StreamReading.StopOf(connection));
        }
        finally
        {
            ingester.Leave(sender);
        }
    }

    public static Sender SenderOf(ConnectionContext connection, ShownCertificate? certificate)
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
        using var rest = new UnfinishedMessage();
        var readAt = Stopwatch.GetTimestamp();
        while (true)
        {
            ReadResult read;
            bool isEnd;
            try
            {
                read = await input.ReadAsync(frames.IsBetween ? null : options.Value.IdleTimeout, time);
                isEnd = read.IsCompleted || read.IsCanceled;
                if (read.IsCanceled)
                {
                    input.AdvanceTo(read.Buffer.Start, read.Buffer.End);
                    read = await connection.ReadArrivedAsync();
                }
            }
            catch (Exception end) when (end is TimeoutException or IOException or OperationCanceledException)
            {
                // Silent within a message, or reset: the pipe gives nothing any more, but what came before is kept.
                await TakeAllAsync(rest.Bytes, isEnd: true);
                return;
            }

            var left = await TakeAllAsync(read.Buffer, isEnd);
            if (left is null || isEnd)
            {
                return;
            }

            rest.Keep(left.Value);
            var isBusy = Stopwatch.GetElapsedTime(readAt) < 2 * Breath && read.Buffer.Length < FewBytes;
            input.AdvanceTo(left.Value.Start, left.Value.End);
            if (isBusy)
            {
                // Lines wait up to a second for their frame anyway: reading them one by one would only cost more.
                await Task.Delay(Breath, TimeProvider.System, CancellationToken.None);
            }

            readAt = Stopwatch.GetTimestamp();
        }

        // Null when the rest cannot be read.
        async ValueTask<ReadOnlySequence<byte>?> TakeAllAsync(ReadOnlySequence<byte> buffer, bool isEnd)
        {
            while (true)
            {
                var begin = buffer;
                switch (frames.Next(ref buffer, isEnd, out var content))
                {
                    case SyslogFrame.Incomplete:
                        return buffer;
                    case (SyslogFrame.Malformed or SyslogFrame.Foreign) and var unread:
                        refused.Refuse(sender.Source.Kind, connection.RemoteEndPoint, begin, areLines: unread == SyslogFrame.Malformed);
                        return null;
                    case SyslogFrame.Whole:
                        await TakeAsync(sender, content, message, RecordMarks.None, stop);
                        break;
                    case SyslogFrame.Beginning:
                        await TakeAsync(sender, content, message, RecordMarks.Truncated, stop);
                        break;
                }
            }
        }
    }

    private async ValueTask TakeAsync(
        Sender sender, ReadOnlySequence<byte> content, byte[] message, RecordMarks marks, CancellationToken cancellationToken)
    {
        if (content.IsEmpty)
        {
            ingester.Refuse();
            return;
        }

        while (!TryTake(sender, content, message, marks))
        {
            await ingester.WaitForRoomAsync(cancellationToken);
        }
    }

    private bool TryTake(Sender sender, ReadOnlySequence<byte> content, byte[] message, RecordMarks marks)
    {
        var bytes = content.FirstSpan;
        if (!content.IsSingleSegment)
        {
            if (content.Length > message.Length)
            {
                content = content.Slice(0, message.Length); // a line with its line break
                marks |= RecordMarks.Truncated;
            }

            content.CopyTo(message);
            bytes = message.AsSpan(0, (int)content.Length);
        }

        if (PackedMessage.IsOfRsyslog(bytes))
        {
            bytes = bytes.ToArray(); // what does not unpack is stored as it came, and it may lie where it is unpacked to
            if (PackedMessage.Unpack(bytes[1..], message) is { } length)
            {
                bytes = message.AsSpan(0, Math.Min(length, message.Length));
                marks |= length > message.Length ? RecordMarks.Truncated : marks;
            }
        }

        return ingester.TryTake(sender, bytes, awaited: false, out _, marks);
    }
}
