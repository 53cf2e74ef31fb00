using System.Numerics;
using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Text;

/// <summary>Looks for phrases in a text that arrives in pieces, and keeps the first place of each mark.</summary>
internal sealed class PhraseSearch(Automaton phrases)
{
    private const int ExcerptLength = 96;

    private readonly Dictionary<ulong, Seen> _first = [];
    private readonly byte[] _recent = new byte[ExcerptLength];
    private int _recentLength;
    private int _state;

    /// <summary>The marks seen so far.</summary>
    public ulong Marks { get; private set; }

    /// <param name="text">The next bytes.</param>
    /// <param name="offset">Where they begin.</param>
    public void Read(ReadOnlySpan<byte> text, long offset)
    {
        for (var from = 0; from < text.Length;)
        {
            var (start, end) = DataRun.Find(text, from);
            Look(text, from, start, offset);
            if (start < text.Length)
            {
                _state = 0;
            }

            from = end;
        }

        Remember(text);
    }

    /// <summary>Ends a piece of text: no phrase goes across.</summary>
    public void Break() => (_state, _recentLength) = (0, 0);

    /// <returns>Where the mark was seen first, and the text up to there.</returns>
    public (long Offset, string Excerpt) First(ulong mark) => _first.TryGetValue(mark, out var seen) ? (seen.Offset, seen.Excerpt)
        : (0, "");

    public void Clear()
    {
        Break();
        _first.Clear();
        Marks = 0;
    }

    private void Look(ReadOnlySpan<byte> text, int from, int end, long offset)
    {
        for (int found; (found = phrases.Find(text[from..end], ref _state, out var marks)) > 0;)
        {
            from += found;
            if ((marks & ~Marks) is > 0 and var first)
            {
                Note(first, offset + from - 1, text[..from]);
            }
        }
    }

    private void Note(ulong marks, long offset, ReadOnlySpan<byte> text)
    {
        Marks |= marks;
        Span<byte> shown = stackalloc byte[ExcerptLength];
        var before = Math.Min(_recentLength, Math.Max(0, ExcerptLength - text.Length));
        _recent.AsSpan(_recentLength - before, before).CopyTo(shown);
        var own = text[^Math.Min(text.Length, ExcerptLength - before)..];
        own.CopyTo(shown[before..]);
        var excerpt = PlainText.Decode(shown[..(before + own.Length)]).Replace("\0", "", StringComparison.Ordinal);
        for (; marks > 0; marks &= marks - 1)
        {
            _first.TryAdd(1UL << BitOperations.TrailingZeroCount(marks), new(offset, excerpt));
        }
    }

    private void Remember(ReadOnlySpan<byte> text)
    {
        var own = text[^Math.Min(text.Length, ExcerptLength)..];
        var before = Math.Min(_recentLength, ExcerptLength - own.Length);
        _recent.AsSpan(_recentLength - before, before).CopyTo(_recent);
        own.CopyTo(_recent.AsSpan(before));
        _recentLength = before + own.Length;
    }

    private sealed record Seen(long Offset, string Excerpt);
}
