namespace Journal.Log.Verifying;

/// <summary>Reads the lines of an anchor file one after another. An incomplete last line is ignored: it was just being written.</summary>
/// <param name="name">For messages.</param>
/// <param name="content">Disposed with the reader.</param>
internal sealed class AnchorReader(string name, Stream content) : IDisposable
{
    /// <summary>Longer than any line: a note has at most 64 KiB.</summary>
    private const int MaxLineBytes = 128 << 10;

    private readonly byte[] _buffer = new byte[2 * MaxLineBytes];
    private int _start;
    private int _length;
    private int _next;
    private int _end;

    /// <summary>The number of the line that was read last, counted from 1.</summary>
    public long Number { get; private set; }

    /// <summary>The line without its line break. Valid until the next one is read.</summary>
    public ReadOnlySpan<byte> Line => _buffer.AsSpan(_start, _length);

    /// <returns>False when there is no further line.</returns>
    /// <exception cref="InvalidDataException">A line is longer than any anchor.</exception>
    public bool Next()
    {
        int length;
        while ((length = _buffer.AsSpan(_next.._end).IndexOf((byte)'\n')) < 0)
        {
            if (_end - _next > MaxLineBytes)
            {
                throw new InvalidDataException($"{name}:{Number + 1} is not an anchor: the line is too long.");
            }

            if (!Fill())
            {
                return false;
            }
        }

        (_start, _length, _next) = (_next, length, _next + length + 1);
        Number++;
        return true;
    }

    public void Dispose() => content.Dispose();

    private bool Fill()
    {
        _buffer.AsSpan(_next.._end).CopyTo(_buffer);
        (_next, _end) = (0, _end - _next);
        var read = content.Read(_buffer.AsSpan(_end));
        _end += read;
        return read > 0;
    }
}
