using System.Buffers;
using System.IO.Pipelines;
using System.Net;
using System.Net.Sockets;
using Hosting.Lifetime;
using Journal.Log.Senders;
using Journal.Log.Writing;

namespace Journal.Features.Sealed;

/// <summary>
/// Sends lines in sealed datagrams, as many in each as are available and fit. There are no answers; the journal's account tells what did
/// not arrive.
/// </summary>
internal sealed class SendCommand : IDisposable
{
    /// <summary>Fits into a frame of Ethernet, with the heads of IP and UDP.</summary>
    private const int MaxPayload = 1400;

    private static readonly TimeSpan WarnInterval = TimeSpan.FromMinutes(1);

    private readonly SealedDatagram _seal;
    private readonly SendNumbers _numbers;
    private readonly Socket _socket;
    private readonly TextWriter _messages;
    private readonly TimeProvider _time;
    private readonly SendLines _input = new();
    private readonly LinePacket _packet = new();
    private readonly byte[] _datagram = new byte[SealedDatagram.MaxBytes];
    private long? _warnedAt;
    private long _datagrams;
    private long _lines;
    private long _cut;

    private SendCommand(SenderKey key, SendNumbers numbers, Socket socket, TextWriter messages, TimeProvider time) =>
        (_seal, _numbers, _socket, _messages, _time) = (new(key), numbers, socket, messages, time);

    /// <param name="input">Lines.</param>
    /// <param name="to">Host and port.</param>
    /// <param name="keyFile">The file that <c>journal sender add</c> wrote; the last session is kept beside it.</param>
    /// <param name="messages">Gets messages for people.</param>
    /// <param name="time">Sessions are named by their start.</param>
    /// <param name="cancellationToken">Ends the session in order.</param>
    /// <exception cref="IOException">The network refuses.</exception>
    /// <exception cref="JournalRefusedException">The key cannot be used; the message says why.</exception>
    public static async Task<int> RunAsync(
        Stream input, string to, string keyFile, TextWriter messages, TimeProvider time, CancellationToken cancellationToken)
    {
        var key = SenderKey.Parse(await File.ReadAllTextAsync(keyFile, cancellationToken));
        using var numbers = SendNumbers.Begin(keyFile, time);
        return await RunAsync(input, to, key, numbers, messages, time, cancellationToken);
    }

    internal static async Task<int> RunAsync(
        Stream input, string to, SenderKey key, SendNumbers numbers, TextWriter messages, TimeProvider time,
        CancellationToken cancellationToken)
    {
        using var socket = await ConnectAsync(to, cancellationToken);
        using var command = new SendCommand(key, numbers, socket, messages, time);
        try
        {
            await command.SendAsync(PipeReader.Create(input), cancellationToken);
        }
        catch (SocketException exception)
        {
            throw new IOException($"{to}: {exception.Message}. {command._lines} lines were sent before that.", exception);
        }

        await messages.WriteLineAsync(
            $"{command._lines} lines in {command._datagrams} datagrams were sent, up to number {numbers.Count} of session "
            + $"{numbers.Session}."
            + (command._cut > 0 ? $" {command._cut} lines were longer than a datagram, and were cut." : ""));
        return ExitCode.Done;
    }

    public void Dispose() => _seal.Dispose();

    private static async Task<Socket> ConnectAsync(string to, CancellationToken cancellationToken)
    {
        if (!Uri.TryCreate($"udp://{to}", UriKind.Absolute, out var address) || address is not { Port: > 0, AbsolutePath: "" or "/" })
        {
            throw new ArgumentException($"'{to}' is not a host and port such as 127.0.0.1:5514.");
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
                // A read from a terminal ignores tokens.
                read = await Task.Run(async () => await input.ReadAsync(cancellationToken), cancellationToken).WaitAsync(cancellationToken);
            }
            catch (OperationCanceledException)
            {
                break;
            }

            var buffer = read.Buffer;
            isOver = read.IsCompleted;
            while (_input.TryRead(ref buffer, isOver, out var line))
            {
                Add(line);
            }

            input.AdvanceTo(buffer.Start, buffer.End);
            Flush(); // the next line may take long
        }

        _packet.End(_numbers.Count);
        Send();
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
            _numbers.Renew();
            Send();
        }
    }

    private void Send()
    {
        var payload = _packet.Bytes;
        _seal.Seal(_numbers.Session, _numbers.Next(), payload, _datagram);
        Send(_datagram.AsSpan(0, payload.Length + SealedDatagram.Overhead));
        _packet.Clear();
        _datagrams++;
    }

    /// <summary>
    /// The error belongs to an earlier datagram, and stopped this one. The journal may be back by now, so it is sent again.
    /// </summary>
    private void Send(ReadOnlySpan<byte> datagram)
    {
        try
        {
            _socket.Send(datagram);
        }
        catch (SocketException exception) when (exception.SocketErrorCode == SocketError.ConnectionRefused)
        {
            Warn();
            SendAgain(datagram);
        }
    }

    private void SendAgain(ReadOnlySpan<byte> datagram)
    {
        try
        {
            _socket.Send(datagram);
        }
        catch (SocketException exception) when (exception.SocketErrorCode == SocketError.ConnectionRefused)
        {
            // The journal is still not there: the number of the next datagram that arrives shows that this one is missing.
        }
    }

    private void Warn()
    {
        if (_warnedAt is not { } before || _time.GetElapsedTime(before) >= WarnInterval)
        {
            _warnedAt = _time.GetTimestamp();
            _messages.WriteLine($"Nobody receives datagrams at {_socket.RemoteEndPoint}. Lines sent meanwhile are lost; send continues.");
        }
    }
}
