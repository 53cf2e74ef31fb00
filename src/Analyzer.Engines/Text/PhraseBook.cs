namespace Analyzer.Engines.Text;

/// <summary>Phrases to look for, all in one pass over a text (Aho and Corasick, 1975). Each has one or more of up to 64 marks.</summary>
/// <remarks>
/// Letters count in either case, and noise is left out: blanks, quotes and what joins strings, so that <c>"WScr" + "ipt.Sh" + 'ell'</c>
/// reads
/// as <c>wscript.shell</c>. Phrases are written without noise.
/// </remarks>
internal sealed class PhraseBook
{
    /// <summary>
    /// Blanks, NUL (every second byte of UTF-16), quotes, and the signs that join strings in Basic, PowerShell and batch files.
    /// </summary>
    private const string Noise = " \t\r\n\0\"'`+&^";

    private readonly byte[] _symbols = new byte[256];
    private readonly int _width;
    private readonly ushort[] _next;
    private readonly ulong[] _marks;

    public PhraseBook(params IEnumerable<(ulong Mark, string Phrase)> phrases)
    {
        List<(ulong Mark, string Phrase)> all = [.. phrases];
        _width = Number(all);
        var trie = new List<int[]> { new int[_width] };
        var marks = new List<ulong> { 0 };
        foreach (var (mark, phrase) in all)
        {
            Add(trie, marks, mark, phrase);
        }

        _next = new ushort[trie.Count * _width];
        _marks = [.. marks];
        Link(trie);
    }

    /// <summary>True for bytes that say nothing.</summary>
    public bool IsNoise(byte value) => _symbols[value] == 0;

    /// <returns>The state after one more byte.</returns>
    public int Step(int state, byte value)
    {
        var symbol = _symbols[value];
        return symbol == 0 ? state : _next[(state * _width) + symbol];
    }

    /// <returns>The marks of the phrases that end in this state.</returns>
    public ulong MarksOf(int state) => _marks[state];

    // 0 is noise, 1 every byte that no phrase has.
    private int Number(List<(ulong Mark, string Phrase)> phrases)
    {
        Array.Fill(_symbols, (byte)1);
        foreach (var noise in Noise)
        {
            _symbols[noise] = 0;
        }

        var count = 2;
        foreach (var letter in phrases.SelectMany(phrase => phrase.Phrase).Distinct())
        {
            if (Noise.Contains(letter) || char.IsAsciiLetterUpper(letter) || letter > 127)
            {
                throw new ArgumentException($"'{letter}' cannot stand in a phrase.", nameof(phrases));
            }

            _symbols[letter] = _symbols[char.ToUpperInvariant(letter)] = (byte)count++;
        }

        return count;
    }

    private void Add(List<int[]> trie, List<ulong> marks, ulong mark, string phrase)
    {
        var state = 0;
        foreach (var letter in phrase)
        {
            var symbol = _symbols[letter];
            if (trie[state][symbol] == 0)
            {
                trie[state][symbol] = trie.Count;
                trie.Add(new int[_width]);
                marks.Add(0);
            }

            state = trie[state][symbol];
        }

        marks[state] |= mark;
    }

    // Breadth first: a state's fallback is shorter than the state, so it is ready before.
    private void Link(List<int[]> trie)
    {
        var fallbacks = new int[trie.Count];
        var queue = new Queue<int>([0]);
        while (queue.TryDequeue(out var state))
        {
            _marks[state] |= _marks[fallbacks[state]];
            for (var symbol = 1; symbol < _width; symbol++)
            {
                var child = trie[state][symbol];
                var fallback = state == 0 ? 0 : _next[(fallbacks[state] * _width) + symbol];
                _next[(state * _width) + symbol] = (ushort)(child > 0 ? child : fallback);
                if (child > 0)
                {
                    fallbacks[child] = fallback;
                    queue.Enqueue(child);
                }
            }
        }
    }
}
