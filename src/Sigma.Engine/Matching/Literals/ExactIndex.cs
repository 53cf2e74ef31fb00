using System.Numerics;

namespace Sigma.Engine.Matching.Literals;

/// <summary>Finds the literal that equals a value, with one probe.</summary>
internal sealed class ExactIndex
{
    private readonly (ulong Hash, byte[]? Text, int Literal)[] _slots;
    private readonly int _mask;

    /// <param name="literals">Different ones.</param>
    public ExactIndex(IReadOnlyList<(byte[] Text, int Literal)> literals)
    {
        _slots = new (ulong, byte[]?, int)[BitOperations.RoundUpToPowerOf2((uint)(literals.Count * 2) + 1)];
        _mask = _slots.Length - 1;
        foreach (var (text, literal) in literals)
        {
            var hash = TextHash.Of(text);
            var at = (int)(hash >> 32) & _mask;
            while (_slots[at].Text is not null)
            {
                at = (at + 1) & _mask;
            }

            _slots[at] = (hash, text, literal);
        }
    }

    /// <returns>-1 when the value is none of them.</returns>
    public int Find(ReadOnlySpan<byte> value)
    {
        var hash = TextHash.Of(value);
        for (var at = (int)(hash >> 32) & _mask; ; at = (at + 1) & _mask)
        {
            ref var slot = ref _slots[at];
            if (slot.Text is null)
            {
                return -1;
            }

            if (slot.Hash == hash && value.SequenceEqual(slot.Text))
            {
                return slot.Literal;
            }
        }
    }
}
