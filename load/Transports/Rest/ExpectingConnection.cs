using System.Globalization;
using System.Net;
using System.Text;
using Load.Corpus;

namespace Load.Transports.Rest;

/// <summary>
/// Posts files over HTTP/1.1 with <c>Expect: 100-continue</c> (RFC 9110, section 10.1.1), since .NET's own client sends the body even after a final
/// answer. The body is chunked: one that is not wanted is ended by its last chunk at once, and the connection is kept.
/// </summary>
internal sealed class ExpectingConnection(Uri files, WireCounter wire) : IDisposable
{
    private static readonly byte[] LastChunk = "0\r\n\r\n"u8.ToArray();
    private static readonly byte[] NewLine = "\r\n"u8.ToArray();

    private Stream? _connection;
    private byte[] _received = new byte[16 * 1024];
    private int _count;

    /// <returns>The status, and the body: valid until the next call.</returns>
    /// <exception cref="IOException">The connection broke, or what came is no answer with a length.</exception>
    public async Task<(HttpStatusCode Status, ReadOnlyMemory<byte> Body)> PostAsync(Upload upload, string contentDigest, CancellationToken cancellationToken)
    {
        try
        {
            var connection = _connection ??= await Connection.OpenAsync(new DnsEndPoint(files.Host, files.Port), wire, cancellationToken);
            await connection.WriteAsync(HeadOf(contentDigest), cancellationToken);
            var answer = await ReadHeadAsync(connection, cancellationToken);
            if (answer.Status == HttpStatusCode.Continue)
            {
                await SendChunkAsync(connection, upload.Head, cancellationToken);
                await SendChunkAsync(connection, upload.Tail, cancellationToken);
                await connection.WriteAsync(LastChunk, cancellationToken);
                answer = await ReadHeadAsync(connection, cancellationToken);
            }
            else
            {
                await connection.WriteAsync(LastChunk, cancellationToken);
            }

            return (answer.Status, await ReadBodyAsync(connection, answer.Length, cancellationToken));
        }
        catch
        {
            Dispose();
            throw;
        }
    }

    public void Dispose()
    {
        _connection?.Dispose();
        _connection = null;
        _count = 0;
    }

    private byte[] HeadOf(string contentDigest) => Encoding.ASCII.GetBytes(
        $"POST {files.AbsolutePath} HTTP/1.1\r\nHost: {files.Authority}\r\nContent-Type: application/pdf\r\nContent-Digest: {contentDigest}\r\n" +
        "Transfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n");

    private static async Task SendChunkAsync(Stream connection, ReadOnlyMemory<byte> data, CancellationToken cancellationToken)
    {
        if (!data.IsEmpty) // a chunk of nothing would be the last
        {
            await connection.WriteAsync(Encoding.ASCII.GetBytes($"{data.Length:x}\r\n"), cancellationToken);
            await connection.WriteAsync(data, cancellationToken);
            await connection.WriteAsync(NewLine, cancellationToken);
        }
    }

    /// <summary>Takes one head, interim or final, off what was received.</summary>
    private async Task<(HttpStatusCode Status, int Length)> ReadHeadAsync(Stream connection, CancellationToken cancellationToken)
    {
        int end;
        while ((end = _received.AsSpan(0, _count).IndexOf("\r\n\r\n"u8)) < 0)
        {
            await ReceiveAsync(connection, cancellationToken);
        }

        var lines = Encoding.ASCII.GetString(_received, 0, end).Split("\r\n");
        Forget(end + 4);
        return (StatusOf(lines[0]), LengthOf(lines));
    }

    private async Task<ReadOnlyMemory<byte>> ReadBodyAsync(Stream connection, int length, CancellationToken cancellationToken)
    {
        while (_count < length)
        {
            await ReceiveAsync(connection, cancellationToken);
        }

        _count = 0; // nothing follows that was not asked for
        return _received.AsMemory(0, length);
    }

    private async Task ReceiveAsync(Stream connection, CancellationToken cancellationToken)
    {
        if (_count == _received.Length)
        {
            Array.Resize(ref _received, 2 * _received.Length);
        }

        var read = await connection.ReadAsync(_received.AsMemory(_count), cancellationToken);
        _count += read > 0 ? read : throw new IOException("the connection ended within the answer");
    }

    private void Forget(int bytes)
    {
        _received.AsSpan(bytes, _count - bytes).CopyTo(_received);
        _count -= bytes;
    }

    // HTTP/1.1 200 OK
    private static HttpStatusCode StatusOf(string line) =>
        line.StartsWith("HTTP/1.1 ", StringComparison.Ordinal) && int.TryParse(line.AsSpan(9, 3), NumberStyles.None, CultureInfo.InvariantCulture, out var status)
            ? (HttpStatusCode)status
            : throw new IOException("the answer is not HTTP/1.1");

    private static int LengthOf(string[] lines) =>
        lines.FirstOrDefault(line => line.StartsWith("Content-Length:", StringComparison.OrdinalIgnoreCase)) is { } length
            ? int.Parse(length.AsSpan("Content-Length:".Length), CultureInfo.InvariantCulture)
            : 0;
}
