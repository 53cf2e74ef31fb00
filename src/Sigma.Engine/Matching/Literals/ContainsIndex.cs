namespace Sigma.Engine.Matching.Literals;

/// <summary>Finds all literals that occur in a value.</summary>
internal sealed class ContainsIndex
{
    /// <summary>
    /// The comparisons that a record has for nothing, over all its values: a few literals may share a piece that is common.
    /// </summary>
    public const int FreeSteps = 4096;

    /// <summary>
    /// The most comparisons for each byte of a value, beyond those, before the automaton takes over; logs need a hundredth.
    /// </summary>
    private const int StepsPerByte = 8;

    private const int MaxGram = 4;

    private readonly (byte Text, int Literal)[] _letters;
    private readonly GramTable[] _tables;
    private readonly Lazy<AhoCorasick> _automaton;

    /// <param name="literals">Different ones, none empty.</param>
    public ContainsIndex(IReadOnlyList<(byte[] Text, int Literal)> literals)
    {
        var counts = Count(literals);
        _letters = [.. literals.Where(literal => literal.Text.Length == 1).Select(literal => (literal.Text[0], literal.Literal))];
        _tables = [.. literals.Where(literal => literal.Text.Length > 1).GroupBy(literal => literal.Text.Length < MaxGram ? 2 : MaxGram)
            .Select(group => new GramTable(
                [.. group.Select(literal => (literal.Text, Rarest(literal.Text, group.Key, counts), literal.Literal))], group.Key))];
        _automaton = new(() => new AhoCorasick(literals));
    }

    /// <summary>Whether the automaton had to be built.</summary>
    internal bool IsLinear => _automaton.IsValueCreated;

    /// <param name="buffer">The value, and at least four bytes after it.</param>
    /// <param name="length">The length of the value.</param>
    /// <param name="free">What is left of the record's <see cref="FreeSteps"/>.</param>
    /// <param name="hits">Gets the found literals.</param>
    /// <returns>Comparisons, and the steps of the automaton.</returns>
    public int Find(ReadOnlySpan<byte> buffer, int length, ref int free, ILiteralHits hits)
    {
        var own = StepsPerByte * length;
        var most = free + own;
        var steps = most;
        foreach (var (text, literal) in _letters)
        {
            if (buffer[..length].Contains(text))
            {
                hits.Hit(literal);
            }
        }

        foreach (var table in _tables)
        {
            if (!table.Find(buffer, length, ref steps, hits))
            {
                free = 0;
                _automaton.Value.Find(buffer[..length], hits);
                return most + length;
            }
        }

        free = Math.Min(free, steps);
        return most - steps;
    }

    private static Dictionary<uint, int> Count(IReadOnlyList<(byte[] Text, int Literal)> literals)
    {
        var counts = new Dictionary<uint, int>();
        foreach (var (text, _) in literals)
        {
            for (var at = 0; at + MaxGram <= text.Length; at++)
            {
                var gram = GramTable.Gram(text, at, MaxGram);
                counts[gram] = counts.GetValueOrDefault(gram) + 1;
            }
        }

        return counts;
    }

    /// <summary>The offset of the piece that the fewest literals contain and, among equals, with the rarest letters.</summary>
    private static int Rarest(byte[] text, int length, Dictionary<uint, int> counts)
    {
        var (best, least) = (0, int.MaxValue);
        for (var at = 0; length == MaxGram && at + MaxGram <= text.Length; at++)
        {
            var cost = Math.Min(counts[GramTable.Gram(text, at, MaxGram)], 8) * 64;
            foreach (var letter in text.AsSpan(at, MaxGram))
            {
                cost += Frequency(letter);
            }

            (best, least) = cost < least ? (at, cost) : (best, least);
        }

        return best;
    }

    /// <summary>How common a byte is in paths, commands and names, roughly.</summary>
    private static int Frequency(byte value) => value switch
    {
        (byte)'e' or (byte)' ' or (byte)'s' or (byte)'t' or (byte)'i' or (byte)'o' or (byte)'n' or (byte)'r' or (byte)'a' => 16,
        (byte)'\\' or (byte)'.' or (byte)'c' or (byte)'l' or (byte)'d' or (byte)'m' or (byte)'p' or (byte)'w' or (byte)'u' => 12,
        >= (byte)'a' and <= (byte)'z' => 6,
        >= (byte)'0' and <= (byte)'9' or (byte)'-' or (byte)'/' => 8,
        _ => 3,
    };
}
