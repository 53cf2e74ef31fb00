using System.Buffers.Binary;
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

namespace Journal.Features.Beats;

/// <summary>
/// Lumberjack, versions 1 and 2, as Elastic's Beats send to Logstash. Each event is stored with the bytes that came; a window is
/// acknowledged when all its events are on the disk.
/// </summary>
internal sealed class LumberjackConnections(StreamDoor door, BodyRoom room, IOptions<JournalOptions> options) : ConnectionHandler
{
    private const string Protocol = "Beats' lumberjack protocol";

    public static Listener Tcp(string key, int port) =>
        StreamListener.Tcp<LumberjackConnections>(key, port, Protocol, "beats") with { IsClosedByDefault = true };

    public static Listener Tls(string key, int port) =>
        StreamListener.Tls<LumberjackConnections>(key, port, $"{Protocol} over TLS", "beats+tls") with { IsClosedByDefault = true };

    public override Task OnConnectedAsync(ConnectionContext connection) =>
        door.ServeAsync(connection, Protocol, sender => new Dialogue(sender, door, room, options.Value));

    private sealed class Dialogue(Sender sender, StreamDoor door, BodyRoom room, JournalOptions options) : IStreamDialogue
    {
        private readonly HashSet<Task<FrameHeader>> _frames = [];
        private uint _owed;

        public Task BeginAsync(PipeWriter output, CancellationToken cancellationToken) => Task.CompletedTask;

        public async ValueTask<int> TakeAsync(ReadOnlyMemory<byte> bytes, PipeWriter output, CancellationToken cancellationToken)
        {
            var length = LumberjackFrame.TryRead(bytes, options.MaxBodyBytes, out var frame);
            if (length > 0)
            {
                await TakeAsync(frame, output, isInner: false, cancellationToken);
            }

            return length;
        }

        /// <summary>A window that is not whole is not acknowledged, and will be sent again.</summary>
        public ValueTask EndAsync(ReadOnlyMemory<byte> rest, CancellationToken cancellationToken) => ValueTask.CompletedTask;

        private async ValueTask TakeAsync(LumberjackFrame frame, PipeWriter output, bool isInner, CancellationToken cancellationToken)
        {
            switch (frame.Kind)
            {
                case LumberjackKind.Window:
                    _owed = frame.Number;
                    break;
                case LumberjackKind.Event:
                    _frames.Add((await door.TakeAsync(sender, frame.Event, cancellationToken)).Frame);
                    _owed -= _owed > 0 ? 1u : 0;
                    if (_owed == 0)
                    {
                        await AcknowledgeAsync(frame, output, cancellationToken);
                    }

                    break;
                default:
                    if (isInner)
                    {
                        throw new InvalidDataException("A packed frame holds another packed frame.");
                    }

                    await UnpackAsync(frame, output, cancellationToken);
                    break;
            }
        }

        private async ValueTask UnpackAsync(LumberjackFrame packed, PipeWriter output, CancellationToken cancellationToken)
        {
            using var unpacked = new ReceivedBody(options.MaxBodyBytes, room);
            if (unpacked.Unpack("zlib", packed.Event) is { } error)
            {
                throw new InvalidDataException(error.Detail);
            }

            for (var rest = unpacked.Bytes; !rest.IsEmpty;)
            {
                var length = LumberjackFrame.TryRead(rest, options.MaxBodyBytes, out var frame);
                rest = length > 0 ? rest[length..] : throw new InvalidDataException("A packed frame ends in the middle of a frame.");
                await TakeAsync(frame, output, isInner: true, cancellationToken);
            }
        }

        private async ValueTask AcknowledgeAsync(LumberjackFrame last, PipeWriter output, CancellationToken cancellationToken)
        {
            await door.StoredAsync(_frames, cancellationToken);
            _frames.Clear();
            var answer = new byte[6];
            (answer[0], answer[1]) = (last.Version, (byte)'A');
            BinaryPrimitives.WriteUInt32BigEndian(answer.AsSpan(2), last.Number);
            await output.WriteAsync(answer, cancellationToken);
        }
    }
}
