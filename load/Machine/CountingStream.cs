using System.Runtime.CompilerServices;
using Hosting.Requests;

namespace Load.Machine;

/// <summary>A connection whose bytes are counted; nothing is copied or buffered.</summary>
internal sealed class CountingStream(Stream connection, WireCounter counter) : SequentialStream
{
    public override bool CanRead => true;

    public override bool CanWrite => true;

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        var read = await connection.ReadAsync(buffer, cancellationToken);
        counter.Received(read);
        return read;
    }

    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        counter.Sent(buffer.Length);
        return connection.WriteAsync(buffer, cancellationToken);
    }

    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        ReadAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();

    public override Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        WriteAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();

    public override int Read(byte[] buffer, int offset, int count)
    {
        var read = connection.Read(buffer, offset, count);
        counter.Received(read);
        return read;
    }

    public override void Write(byte[] buffer, int offset, int count)
    {
        counter.Sent(count);
        connection.Write(buffer, offset, count);
    }

    public override Task FlushAsync(CancellationToken cancellationToken) => connection.FlushAsync(cancellationToken);

    public override void Flush() => connection.Flush();

    protected override void Dispose(bool disposing)
    {
        if (disposing)
        {
            connection.Dispose();
        }

        base.Dispose(disposing);
    }
}
