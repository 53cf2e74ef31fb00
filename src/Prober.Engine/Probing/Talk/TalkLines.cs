using System.Text;

namespace Prober.Engine.Probing.Talk;

/// <summary>Reads lines within a limit, whatever a server sends.</summary>
internal sealed class TalkLines(Stream stream)
{
    public const int MaxBytes = 64 * 1024;

    private readonly byte[] _buffer = new byte[4096];
    private int _start;
    private int _end;
    private int _read;

    public Stream Stream => stream;

    public bool IsTooLong => _read >= MaxBytes;

    /// <summary>Something after the last line has arrived.</summary>
    public bool HasMore => _start < _end;

    /// <returns>The line without its end; null at the end of the connection, or of the limit.</returns>
    public async Task<string?> ReadAsync()
    {
        var line = new List<byte>();
        while (true)
        {
            var found = _buffer.AsSpan(_start, _end - _start).IndexOf((byte)'\n');
            var taken = found < 0 ? _end - _start : found;
            line.AddRange(_buffer.AsSpan(_start, taken));
            _start += found < 0 ? taken : taken + 1;
            if (found >= 0)
            {
                return Encoding.UTF8.GetString([.. line]).TrimEnd('\r');
            }

            if (IsTooLong)
            {
                return null;
            }

            (_start, _end) = (0, await stream.ReadAsync(_buffer, CancellationToken.None));
            _read += _end;
            if (_end == 0)
            {
                return line.Count > 0 ? Encoding.UTF8.GetString([.. line]) : null;
            }
        }
    }
}
