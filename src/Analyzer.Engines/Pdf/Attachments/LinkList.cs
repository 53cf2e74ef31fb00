namespace Analyzer.Engines.Pdf.Attachments;

/// <summary>The first distinct addresses and UNC paths that a document names.</summary>
internal sealed class LinkList
{
    private const int MaxLinks = 64;
    private const int MaxLength = 1024;

    private readonly HashSet<string> _known = new(StringComparer.Ordinal);
    private readonly List<string> _links = [];

    public IReadOnlyList<string> Links => _links;

    public void Add(ReadOnlySpan<char> link)
    {
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
    }
}
