namespace Analyzer.Engines.Text;

/// <summary>Looks for many patterns in one pass over a text (Aho and Corasick, 1975). Each pattern has marks, out of 64.</summary>
/// <remarks>
/// The table has a row for each state and a column for each symbol: a step is one look-up, without a branch. States in which a pattern
/// ends have the highest numbers, so that one comparison tells them.
/// </remarks>
internal sealed class Automaton
{
    private readonly byte[] _symbols;
    private readonly int[] _next;
    private readonly ulong[] _marks;
    private readonly int _width;
    private readonly int _firstFound;

    /// <param name="symbols">The symbol of each byte: 0 says nothing and is skipped, 1 stands in no pattern.</param>
    /// <param name="patterns">As bytes with symbols above 1.</param>
    public Automaton(byte[] symbols, IEnumerable<(ulong Marks, string Pattern)> patterns)
    {
        _symbols = symbols;
        _width = symbols.Max() + 1;
        var trie = new List<int[]> { new int[_width] };
        var marks = new List<ulong> { 0 };
        foreach (var (mark, pattern) in patterns)
        {
            Add(trie, marks, mark, pattern);
        }

        var next = Link(trie, marks);
        var order = Enumerable.Range(0, trie.Count).OrderBy(state => marks[state] != 0).ToArray(); // stable: the root stays the first
        var place = new int[trie.Count];
        for (var i = 0; i < order.Length; i++)
        {
            place[order[i]] = i;
        }

        _next = new int[next.Length];
        _marks = new ulong[trie.Count];
        for (var state = 0; state < trie.Count; state++)
        {
            _marks[place[state]] = marks[state];
            for (var symbol = 0; symbol < _width; symbol++)
            {
                _next[(place[state] * _width) + symbol] = place[next[(state * _width) + symbol]] * _width;
            }
        }

        _firstFound = marks.Count(mark => mark == 0) * _width;
    }

    /// <summary>Goes on until a pattern ends.</summary>
    /// <param name="state">0 at the start of a text.</param>
    /// <returns>Behind the last byte of the pattern; -1 when none ends.</returns>
    public int Find(ReadOnlySpan<byte> text, ref int state, out ulong marks)
    {
        var (symbols, next, first, current) = (_symbols, _next, _firstFound, state);
        for (var i = 0; i < text.Length; i++)
        {
            current = next[current + symbols[text[i]]];
            if (current >= first && symbols[text[i]] != 0)
            {
                state = current;
                marks = _marks[current / _width];
                return i + 1;
            }
        }

        (state, marks) = (current, 0);
        return -1;
    }

    private void Add(List<int[]> trie, List<ulong> marks, ulong mark, string pattern)
    {
        var state = 0;
        foreach (var letter in pattern)
        {
            var symbol = letter < 256 ? _symbols[letter] : (byte)0;
            if (symbol < 2)
            {
                throw new ArgumentException($"'{letter}' cannot stand in a pattern.", nameof(pattern));
            }

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
    private int[] Link(List<int[]> trie, List<ulong> marks)
    {
        var next = new int[trie.Count * _width];
        var fallbacks = new int[trie.Count];
        var queue = new Queue<int>([0]);
        while (queue.TryDequeue(out var state))
        {
            marks[state] |= marks[fallbacks[state]];
            next[state * _width] = state; // what says nothing changes nothing
            for (var symbol = 1; symbol < _width; symbol++)
            {
                var child = trie[state][symbol];
                var fallback = state == 0 ? 0 : next[(fallbacks[state] * _width) + symbol];
                next[(state * _width) + symbol] = child > 0 ? child : fallback;
                if (child > 0)
                {
                    fallbacks[child] = fallback;
                    queue.Enqueue(child);
                }
            }
        }

        return next;
    }
}
