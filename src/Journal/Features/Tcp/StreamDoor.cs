using System.IO.Pipelines;
using Hosting.Uploads;
using Journal.Features.Ingest;
using Journal.Features.Settings;
using Journal.Features.Streams;
using Journal.Log.Frames;
using Journal.Log.Writing;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.Extensions.Options;

namespace Journal.Features.Tcp;

/// <summary>A connection on which a sender waits for answers: it is read, bounded and ended here, whatever its protocol.</summary>
internal sealed class StreamDoor(
    Ingester ingester, ConnectionLimit limit, RefusedSenders refused, SenderCertificates certificates, BodyRoom room,
    IOptions<JournalOptions> options, TimeProvider time)
{
    /// <param name="connection">From its beginning.</param>
    /// <param name="name">Of the protocol, for the log.</param>
    /// <param name="open">Makes what understands the bytes of the sender, and answers.</param>
    public async Task ServeAsync(ConnectionContext connection, string name, Func<Sender, IStreamDialogue> open)
    {
        if (!limit.TryEnter(connection.RemoteEndPoint))
        {
            ingester.Refuse();
            return;
        }

        var certificate = certificates.Of(connection.Features.Get<ITlsConnectionFeature>()?.ClientCertificate);
        var sender = SyslogConnections.SenderOf(connection, certificate);
        using var stop = StreamReading.OnStop(connection);
        using var end = certificate?.Ended.Register(connection.Transport.Input.CancelPendingRead);
        using var received = new ReceiveBuffer(options.Value.MaxBodyBytes, room);
        try
        {
            await ServeAsync(connection, open(sender), received, StreamReading.StopOf(connection));
        }
        catch (InvalidDataException malformed)
        {
            refused.Refuse(name, $"{connection.RemoteEndPoint}", received.Bytes.Span, malformed.Message);
        }
        catch (Exception gone) when (gone is IOException or OperationCanceledException or ConnectionResetException or TimeoutException)
        {
            // The sender left, the host stops, or the disk is late: what was not acknowledged will be sent again.
        }
        finally
        {
            limit.Leave(connection.RemoteEndPoint);
            ingester.Leave(sender);
        }
    }

    /// <summary>Takes a record, and waits while there is no room for it.</summary>
    /// <exception cref="TimeoutException">There was none for so long.</exception>
    public ValueTask<RecordTicket> TakeAsync(
        Sender sender, ReadOnlyMemory<byte> record, CancellationToken cancellationToken, RecordMarks marks = RecordMarks.None) =>
        ingester.TakeAsync(sender, record, cancellationToken, marks, patience: options.Value.CommitTimeout);

    /// <summary>Waits until the records are on the disk.</summary>
    /// <exception cref="TimeoutException">They were not in time: the sender gets no answer, and sends them again.</exception>
    public Task StoredAsync(IEnumerable<Task<FrameHeader>> frames, CancellationToken cancellationToken) =>
        Task.WhenAll(frames).WaitAsync(options.Value.CommitTimeout, time, cancellationToken);

    private async Task ServeAsync(
        ConnectionContext connection, IStreamDialogue dialogue, ReceiveBuffer received, CancellationToken stop)
    {
        var (input, output) = (connection.Transport.Input, connection.Transport.Output);
        await dialogue.BeginAsync(output, stop);
        while (true)
        {
            ReadResult read;
            try
            {
                read = await input.ReadAsync(received.Bytes.IsEmpty ? null : options.Value.IdleTimeout, time);
            }
            catch (Exception gone) when (gone is TimeoutException or IOException)
            {
                await dialogue.EndAsync(received.Bytes, stop);
                return;
            }

            if (received.Append(read.Buffer) is { } full)
            {
                throw new InvalidDataException(full);
            }

            input.AdvanceTo(read.Buffer.End);
            while (await dialogue.TakeAsync(received.Bytes, output, stop) is > 0 and var taken)
            {
                received.Consume(taken);
            }

            if (read.IsCompleted || read.IsCanceled)
            {
                await dialogue.EndAsync(received.Bytes, stop);
                return;
            }
        }
    }
}

/// <summary>
/// The journal's side of a protocol with answers. It throws <see cref="InvalidDataException"/> for what is not the protocol.
/// </summary>
internal interface IStreamDialogue
{
    /// <summary>The connection is open.</summary>
    Task BeginAsync(PipeWriter output, CancellationToken cancellationToken);

    /// <param name="bytes">What has come, and was not taken.</param>
    /// <param name="output">For answers.</param>
    /// <param name="cancellationToken">The host stops.</param>
    /// <returns>How many of the bytes are done with; 0 when more are needed.</returns>
    ValueTask<int> TakeAsync(ReadOnlyMemory<byte> bytes, PipeWriter output, CancellationToken cancellationToken);

    /// <summary>No more bytes come.</summary>
    ValueTask EndAsync(ReadOnlyMemory<byte> rest, CancellationToken cancellationToken);
}
