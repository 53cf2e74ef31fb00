using System.Buffers;
using Load.Machine;
using Load.Systems.Journal.Processes;

namespace Load.Systems.Journal.Sending;

/// <summary>
/// What <c>journal send</c> makes of the lines on its standard input: sealed datagrams, with as many lines in each as have come and fit.
/// </summary>
internal sealed class SealedLines(ReceiverPorts ports) : ILineSender
{
    /// <summary>Bytes of the lines in a datagram, with their lengths; a longer line has one of its own.</summary>
    public const int MaxPayload = 1400;

    private readonly ChildProcess _send = JournalProcess.StartSending(ports.SenderKey!, ports.Udp);
    private readonly ArrayBufferWriter<byte> _buffer = new();

    public void Send(ReadOnlySpan<byte[]> lines)
    {
        _buffer.ResetWrittenCount();
        foreach (var line in lines)
        {
            _buffer.Write(line);
            _buffer.Write("\n"u8);
        }

        try
        {
            _send.Input.Write(_buffer.WrittenSpan);
            _send.Input.Flush();
        }
        catch (IOException exception)
        {
            throw new IOException($"journal send has ended:{_send.LastWords()}", exception);
        }
    }

    /// <summary>The end of its input ends the session, and the process.</summary>
    public void Dispose() => _send.DisposeAsync().AsTask().GetAwaiter().GetResult();
}
