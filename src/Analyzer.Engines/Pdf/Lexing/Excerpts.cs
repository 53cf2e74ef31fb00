using System.Buffers;
using System.Globalization;
using System.Text;

namespace Analyzer.Engines.Pdf.Lexing;

/// <summary>Keeps the 64 bytes around places in bytes that pass once; what it keeps does not depend on how they are cut.</summary>
/// <param name="slots">The number of excerpts.</param>
internal sealed class Excerpts(int slots)
{
    public const int Length = 64;
    private const int Before = 16;

    // A place is asked for when its word has ended, which is up to 40 bytes after it began.
    private const int TailLength = 64;

    /// <summary>Printable ASCII but for the backslash.</summary>
    private static readonly SearchValues<char> Plain =
        SearchValues.Create([.. Enumerable.Range(' ', '~' - ' ' + 1).Select(value => (char)value).Where(character => character != '\\')]);

    private readonly byte[] _bytes = new byte[slots * Length];
    private readonly int[] _lengths = new int[slots];
    private readonly long[] _starts = new long[slots];
    private readonly State[] _states = new State[slots];
    private readonly byte[] _tail = new byte[TailLength];
    private int _tailLength;
    private int _open;

    private enum State : byte
    {
        Empty,
        Open,
        Done,
    }

    /// <summary>Asks for an excerpt around an offset in the bytes that are being read, or just before them; the first one counts.</summary>
    public void Request(int slot, long offset)
    {
        if (_states[slot] != State.Empty)
        {
            return;
        }

        (_states[slot], _starts[slot], _lengths[slot]) = (State.Open, offset - Before, 0);
        _open++;
    }

    /// <summary>Takes an excerpt from bytes that were kept, which passed long ago; the first one counts.</summary>
    /// <param name="start">The offset of the first of them.</param>
    public void Request(int slot, long offset, ReadOnlySpan<byte> kept, long start)
    {
        if (_states[slot] != State.Empty)
        {
            return;
        }

        var from = (int)Math.Clamp(offset - Before - start, 0, kept.Length);
        var bytes = kept[from..Math.Min(kept.Length, from + Length)];
        bytes.CopyTo(_bytes.AsSpan(slot * Length));
        (_states[slot], _lengths[slot]) = (State.Done, bytes.Length);
    }

    /// <summary>The bytes have been read: takes from them what was asked for.</summary>
    public void Take(ReadOnlySpan<byte> bytes, long offset)
    {
        for (var slot = 0; slot < slots && _open > 0; slot++)
        {
            if (_states[slot] == State.Open)
            {
                Fill(slot, bytes, offset);
            }
        }

        KeepTail(bytes);
    }

    /// <summary>Other bytes follow: what is open ends here.</summary>
    public void Break()
    {
        for (var slot = 0; slot < slots && _open > 0; slot++)
        {
            if (_states[slot] == State.Open)
            {
                _states[slot] = State.Done;
                _open--;
            }
        }

        _tailLength = 0;
    }

    /// <summary>Makes it ready for another file.</summary>
    public void Clear()
    {
        Array.Clear(_states);
        (_open, _tailLength) = (0, 0);
    }

    /// <summary>The bytes as text: printable ASCII as it is, a backslash doubled, any other byte as <c>\xNN</c>.</summary>
    /// <returns>Null without an excerpt.</returns>
    public string? ToText(int slot) =>
        _states[slot] == State.Empty || _lengths[slot] == 0 ? null : ToText(_bytes.AsSpan(slot * Length, _lengths[slot]));

    /// <param name="bytes">At most <see cref="Length"/> of them are shown.</param>
    public static string ToText(ReadOnlySpan<byte> bytes)
    {
        Span<char> text = stackalloc char[4 * Length];
        var length = 0;
        foreach (var value in bytes[..Math.Min(bytes.Length, Length)])
        {
            if (value is < (byte)' ' or > (byte)'~')
            {
                text[length++] = '\\';
                text[length++] = 'x';
                value.TryFormat(text[length..], out _, "X2", CultureInfo.InvariantCulture);
                length += 2;
                continue;
            }

            if (value == '\\')
            {
                text[length++] = '\\';
            }

            text[length++] = (char)value;
        }

        return text[..length].ToString();
    }

    /// <summary>Text as printable ASCII: a backslash doubled, any other character as <c>\uNNNN</c>.</summary>
    public static string ToText(string text)
    {
        if (!text.AsSpan().ContainsAnyExcept(Plain))
        {
            return text;
        }

        var escaped = new StringBuilder(2 * text.Length);
        foreach (var character in text)
        {
            _ = character switch
            {
                '\\' => escaped.Append(@"\\"),
                >= ' ' and <= '~' => escaped.Append(character),
                _ => escaped.Append($@"\u{(int)character:X4}"),
            };
        }

        return escaped.ToString();
    }

    private void Fill(int slot, ReadOnlySpan<byte> bytes, long offset)
    {
        if (_lengths[slot] == 0)
        {
            _starts[slot] = Math.Max(_starts[slot], offset - _tailLength);
        }

        var target = _bytes.AsSpan(slot * Length, Length);
        var next = _starts[slot] + _lengths[slot];
        if (next < offset)
        {
            var tail = _tail.AsSpan(_tailLength - (int)(offset - next), (int)(offset - next));
            tail = tail[..Math.Min(tail.Length, Length - _lengths[slot])];
            tail.CopyTo(target[_lengths[slot]..]);
            _lengths[slot] += tail.Length;
            next = offset;
        }

        var rest = bytes[(int)Math.Min(bytes.Length, next - offset)..];
        rest = rest[..Math.Min(rest.Length, Length - _lengths[slot])];
        rest.CopyTo(target[_lengths[slot]..]);
        _lengths[slot] += rest.Length;
        if (_lengths[slot] == Length)
        {
            _states[slot] = State.Done;
            _open--;
        }
    }

    private void KeepTail(ReadOnlySpan<byte> bytes)
    {
        if (bytes.Length >= TailLength)
        {
            bytes[^TailLength..].CopyTo(_tail);
            _tailLength = TailLength;
            return;
        }

        var kept = Math.Min(_tailLength, TailLength - bytes.Length);
        _tail.AsSpan(_tailLength - kept, kept).CopyTo(_tail);
        bytes.CopyTo(_tail.AsSpan(kept));
        _tailLength = kept + bytes.Length;
    }
}
