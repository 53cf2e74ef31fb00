namespace Journal.Features.Replay.Sinks;

/// <summary>Writes lines to a stream, such as standard output.</summary>
internal sealed class StreamSink(Stream output) : IReplaySink
{
    public async Task SendAsync(ReplayedLines lines, CancellationToken cancellationToken) =>
        await output.WriteAsync(lines.Bytes, cancellationToken);

    public Task FinishAsync(CancellationToken cancellationToken) => output.FlushAsync(cancellationToken);

    public ValueTask DisposeAsync() => output.DisposeAsync();
}
