using System.Buffers;
using System.IO.Pipelines;
using System.Text;
using Hosting.Listeners;
using Journal.Features.Ingest;
using Journal.Features.Settings;
using Journal.Features.Tcp;
using Journal.Log.Frames;
using Journal.Log.Writing;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.Options;

namespace Journal.Features.Relp;

/// <summary>
/// RELP: every message is answered, and only when it is on the disk. A sender that loses the connection sends the unanswered again, so that
/// duplicates are possible by its design.
/// </summary>
internal sealed class RelpConnections(
    Inlet inlet, ConnectionLimit limit, IOptions<JournalOptions> options, TimeProvider time) : ConnectionHandler
{
    private const int MaxUnanswered = 4096;
    private const string Offers = "200 OK\nrelp_version=0\nrelp_software=journal\ncommands=syslog";

    public static Listener Listener(string key, int port) => new(key, port, HttpProtocols.Http1)
    {
        Name = "RELP",
        Scheme = "relp",
        Configure = listen => listen.UseConnectionHandler<RelpConnections>(),
    };

    public override async Task OnConnectedAsync(ConnectionContext connection)
    {
        if (!limit.TryEnter())
        {
            inlet.Refuse();
            return;
        }

        using var stop = CancellationTokenSource.CreateLinkedTokenSource(StreamReading.StopOf(connection));
        using var reading = StreamReading.OnStop(connection);
        var unanswered = new Unanswered(MaxUnanswered);
        var answering = AnswerAsync(connection.Transport.Output, unanswered, stop.Token);
        try
        {
            await ReadAsync(connection, new(new(SourceKind.Relp, $"{connection.RemoteEndPoint}")), unanswered, stop.Token);
            unanswered.Complete();
            await answering; // what was taken is answered before the connection ends
        }
        catch (Exception exception) when (exception is IOException or OperationCanceledException)
        {
            // The sender left, or the host stops; what was not answered is sent again.
        }
        finally
        {
            limit.Leave();
            await stop.CancelAsync();
            unanswered.Complete();
            await answering.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    private async Task ReadAsync(ConnectionContext connection, Sender sender, Unanswered unanswered, CancellationToken stop)
    {
        var input = connection.Transport.Input;
        var message = new byte[options.Value.MaxMessageBytes + 1];
        var session = new RelpSession();
        var (isBetween, isOpen) = (true, true);
        while (isOpen)
        {
            ReadResult read;
            try
            {
                read = await input.ReadAsync(isBetween ? null : options.Value.IdleTimeout, time);
            }
            catch (TimeoutException)
            {
                inlet.Refuse();
                return;
            }

            var buffer = read.Buffer;
            while (isOpen && !buffer.IsEmpty)
            {
                var found = RelpFrame.TryRead(ref buffer, 2 * RecordBatch.MaxMessageBytes, out var frame);
                if (found == RelpRead.Incomplete)
                {
                    break;
                }

                isOpen = found == RelpRead.Whole
                    && await TakeAsync(frame, session, sender, message, unanswered, stop);
                if (found == RelpRead.Malformed)
                {
                    inlet.Refuse();
                    await unanswered.AddAsync(new("0 serverclose 0\n"), stop);
                }
            }

            if (read.IsCompleted || read.IsCanceled)
            {
                return;
            }

            isBetween = buffer.IsEmpty;
            input.AdvanceTo(buffer.Start, buffer.End);
        }
    }

    /// <returns>False when the connection ends.</returns>
    private async ValueTask<bool> TakeAsync(
        RelpFrame frame, RelpSession session, Sender sender, byte[] message, Unanswered unanswered, CancellationToken cancellationToken)
    {
        switch (session.Next(frame))
        {
            case RelpStep.Open:
                await unanswered.AddAsync(new(Response(frame.Number, Offers)), cancellationToken);
                return true;
            case RelpStep.Message:
                var ticket = await TakeAsync(frame.Data, sender, message, cancellationToken);
                await unanswered.AddAsync(
                    new(Response(frame.Number, "200 OK"), ticket, Response(frame.Number, "500 The disk does not take the message")),
                    cancellationToken);
                return true;
            case RelpStep.Close:
                await unanswered.AddAsync(new(Response(frame.Number, "")), cancellationToken);
                await unanswered.AddAsync(new("0 serverclose 0\n"), cancellationToken);
                return false;
            default:
                inlet.Refuse();
                await unanswered.AddAsync(
                    new(Response(frame.Number, "500 The command or its number is not valid here")), cancellationToken);
                await unanswered.AddAsync(new("0 serverclose 0\n"), cancellationToken);
                return false;
        }
    }

    private async ValueTask<RecordTicket> TakeAsync(
        ReadOnlySequence<byte> data, Sender sender, byte[] message, CancellationToken cancellationToken)
    {
        // One byte more than is stored shows that a message is too long.
        var length = (int)Math.Min(data.Length, message.Length);
        data.Slice(0, length).CopyTo(message);
        while (message.AsSpan(0, length) is [.., (byte)'\n' or (byte)'\r'] && length == data.Length)
        {
            length--; // rsyslog sends the line break that it adds to messages
            data = data.Slice(0, length);
        }

        RecordTicket ticket;
        while (!inlet.TryTake(sender, message.AsSpan(0, length), awaited: true, out ticket))
        {
            await inlet.WaitForRoomAsync(cancellationToken);
        }

        return ticket;
    }

    private static string Response(int number, string text) =>
        $"{number} rsp {Encoding.UTF8.GetByteCount(text)}{(text.Length == 0 ? "" : $" {text}")}\n";

    /// <summary>Answers in order; those that one flush allows go out in one write.</summary>
    private async Task AnswerAsync(PipeWriter output, Unanswered unanswered, CancellationToken cancellationToken)
    {
        await foreach (var answer in unanswered.ReadAllAsync(cancellationToken))
        {
            var text = answer.Text;
            if (answer.Ticket is { Frame: var frame })
            {
                try
                {
                    if (!frame.IsCompleted)
                    {
                        await output.FlushAsync(cancellationToken); // what is ready does not wait for the disk
                        await frame.WaitAsync(options.Value.CommitTimeout, time, cancellationToken);
                    }
                    else
                    {
                        await frame;
                    }
                }
                catch (Exception exception) when (exception is TimeoutException or IOException)
                {
                    text = answer.Failure;
                }
            }

            output.Write(Encoding.UTF8.GetBytes(text));
            if (unanswered.IsEmpty)
            {
                await output.FlushAsync(cancellationToken);
            }
        }

        await output.FlushAsync(cancellationToken);
    }
}
