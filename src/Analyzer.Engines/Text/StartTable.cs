namespace Analyzer.Engines.Text;

/// <summary>
/// Recognises any of some beginnings in a text, letter by letter: those in base64 as they are, those in hex in either case.
/// </summary>
internal sealed class StartTable
{
    private readonly List<Dictionary<byte, int>> _trie = [[]];
    private readonly Dictionary<int, Start> _found = [];
    private readonly int[] _next;

    public StartTable(IEnumerable<string> base64, IEnumerable<string> hex)
    {
        foreach (var text in base64)
        {
            Add(text, isHex: false);
        }

        foreach (var text in hex)
        {
            Add(text, isHex: true);
            Add(text.ToUpperInvariant(), isHex: true);
        }

        _next = new int[_trie.Count * 256];
        Link();
    }

    public int Step(int state, byte letter) => _next[(state * 256) + letter];

    public Start? Found(int state) => state == 0 ? null : _found.GetValueOrDefault(state);

    private void Add(string text, bool isHex)
    {
        var state = 0;
        foreach (var letter in text)
        {
            if (!_trie[state].TryGetValue((byte)letter, out var child))
            {
                child = _trie.Count;
                _trie[state][(byte)letter] = child;
                _trie.Add([]);
            }

            state = child;
        }

        _found[state] = new(text, isHex);
    }

    private void Link()
    {
        var fallbacks = new int[_trie.Count];
        var queue = new Queue<int>([0]);
        while (queue.TryDequeue(out var state))
        {
            for (var letter = 0; letter < 256; letter++)
            {
                var fallback = state == 0 ? 0 : _next[(fallbacks[state] * 256) + letter];
                if (_trie[state].TryGetValue((byte)letter, out var child))
                {
                    fallbacks[child] = fallback;
                    queue.Enqueue(child);
                    _next[(state * 256) + letter] = child;
                }
                else
                {
                    _next[(state * 256) + letter] = fallback;
                }
            }
        }
    }

    public sealed record Start(string Text, bool IsHex);
}
