using System.Buffers;
using System.Buffers.Binary;
using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography;

namespace Prober.Engine.Networking.Naming;

/// <summary>
/// Asks one server one question: over UDP from its own port with a random id, and over TCP if the answer did not fit. The socket is
/// connected, so that the system drops packets of others; answers to other questions are dropped here.
/// </summary>
public static class DnsExchange
{
    private const int MaxMessage = ushort.MaxValue;

    /// <param name="overTcp">Uses TCP at once, without UDP.</param>
    /// <param name="cancellationToken">Ends the wait for an answer.</param>
    /// <param name="source">The address of this machine that asks; null for the one that its routes choose.</param>
    /// <returns>Null when the server's answer is malformed.</returns>
    /// <exception cref="SocketException">The server cannot be reached.</exception>
    public static async Task<DnsMessage?> AskAsync(
        IPEndPoint server, DnsQuestion question, bool overTcp, CancellationToken cancellationToken, IPAddress? source = null)
    {
        var query = Query(question);
        if (!overTcp)
        {
            var answer = await AskOverUdpAsync(server, source, query, question, cancellationToken);
            if (answer is not { IsTruncated: true })
            {
                return answer;
            }
        }

        return await AskOverTcpAsync(server, source, query, question, cancellationToken);
    }

    /// <summary>Asks over a stream, such as one of TLS (RFC 7858).</summary>
    /// <returns>Null when the server's answer is malformed.</returns>
    public static Task<DnsMessage?> AskAsync(Stream stream, DnsQuestion question, CancellationToken cancellationToken) =>
        AskAsync(stream, Query(question), question, cancellationToken);

    private static byte[] Query(DnsQuestion question) =>
        DnsQuery.Write((ushort)RandomNumberGenerator.GetInt32(ushort.MaxValue + 1), question);

    private static async Task<DnsMessage?> AskOverUdpAsync(
        IPEndPoint server, IPAddress? source, byte[] query, DnsQuestion question, CancellationToken cancellationToken)
    {
        using var socket = new Socket(server.AddressFamily, SocketType.Dgram, ProtocolType.Udp);
        socket.BindTo(source);
        await socket.ConnectAsync(server, cancellationToken);
        await socket.SendAsync(query, cancellationToken);
        var buffer = ArrayPool<byte>.Shared.Rent(MaxMessage);
        try
        {
            while (true)
            {
                var length = await socket.ReceiveAsync(buffer, cancellationToken);
                if (IsOurs(buffer.AsSpan(0, length), query))
                {
                    var answer = DnsReader.Read(buffer.AsSpan(0, length));
                    if (answer is null || Matches(answer, question))
                    {
                        return answer;
                    }
                }
            }
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }

    private static async Task<DnsMessage?> AskOverTcpAsync(
        IPEndPoint server, IPAddress? source, byte[] query, DnsQuestion question, CancellationToken cancellationToken)
    {
        var socket = new Socket(server.AddressFamily, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        try
        {
            socket.BindTo(source);
            await socket.ConnectAsync(server, cancellationToken);
            await using var stream = new NetworkStream(socket, ownsSocket: false);
            return await AskAsync(stream, query, question, cancellationToken);
        }
        finally
        {
            PoliteClosing.Abort(socket); // The answer is there: nothing is under way that a reset could destroy.
        }
    }

    private static async Task<DnsMessage?> AskAsync(
        Stream stream, byte[] query, DnsQuestion question, CancellationToken cancellationToken)
    {
        try
        {
            var framed = new byte[2 + query.Length];
            BinaryPrimitives.WriteUInt16BigEndian(framed, (ushort)query.Length);
            query.CopyTo(framed, 2);
            await stream.WriteAsync(framed, cancellationToken);

            var length = new byte[2];
            await stream.ReadExactlyAsync(length, cancellationToken);
            var message = new byte[BinaryPrimitives.ReadUInt16BigEndian(length)];
            await stream.ReadExactlyAsync(message, cancellationToken);
            return IsOurs(message, query) && DnsReader.Read(message) is { } answer && Matches(answer, question) ? answer : null;
        }
        catch (EndOfStreamException)
        {
            return null;
        }
    }

    private static bool IsOurs(ReadOnlySpan<byte> answer, ReadOnlySpan<byte> query) =>
        answer.Length >= 2 && answer[..2].SequenceEqual(query[..2]);

    private static bool Matches(DnsMessage answer, DnsQuestion question) =>
        answer.Question.Type == question.Type && answer.Question.Name.Equals(question.Name, StringComparison.OrdinalIgnoreCase);
}
