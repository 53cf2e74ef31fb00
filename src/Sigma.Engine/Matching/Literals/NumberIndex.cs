using System.Collections.Frozen;
using Sigma.Engine.Matching.Values;

namespace Sigma.Engine.Matching.Literals;

/// <summary>Finds the numbers that equal a number: small integers by a table, the few others one by one.</summary>
internal sealed class NumberIndex
{
    private readonly FrozenDictionary<long, int[]> _integers;
    private readonly (byte[] Text, int Literal)[] _others;
    private readonly (byte[] Text, int Literal)[] _all;

    public NumberIndex(IReadOnlyList<(byte[] Text, int Literal)> numbers)
    {
        _all = [.. numbers];
        _others = [.. numbers.Where(number => !new DecimalText(number.Text).TryInteger(out _))];
        _integers = numbers.Except(_others).GroupBy(number => Integer(number.Text), number => number.Literal)
            .ToFrozenDictionary(group => group.Key, group => group.ToArray());
    }

    public void Find(ReadOnlySpan<byte> number, ILiteralHits hits)
    {
        var value = new DecimalText(number);
        var isInteger = value.TryInteger(out var integer);
        if (isInteger && _integers.TryGetValue(integer, out var literals))
        {
            foreach (var literal in literals)
            {
                hits.Hit(literal);
            }
        }

        foreach (var (text, literal) in isInteger ? _others : _all)
        {
            if (value.CompareTo(new DecimalText(text)) == 0)
            {
                hits.Hit(literal);
            }
        }
    }

    private static long Integer(byte[] text)
    {
        new DecimalText(text).TryInteger(out var integer);
        return integer;
    }
}
