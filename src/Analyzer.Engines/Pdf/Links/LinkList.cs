using System.Numerics;
using Analyzer.Engines.Pdf.Actions;
using Analyzer.Engines.Pdf.Lexing;

namespace Analyzer.Engines.Pdf.Links;

/// <summary>The first distinct addresses and UNC paths that a document names.</summary>
internal sealed class LinkList
{
    private const int MaxLinks = 64;
    private const int MaxLength = 1024;

    private readonly HashSet<string> _known = new(StringComparer.Ordinal);
    private readonly List<string> _links = [];
    private readonly FoundAct?[] _marked = new FoundAct?[3];

    public IReadOnlyList<string> Links => _links;

    /// <summary>The links that have a mark, and the first of them.</summary>
    public FoundAct? this[HostMarks mark] => _marked[BitOperations.Log2((uint)mark)];

    public void Add(ReadOnlySpan<char> link, in ObjectPlace place)
    {
        Mark(link, place);
        if (_links.Count == MaxLinks || link.IsEmpty)
        {
            return;
        }

        Span<char> text = stackalloc char[Math.Min(link.Length, MaxLength)];
        var length = 0;
        foreach (var value in link[..Math.Min(link.Length, MaxLength)])
        {
            // Addresses are in ASCII, and other characters may only look so.
            text[length++] = value is >= ' ' and <= '~' ? value : '\uFFFD';
        }

        if (!_known.GetAlternateLookup<ReadOnlySpan<char>>().Contains(text[..length]))
        {
            var added = text[..length].ToString();
            _known.Add(added);
            _links.Add(added);
        }
    }

    /// <summary>Makes it ready for another file.</summary>
    public void Clear()
    {
        _known.Clear();
        _links.Clear();
        Array.Clear(_marked);
    }

    private void Mark(ReadOnlySpan<char> link, in ObjectPlace place)
    {
        var marks = LinkTarget.Of(link, isUri: true).Host;
        for (var bit = 0; marks != HostMarks.None && bit < _marked.Length; bit++)
        {
            if (((int)marks & (1 << bit)) != 0)
            {
                var foundAct = _marked[bit] ??= new();
                foundAct.Places.Add(place);
                foundAct.Excerpt ??= Excerpts.ToText(link[..Math.Min(link.Length, Excerpts.Length)].ToString());
            }
        }
    }
}
