using System.Buffers;
using System.Globalization;
using System.IO.Pipelines;
using System.Net;
using System.Net.Sockets;
using System.Text;
using Hosting.Lifetime;
using Journal.Log.Durability;
using Journal.Log.Senders;

namespace Journal.Features.Sealed;

/// <summary>
/// Sends lines in sealed datagrams, as many in each as have come and fit. Nobody answers: what did not arrive the journal's account tells.
/// </summary>
internal sealed class SendCommand : IDisposable
{
    /// <summary>Fits into a frame of Ethernet, with the heads of IP and UDP.</summary>
    private const int MaxPayload = 1400;

    private readonly SealedDatagram _seal;
    private readonly Socket _socket;
    private readonly uint _session;
    private readonly LinePacket _packet = new();
    private readonly byte[] _datagram = new byte[SealedDatagram.MaxBytes];
    private uint _count;
    private long _lines;
    private long _cut;

    private SendCommand(SenderKey key, uint session, Socket socket) => (_seal, _session, _socket) = (new(key), session, socket);

    /// <param name="input">Lines.</param>
    /// <param name="to">Host and port.</param>
    /// <param name="keyFile">The file that <c>journal sender add</c> wrote; the last session is kept beside it.</param>
    /// <param name="messages">For people.</param>
    /// <param name="time">Sessions are named by their start.</param>
    /// <param name="cancellationToken">Ends the session in order.</param>
    /// <exception cref="IOException">Nobody listens there.</exception>
    public static async Task<int> RunAsync(
        Stream input, string to, string keyFile, TextWriter messages, TimeProvider time, CancellationToken cancellationToken)
    {
        var key = SenderKey.Parse(await File.ReadAllTextAsync(keyFile, cancellationToken));
        using var socket = await ConnectAsync(to, cancellationToken);
        using var command = new SendCommand(key, NextSession($"{keyFile}.session", time), socket);
        try
        {
            await command.SendAsync(PipeReader.Create(input), cancellationToken);
        }
        catch (SocketException exception)
        {
            throw new IOException($"{to}: {exception.Message}. {command._lines} lines were sent before.", exception);
        }

        await messages.WriteLineAsync(
            $"{command._lines} lines in {command._count} datagrams of session {command._session} were sent."
            + (command._cut > 0 ? $" {command._cut} lines were longer than a datagram, and lost their ends." : ""));
        return ExitCode.Done;
    }

    public void Dispose() => _seal.Dispose();

    /// <summary>Always larger than any before, whatever the clock says.</summary>
    private static uint NextSession(string file, TimeProvider time)
    {
        var last = File.Exists(file) && uint.TryParse(File.ReadAllText(file), CultureInfo.InvariantCulture, out var number) ? number : 0;
        var session = Math.Max(last + 1, (uint)time.GetUtcNow().ToUnixTimeSeconds());
        DurableFile.Replace(file, Encoding.ASCII.GetBytes(session.ToString(CultureInfo.InvariantCulture)), secret: true);
        return session;
    }

    private static async Task<Socket> ConnectAsync(string to, CancellationToken cancellationToken)
    {
        if (!Uri.TryCreate($"udp://{to}", UriKind.Absolute, out var address) || address is not { Port: > 0, AbsolutePath: "" or "/" })
        {
            throw new ArgumentException($"'{to}' is no host and port such as 127.0.0.1:5514.");
        }

        try
        {
            var host = (await Dns.GetHostAddressesAsync(address.DnsSafeHost, cancellationToken))[0];
            var socket = new Socket(host.AddressFamily, SocketType.Dgram, ProtocolType.Udp);
            await socket.ConnectAsync(host, address.Port, cancellationToken);
            return socket;
        }
        catch (SocketException exception)
        {
            throw new IOException($"{to}: {exception.Message}", exception);
        }
    }

    private async Task SendAsync(PipeReader input, CancellationToken cancellationToken)
    {
        for (var isOver = false; !isOver;)
        {
            ReadResult read;
            try
            {
                // A read of a terminal heeds no token.
                read = await Task.Run(async () => await input.ReadAsync(cancellationToken), cancellationToken).WaitAsync(cancellationToken);
            }
            catch (OperationCanceledException)
            {
                break;
            }

            var buffer = read.Buffer;
            isOver = read.IsCompleted;
            while (TryReadLine(ref buffer, isOver, out var line))
            {
                Add(line);
            }

            input.AdvanceTo(buffer.Start, buffer.End);
            Flush(); // what follows may be long in coming
        }

        _packet.End(_count);
        Send();
    }

    private static bool TryReadLine(ref ReadOnlySequence<byte> buffer, bool isOver, out ReadOnlySequence<byte> line)
    {
        var reader = new SequenceReader<byte>(buffer);
        if (reader.TryReadTo(out line, (byte)'\n'))
        {
            buffer = reader.UnreadSequence;
            return true;
        }

        // The end of a line that is too long anyway is of no use.
        line = buffer;
        var isLine = !buffer.IsEmpty && (isOver || buffer.Length > LinePacket.MaxLineBytes);
        buffer = isLine ? buffer.Slice(buffer.End) : buffer;
        return isLine;
    }

    private void Add(ReadOnlySequence<byte> sequence)
    {
        if (sequence.Length > LinePacket.MaxLineBytes)
        {
            sequence = sequence.Slice(0, LinePacket.MaxLineBytes);
            _cut++;
        }

        var line = sequence.IsSingleSegment ? sequence.FirstSpan : sequence.ToArray();
        line = line.TrimEnd((byte)'\r');
        if (line.IsEmpty)
        {
            return;
        }

        if (!_packet.TryAdd(line, MaxPayload))
        {
            Flush();
            _packet.TryAdd(line, MaxPayload);
        }

        _lines++;
    }

    private void Flush()
    {
        if (_packet.Lines > 0)
        {
            Send();
        }
    }

    private void Send()
    {
        var payload = _packet.Bytes;
        _seal.Seal(_session, checked(++_count), payload, _datagram); // a number that came twice would undo the encryption
        _socket.Send(_datagram.AsSpan(0, payload.Length + SealedDatagram.Overhead));
        _packet.Clear();
    }
}
