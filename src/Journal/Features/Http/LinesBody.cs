namespace Journal.Features.Http;

/// <summary>The body of a request: lines. It takes room as it comes, so that a length that is only declared takes none.</summary>
/// <param name="room">Shared by all requests.</param>
/// <param name="maxBytes">No body is longer.</param>
internal sealed class LinesBody(BodyRoom room, int maxBytes) : IDisposable
{
    private const int FirstBytes = 16 << 10;

    private byte[] _bytes = [];
    private int _length;

    private ReadOnlyMemory<byte> Bytes => _bytes.AsMemory(0, _length);

    /// <summary>Without their line breaks; an empty line is none.</summary>
    public IEnumerable<ReadOnlyMemory<byte>> Lines()
    {
        for (var rest = Bytes; !rest.IsEmpty;)
        {
            var end = rest.Span.IndexOf((byte)'\n');
            var line = (end < 0 ? rest : rest[..end]).TrimEnd((byte)'\r');
            rest = end < 0 ? default : rest[(end + 1)..];
            if (!line.IsEmpty)
            {
                yield return line;
            }
        }
    }

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
