using System.Buffers;
using System.Text;

namespace Hosting.Uploads.Multipart;

/// <summary>The end of a part's content: CR LF, two dashes and the boundary (RFC 2046, section 5.1.1).</summary>
/// <param name="boundary">The boundary; it contains no carriage return.</param>
internal sealed class Delimiter(string boundary)
{
    private readonly byte[] _bytes = Encoding.UTF8.GetBytes($"\r\n--{boundary}");

    public int Length => _bytes.Length;

    /// <summary>The first delimiter follows no content, so it may begin with its dashes.</summary>
    public ReadOnlyMemory<byte> WithoutLineBreak => _bytes.AsMemory(2);

    /// <param name="bytes">In any number of segments.</param>
    /// <param name="content">Bytes before the delimiter; if there is none, those before a possible beginning of one.</param>
    /// <returns>Whether the bytes contain a whole delimiter.</returns>
    public bool Find(in ReadOnlySequence<byte> bytes, out long content)
    {
        content = 0;
        foreach (var segment in bytes)
        {
            var span = segment.Span;
            var whole = span.IndexOf(_bytes);
            if (whole >= 0)
            {
                content += whole;
                return true;
            }

            if (Begun(span) is { } begun && Compare(bytes.Slice(content + begun)) is { } matches)
            {
                content += begun;
                return matches;
            }

            content += span.Length;
        }

        return false;
    }

    /// <summary>
    /// Where a delimiter may begin at the end of the segment: at its last carriage return, because a delimiter has only one.
    /// </summary>
    private int? Begun(ReadOnlySpan<byte> segment)
    {
        var tail = Math.Max(0, segment.Length - _bytes.Length + 1);
        var at = segment[tail..].LastIndexOf((byte)'\r');
        return at >= 0 && _bytes.AsSpan().StartsWith(segment[(tail + at)..]) ? tail + at : null;
    }

    /// <returns>True: a delimiter; false: too few bytes to tell; null: none.</returns>
    private bool? Compare(in ReadOnlySequence<byte> bytes)
    {
        var first = bytes.Slice(0, Math.Min(bytes.Length, _bytes.Length)).ToArray();
        return _bytes.AsSpan().StartsWith(first) ? first.Length == _bytes.Length : null;
    }
}
