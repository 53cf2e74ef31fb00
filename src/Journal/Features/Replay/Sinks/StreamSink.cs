using System.Buffers;

namespace Journal.Features.Replay.Sinks;

/// <summary>Lines to a stream, such as standard output.</summary>
internal sealed class StreamSink(Stream output) : IReplaySink
{
    private readonly ArrayBufferWriter<byte> _buffer = new();

    public void Add(long sequence, ReadOnlySpan<byte> line)
    {
        _buffer.Write(line);
        _buffer.Write("\n"u8);
    }

    public async Task SendAsync(CancellationToken cancellationToken)
    {
        await output.WriteAsync(_buffer.WrittenMemory, cancellationToken);
        _buffer.ResetWrittenCount();
    }

    public Task FinishAsync(CancellationToken cancellationToken) => output.FlushAsync(cancellationToken);

    public ValueTask DisposeAsync() => output.DisposeAsync();
}
