namespace Sigma.Engine.Matching.Literals;

/// <summary>
/// Finds literals inside values in time linear to the value, whatever the literals (Aho and Corasick, Efficient String Matching, 1975). On
/// typical logs it is slower than <see cref="GramTable"/>; it takes over for values that were made to be slow.
/// </summary>
internal sealed class AhoCorasick
{
    private readonly Dictionary<long, int> _next = [];
    private readonly List<int> _failures = [0];
    private readonly List<int> _outputs = [-1];
    private readonly List<int> _shorter = [0];

    public AhoCorasick(IReadOnlyList<(byte[] Text, int Literal)> literals)
    {
        foreach (var (text, literal) in literals)
        {
            var state = 0;
            foreach (var value in text)
            {
                if (!_next.TryGetValue(Key(state, value), out var target))
                {
                    target = _outputs.Count;
                    _next[Key(state, value)] = target;
                    _outputs.Add(-1);
                    _failures.Add(0);
                    _shorter.Add(0);
                }

                state = target;
            }

            _outputs[state] = literal;
        }

        LinkFailures();
    }

    public void Find(ReadOnlySpan<byte> value, ILiteralHits hits)
    {
        var state = 0;
        var found = new HashSet<int>();
        foreach (var character in value)
        {
            state = Next(state, character);

            // If one was found before, the shorter ones that end with it were found too.
            for (var output = _outputs[state] >= 0 ? state : _shorter[state]; output != 0 && found.Add(output); output = _shorter[output])
            {
                hits.Hit(_outputs[output]);
            }
        }
    }

    private int Next(int state, byte character)
    {
        while (true)
        {
            if (_next.TryGetValue(Key(state, character), out var target))
            {
                return target;
            }

            if (state == 0)
            {
                return 0;
            }

            state = _failures[state];
        }
    }

    private void LinkFailures()
    {
        // States were numbered depth first; a queue goes through them by depth.
        var children = _next.GroupBy(edge => (int)(edge.Key >> 8))
            .ToDictionary(group => group.Key, group => group.Select(edge => ((byte)edge.Key, edge.Value)).ToList());
        var queue = new Queue<int>([0]);
        while (queue.TryDequeue(out var state))
        {
            foreach (var (character, child) in children.GetValueOrDefault(state, []))
            {
                var failure = state == 0 ? 0 : Next(_failures[state], character);
                _failures[child] = failure;
                _shorter[child] = _outputs[failure] >= 0 ? failure : _shorter[failure];
                queue.Enqueue(child);
            }
        }
    }

    private static long Key(int state, byte character) => ((long)state << 8) | character;
}
