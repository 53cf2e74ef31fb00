using System.Net;

namespace Gateway.Tests.Hosting;

/// <summary>A large upload of no length that is told before: zeros, behind a number that makes it a file of its own.</summary>
/// <param name="number">The number.</param>
/// <param name="bytes">A multiple of <see cref="PieceBytes"/>.</param>
internal sealed class EndlessContent(int number, long bytes) : HttpContent
{
    public const int PieceBytes = 64 << 10;

    private long _taken;

    /// <summary>Bytes that the connection took.</summary>
    public long Taken => Volatile.Read(ref _taken);

    protected override Task SerializeToStreamAsync(Stream stream, TransportContext? context) =>
        SerializeToStreamAsync(stream, context, CancellationToken.None);

    protected override async Task SerializeToStreamAsync(Stream stream, TransportContext? context, CancellationToken cancellationToken)
    {
        var piece = new byte[PieceBytes];
        BitConverter.TryWriteBytes(piece, number);
        while (_taken < bytes)
        {
            await stream.WriteAsync(piece, cancellationToken);
            Volatile.Write(ref _taken, _taken + piece.Length);
        }
    }

    protected override bool TryComputeLength(out long length)
    {
        length = 0;
        return false;
    }
}
