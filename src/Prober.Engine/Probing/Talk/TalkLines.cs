using System.Text;

namespace Prober.Engine.Probing.Talk;

/// <summary>Reads lines, or so many bytes, within a limit, whatever a server sends.</summary>
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
            line.AddRange(Take(found < 0 ? _end - _start : found));
            if (found >= 0)
            {
                _start++;
                return Encoding.UTF8.GetString([.. line]).TrimEnd('\r');
            }

            if (!await FillAsync())
            {
                return line.Count > 0 && !IsTooLong ? Encoding.UTF8.GetString([.. line]) : null;
            }
        }
    }

    /// <returns>Fewer at the end of the connection, or of the limit.</returns>
    public async Task<byte[]> ReadAsync(int count)
    {
        var octets = new List<byte>();
        while (octets.Count < count && (HasMore || await FillAsync()))
        {
            octets.AddRange(Take(Math.Min(count - octets.Count, _end - _start)));
        }

        return [.. octets];
    }

    private ReadOnlySpan<byte> Take(int count)
    {
        _start += count;
        return _buffer.AsSpan(_start - count, count);
    }

    private async Task<bool> FillAsync()
    {
        if (IsTooLong)
        {
            return false;
        }

        (_start, _end) = (0, await stream.ReadAsync(_buffer, CancellationToken.None));
        _read += _end;
        return _end > 0;
    }
}
