using System.Buffers;
using System.Globalization;
using System.Net.Sockets;
using System.Text;

namespace Journal.Features.Replay.Sinks;

/// <summary>
/// Syslog over TCP with octet counts (RFC 6587); empty lines are skipped. There are no answers: all that can be known is that the receiver
/// has read to the end and closed.
/// </summary>
internal sealed class SyslogTcpSink(TcpClient client, Uri address) : IReplaySink
{
    private static readonly TimeSpan MaxClosing = TimeSpan.FromSeconds(30);

    private readonly NetworkStream _stream = client.GetStream();
    private readonly ArrayBufferWriter<byte> _buffer = new();

    public async Task SendAsync(ReplayedLines lines, CancellationToken cancellationToken)
    {
        _buffer.ResetWrittenCount();
        for (var i = 0; i < lines.Count; i++)
        {
            var line = lines.LineOf(i);
            if (line.IsEmpty)
            {
                continue; // RFC 6587 has no message of length 0: receivers would treat the stream as broken
            }

            _buffer.Write(Encoding.ASCII.GetBytes(string.Create(CultureInfo.InvariantCulture, $"{line.Length} ")));
            _buffer.Write(line.Span);
        }

        try
        {
            await _stream.WriteAsync(_buffer.WrittenMemory, cancellationToken);
        }
        catch (IOException exception)
        {
            throw new IOException(
                $"{address} takes no more ({exception.Message}). How much of what was sent before it has read cannot be told over TCP: "
                + $"relp:// can. The lines that it took no more begin with --from {lines.SequenceOf(0)}.", exception);
        }
    }

    public async Task FinishAsync(CancellationToken cancellationToken)
    {
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        patience.CancelAfter(MaxClosing);
        var answer = new byte[256];
        try
        {
            client.Client.Shutdown(SocketShutdown.Send);
            while (await _stream.ReadAsync(answer, patience.Token) > 0)
            {
                // Syslog over TCP has no answers, but some receivers send some.
            }
        }
        catch (Exception exception) when (exception is IOException or SocketException
            || (exception is OperationCanceledException && !cancellationToken.IsCancellationRequested))
        {
            throw new IOException(
                $"{address} did not close the connection after the last line, so it is unknown whether it has read all lines.", exception);
        }
    }

    public ValueTask DisposeAsync()
    {
        client.Dispose();
        return ValueTask.CompletedTask;
    }
}
