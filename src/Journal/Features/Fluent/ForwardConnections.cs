using System.IO.Pipelines;
using Hosting.Listeners;
using Hosting.Uploads;
using Journal.Features.Http;
using Journal.Features.Ingest;
using Journal.Features.Settings;
using Journal.Features.Tcp;
using Journal.Log.Frames;
using Microsoft.AspNetCore.Connections;
using Microsoft.Extensions.Options;

namespace Journal.Features.Fluent;

/// <summary>
/// The forward protocol of Fluentd and Fluent Bit. A chunk that asks for it is acknowledged when all its entries are on the disk.
/// </summary>
internal sealed class ForwardConnections(StreamDoor door, BodyRoom room, IOptions<JournalOptions> options) : ConnectionHandler
{
    private const string Protocol = "Fluentd's forward protocol";

    public static Listener Tcp(string key, int port) =>
        StreamListener.Tcp<ForwardConnections>(key, port, Protocol, "forward") with { IsClosedByDefault = true };

    public static Listener Tls(string key, int port) =>
        StreamListener.Tls<ForwardConnections>(key, port, $"{Protocol} over TLS", "forward+tls") with { IsClosedByDefault = true };

    public override Task OnConnectedAsync(ConnectionContext connection) =>
        door.ServeAsync(connection, Protocol, sender => new Dialogue(sender, door, room, options.Value));

    private sealed class Dialogue(Sender sender, StreamDoor door, BodyRoom room, JournalOptions options) : IStreamDialogue
    {
        private readonly PackScan _scan = new(options.MaxBodyBytes);
        private ForwardHandshake? _handshake =
            string.IsNullOrEmpty(options.ForwardSharedKey) ? null : new(options.ForwardSharedKey, options.ForwardUserNames);

        public async Task BeginAsync(PipeWriter output, CancellationToken cancellationToken)
        {
            if (_handshake is not null)
            {
                await output.WriteAsync(_handshake.Hello(), cancellationToken);
            }
        }

        public async ValueTask<int> TakeAsync(ReadOnlyMemory<byte> bytes, PipeWriter output, CancellationToken cancellationToken)
        {
            var length = bytes.IsEmpty ? 0 : _scan.LengthOf(bytes.Span);
            if (length == 0)
            {
                return 0;
            }

            var value = bytes[..length];
            if (_handshake is { } handshake)
            {
                await output.WriteAsync(handshake.Answer(value, out var refusal), cancellationToken);
                _handshake = refusal is null ? null : throw new InvalidDataException($"The handshake failed: {refusal}.");
            }
            else if (ForwardMessage.Read(value) is { } message)
            {
                await StoreAsync(message, cancellationToken);
                if (message.Chunk is { } chunk)
                {
                    byte[] answer = [0x81, 0xA3, .. "ack"u8, .. chunk.Span];
                    await output.WriteAsync(answer, cancellationToken);
                }
            }

            return length;
        }

        /// <summary>What came of a message that may never be sent again.</summary>
        public async ValueTask EndAsync(ReadOnlyMemory<byte> rest, CancellationToken cancellationToken)
        {
            if (!rest.IsEmpty && _handshake is null)
            {
                await door.TakeAsync(
                    sender, rest[..Math.Min(rest.Length, options.MaxMessageBytes)], cancellationToken, RecordMarks.Truncated);
            }
        }

        private async Task StoreAsync(ForwardMessage message, CancellationToken cancellationToken)
        {
            using var unpacked = new ReceivedBody(options.MaxBodyBytes, room);
            if (message.Coding is { } coding && unpacked.Unpack(coding, message.Entries) is { } error)
            {
                throw new InvalidDataException(error.Detail);
            }

            var frames = new HashSet<Task<FrameHeader>>();
            foreach (var document in message.Documents(message.Coding is null ? message.Entries : unpacked.Bytes))
            {
                frames.Add((await door.TakeAsync(sender, document, cancellationToken)).Frame);
            }

            if (message.Chunk is not null)
            {
                await door.StoredAsync(frames, cancellationToken);
            }
        }
    }
}
