namespace Hosting.Uploads;

/// <summary>The body of a request, whole. It takes room as it comes, so that a length that is only declared takes none.</summary>
/// <param name="room">Shared by all requests.</param>
/// <param name="maxBytes">No body is longer.</param>
public sealed class GrowingBody(BodyRoom room, int maxBytes) : IDisposable
{
    private const int FirstBytes = 16 << 10;

    private byte[] _bytes = [];
    private int _length;

    /// <summary>What has come.</summary>
    public ReadOnlyMemory<byte> Bytes => _bytes.AsMemory(0, _length);

    /// <returns>False when there is no room for all of it.</returns>
    public async ValueTask<bool> TryReadAsync(Stream body, CancellationToken cancellationToken)
    {
        int read;
        do
        {
            if (_length == _bytes.Length && !TryGrow())
            {
                return false;
            }

            read = await body.ReadAsync(_bytes.AsMemory(_length), cancellationToken);
            _length += read;
        }
        while (read > 0);

        return true;
    }

    public void Dispose() => room.Return(_bytes.Length);

    private bool TryGrow()
    {
        // One byte more than may come: the end of the longest body shows without growing again.
        var size = (int)Math.Min(Math.Max(FirstBytes, 2L * _bytes.Length), maxBytes + 1L);
        if (!room.TryTake(size))
        {
            return false;
        }

        var (old, grown) = (_bytes, GC.AllocateUninitializedArray<byte>(size));
        old.AsSpan().CopyTo(grown);
        _bytes = grown;
        room.Return(old.Length);
        return true;
    }
}
