using Sigma.Engine.Evaluation;

namespace Sigma.Streams.Events.Formats;

/// <summary>Reads lines; the rest of one that is longer than a record may be is dropped.</summary>
internal sealed class LineInput(Stream stream)
{
    private readonly ByteWindow _window = new(stream);

    /// <param name="offset">Where it begins.</param>
    /// <returns>A copy of the next line that is not blank, without its end; null at the end.</returns>
    public byte[]? Next(out long offset)
    {
        while (true)
        {
            offset = _window.Offset;
            var line = Take();
            if (line is null || line.AsSpan().ContainsAnyExcept(" \t\r"u8))
            {
                return line is [.., (byte)'\r'] ? line[..^1] : line;
            }
        }
    }

    private byte[]? Take()
    {
        while (true)
        {
            var rest = _window.Rest;
            var end = rest.IndexOf((byte)'\n');
            if (end < 0 && !_window.IsAtEnd && rest.Length <= RecordLimits.MaxBytes)
            {
                _window.Fill();
                continue;
            }

            if (rest.IsEmpty && end < 0)
            {
                return null;
            }

            var line = (end < 0 ? rest : rest[..end])[..Math.Min(end < 0 ? rest.Length : end, RecordLimits.MaxBytes + 1)].ToArray();
            if (end < 0)
            {
                SkipLine();
            }
            else
            {
                _window.Advance(end + 1);
            }

            return line;
        }
    }

    private void SkipLine()
    {
        while (true)
        {
            var end = _window.Rest.IndexOf((byte)'\n');
            _window.Advance(end < 0 ? _window.Rest.Length : end + 1);
            if (end >= 0 || _window.IsAtEnd)
            {
                return;
            }

            _window.Fill();
        }
    }
}
