using System.Text;
using Sigma.Engine.Patterns;

namespace Sigma.Engine.Matching.Values;

/// <summary>A pattern with wildcards over UTF-8: the parts between <c>*</c>, each matched at the first place where it fits.</summary>
internal sealed class WildcardPattern
{
    private readonly Part[] _parts;
    private readonly bool _isOpenBefore;
    private readonly bool _isOpenAfter;

    /// <param name="pattern">The pattern.</param>
    /// <param name="isCased">Whether case matters; otherwise the literals are folded, and the text has to be folded too.</param>
    public WildcardPattern(TextPattern pattern, bool isCased)
    {
        var parts = new List<List<byte[]?>> { new() };
        foreach (var piece in pattern.Pieces)
        {
            if (piece.Kind == PieceKind.AnyRun)
            {
                parts.Add([]);
            }
            else
            {
                parts[^1].Add(piece.Kind == PieceKind.AnyOne ? null
                    : isCased ? Encoding.UTF8.GetBytes(piece.Text) : TextFolding.Fold(piece.Text));
            }
        }

        (_isOpenBefore, _isOpenAfter) = (parts.Count > 1 && parts[0].Count == 0, parts.Count > 1 && parts[^1].Count == 0);
        _parts = [.. parts.Where(part => part.Count > 0).Select(part => new Part([.. part]))];
    }

    public bool IsMatch(ReadOnlySpan<byte> text)
    {
        if (_parts.Length == 0)
        {
            return _isOpenBefore || text.Length == 0;
        }

        var first = 0;
        var last = _parts.Length;
        if (!_isOpenBefore)
        {
            var end = _parts[0].Fit(text, 0);
            if (end < 0)
            {
                return false;
            }

            if (_parts.Length == 1)
            {
                return _isOpenAfter || end == text.Length;
            }

            text = text[end..];
            first = 1;
        }

        if (!_isOpenAfter)
        {
            last--;
        }

        for (var i = first; i < last; i++)
        {
            var end = _parts[i].Find(text);
            if (end < 0)
            {
                return false;
            }

            text = text[end..];
        }

        return _isOpenAfter || _parts[last].FitsAtEnd(text);
    }

    /// <param name="Pieces">Literals; null for any one character.</param>
    private sealed record Part(byte[]?[] Pieces)
    {
        /// <returns>The end of the part if it begins there; -1 when it does not fit.</returns>
        public int Fit(ReadOnlySpan<byte> text, int at)
        {
            foreach (var piece in Pieces)
            {
                if (piece is not null)
                {
                    if (!text[at..].StartsWith(piece))
                    {
                        return -1;
                    }

                    at += piece.Length;
                    continue;
                }

                if (at == text.Length)
                {
                    return -1;
                }

                at++;
                while (at < text.Length && (text[at] & 0xC0) == 0x80)
                {
                    at++;
                }
            }

            return at;
        }

        /// <returns>The end of the part at the first place where it fits; -1 when there is none.</returns>
        public int Find(ReadOnlySpan<byte> text)
        {
            for (var at = 0; at <= text.Length; at++)
            {
                if (Pieces[0] is { } literal)
                {
                    var next = text[at..].IndexOf(literal);
                    if (next < 0)
                    {
                        return -1;
                    }

                    at += next;
                }
                else if (at < text.Length && (text[at] & 0xC0) == 0x80)
                {
                    continue;
                }

                if (Fit(text, at) is >= 0 and var end)
                {
                    return end;
                }
            }

            return -1;
        }

        public bool FitsAtEnd(ReadOnlySpan<byte> text)
        {
            var at = text.Length;
            for (var i = Pieces.Length - 1; i >= 0; i--)
            {
                if (Pieces[i] is { } literal)
                {
                    if (!text[..at].EndsWith(literal))
                    {
                        return false;
                    }

                    at -= literal.Length;
                    continue;
                }

                if (at == 0)
                {
                    return false;
                }

                at--;
                while (at > 0 && (text[at] & 0xC0) == 0x80)
                {
                    at--;
                }
            }

            return true;
        }
    }
}
