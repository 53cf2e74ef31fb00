using System.IO.Hashing;

namespace Analyzer.Engines.Markup;

/// <summary>
/// Remembers tags in which nothing was found, byte for byte: documents, and bombs, repeat a few of them, and reading a tag's attributes
/// costs far more than its bytes.
/// </summary>
internal sealed class InertTags
{
    private const int Places = 256;
    private const int LongestTag = 127;

    private byte[] _tags = [];
    private byte[] _lengths = [];

    public bool Has(ReadOnlySpan<byte> tag)
    {
        if (_lengths.Length == 0 || tag.Length > LongestTag)
        {
            return false;
        }

        var place = PlaceOf(tag);
        return _lengths[place] == tag.Length && tag.SequenceEqual(_tags.AsSpan(place * LongestTag, tag.Length));
    }

    public void Add(ReadOnlySpan<byte> tag)
    {
        if (tag.Length > LongestTag)
        {
            return;
        }

        if (_lengths.Length == 0)
        {
            (_tags, _lengths) = (new byte[Places * LongestTag], new byte[Places]);
        }

        var place = PlaceOf(tag);
        tag.CopyTo(_tags.AsSpan(place * LongestTag));
        _lengths[place] = (byte)tag.Length;
    }

    public void Clear() => _lengths.AsSpan().Clear();

    private static int PlaceOf(ReadOnlySpan<byte> tag) => (int)(XxHash3.HashToUInt64(tag) % Places);
}
