using System.Buffers;
using System.Numerics;
using System.Text.Unicode;
using Sigma.Engine.Matching.Values;
using Sigma.Engine.Records;

namespace Sigma.Engine.Matching;

/// <summary>
/// The texts of a record's values, without escapes and case-folded. Each is made once, in memory that belongs to the thread.
/// </summary>
internal sealed class RecordTexts(RecordValues values)
{
    /// <summary>Indexes read beyond a text's end.</summary>
    private const int Padding = 8;

    private byte[] _arena = new byte[4096];
    private char[] _characters = new char[1024];
    private Places[] _places = new Places[64];
    private ReadOnlyMemory<byte> _record;
    private int _used;

    /// <summary>Values for which a regular expression took too long, over all records.</summary>
    public long TimeOuts { get; set; }

    public void Begin(ReadOnlyMemory<byte> record)
    {
        (_record, _used) = (record, 0);
        if (_places.Length < values.Count)
        {
            _places = new Places[BitOperations.RoundUpToPowerOf2((uint)values.Count)];
        }

        _places.AsSpan(0, values.Count).Clear();
    }

    public RecordValueKind Kind(int value) => values[value].Kind;

    /// <summary>The text as it was written, with its escapes.</summary>
    public ReadOnlySpan<byte> Raw(int value) => _record.Span.Slice(values[value].Start, values[value].Length);

    public ReadOnlySpan<byte> Text(int value)
    {
        if (Kind(value) != RecordValueKind.EscapedText)
        {
            return Raw(value);
        }

        ref var places = ref _places[value];
        if (places.TextEnd == 0)
        {
            var raw = Raw(value);
            Reserve(raw.Length);
            places.TextStart = _used;
            _used += JsonEscapes.Unescape(raw, _arena.AsSpan(_used)) + Padding;
            places.TextEnd = _used - Padding;
        }

        return _arena.AsSpan(places.TextStart, places.TextEnd - places.TextStart);
    }

    /// <param name="value">The value.</param>
    /// <param name="length">The length of the text; some bytes more follow.</param>
    public ReadOnlySpan<byte> Folded(int value, out int length)
    {
        ref var places = ref _places[value];
        if (places.FoldedEnd == 0)
        {
            var text = Text(value);
            Reserve(TextFolding.MaxLength(text.Length));
            places.FoldedStart = _used;
            _used += TextFolding.Fold(text, _arena.AsSpan(_used)) + Padding;
            places.FoldedEnd = _used - Padding;
        }

        length = places.FoldedEnd - places.FoldedStart;
        return _arena.AsSpan(places.FoldedStart, length + Padding);
    }

    public ReadOnlySpan<byte> Folded(int value) => Folded(value, out var length)[..length];

    /// <summary>Valid until the next call.</summary>
    public ReadOnlySpan<char> Characters(int value)
    {
        var text = Text(value);
        if (_characters.Length < text.Length)
        {
            _characters = new char[BitOperations.RoundUpToPowerOf2((uint)text.Length)];
        }

        var status = Utf8.ToUtf16(text, _characters, out _, out var written);
        return status == OperationStatus.Done
            ? _characters.AsSpan(0, written)
            : throw new InvalidOperationException("Records have to be checked first.");
    }

    /// <summary>Uses another block when this one is full, so that texts in use stay where they are.</summary>
    private void Reserve(int length)
    {
        if (_arena.Length - _used < length + Padding + 1)
        {
            Array.Resize(ref _arena, (int)BitOperations.RoundUpToPowerOf2((uint)(_used + length + Padding + 1)));
        }
    }

    private struct Places
    {
        public int TextStart;
        public int TextEnd;
        public int FoldedStart;
        public int FoldedEnd;
    }
}
