namespace Analyzer.Engines.SevenZip;

/// <summary>
/// Decodes LZMA (Igor Pavlov's LZMA specification) from memory to memory. It writes no byte beyond the target, whatever the data say.
/// </summary>
internal sealed class LzmaDecoder
{
    private const int States = 12;
    private const int PositionStates = 16;
    private const int MinMatch = 2;
    private const int LengthStates = 4;
    private const int EndModelIndex = 14;
    private const int FullDistances = 1 << (EndModelIndex / 2);
    private const int AlignBits = 4;
    private const ushort Half = 1 << 10;

    private readonly ushort[] _literals;
    private readonly ushort[] _isMatch = new ushort[States * PositionStates];
    private readonly ushort[] _isRep = new ushort[States];
    private readonly ushort[] _isRep0 = new ushort[States];
    private readonly ushort[] _isRep1 = new ushort[States];
    private readonly ushort[] _isRep2 = new ushort[States];
    private readonly ushort[] _isRep0Long = new ushort[States * PositionStates];
    private readonly ushort[] _slots = new ushort[LengthStates * 64];
    private readonly ushort[] _positions = new ushort[1 + FullDistances - EndModelIndex];
    private readonly ushort[] _align = new ushort[1 << AlignBits];
    private readonly LengthCoder _length = new();
    private readonly LengthCoder _repLength = new();
    private readonly int _lc;
    private readonly int _lp;
    private readonly int _pb;

    private LzmaDecoder(int lc, int lp, int pb)
    {
        (_lc, _lp, _pb) = (lc, lp, pb);
        _literals = new ushort[0x300 << (lc + lp)];
        foreach (var probabilities in (
            ushort[][])[_literals, _isMatch, _isRep, _isRep0, _isRep1, _isRep2, _isRep0Long, _slots, _positions, _align])
        {
            Array.Fill(probabilities, Half);
        }
    }

    /// <param name="properties">The first byte of the coder's properties.</param>
    /// <param name="data">From the first byte of the range coder.</param>
    /// <param name="target">As long as the decoded data.</param>
    /// <returns>False when the data are no LZMA, or end too early.</returns>
    public static bool TryDecode(byte properties, ReadOnlySpan<byte> data, Span<byte> target)
    {
        if (properties >= 9 * 5 * 5 || data.Length < 5)
        {
            return false;
        }

        var decoder = new LzmaDecoder(properties % 9, properties / 9 % 5, properties / 45);
        return decoder._lc + decoder._lp <= 8 && decoder.Decode(data, target);
    }

    private bool Decode(ReadOnlySpan<byte> data, Span<byte> target)
    {
        var coder = new RangeDecoder(data);
        var (state, rep0, rep1, rep2, rep3) = (0, 0u, 0u, 0u, 0u);
        for (var at = 0; at < target.Length;)
        {
            if (coder.IsExhausted)
            {
                return false;
            }

            var positionState = at & ((1 << _pb) - 1);
            if (coder.Bit(ref _isMatch[(state * PositionStates) + positionState]) == 0)
            {
                target[at] = Literal(ref coder, target, at, state, rep0);
                at++;
                state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
                continue;
            }

            int length;
            if (coder.Bit(ref _isRep[state]) == 0)
            {
                (rep3, rep2, rep1) = (rep2, rep1, rep0);
                length = _length.Decode(ref coder, positionState);
                state = state < 7 ? 7 : 10;
                rep0 = Distance(ref coder, length);
                if (rep0 == uint.MaxValue)
                {
                    return at == target.Length;
                }
            }
            else
            {
                if (coder.Bit(ref _isRep0[state]) == 0)
                {
                    if (coder.Bit(ref _isRep0Long[(state * PositionStates) + positionState]) == 0)
                    {
                        state = state < 7 ? 9 : 11;
                        if (rep0 >= at)
                        {
                            return false;
                        }

                        target[at] = target[at - (int)rep0 - 1];
                        at++;
                        continue;
                    }
                }
                else
                {
                    var distance = rep1;
                    if (coder.Bit(ref _isRep1[state]) != 0)
                    {
                        distance = rep2;
                        if (coder.Bit(ref _isRep2[state]) != 0)
                        {
                            (distance, rep3) = (rep3, rep2);
                        }

                        rep2 = rep1;
                    }

                    (rep1, rep0) = (rep0, distance);
                }

                length = _repLength.Decode(ref coder, positionState);
                state = state < 7 ? 8 : 11;
            }

            if (rep0 >= at)
            {
                return false;
            }

            for (length += MinMatch; length > 0 && at < target.Length; length--, at++)
            {
                target[at] = target[at - (int)rep0 - 1];
            }
        }

        return true;
    }

    private byte Literal(ref RangeDecoder coder, ReadOnlySpan<byte> target, int at, int state, uint rep0)
    {
        var before = at > 0 ? target[at - 1] : (byte)0;
        var table = _literals.AsSpan(0x300 * (((at & ((1 << _lp) - 1)) << _lc) + (before >> (8 - _lc))), 0x300);
        var symbol = 1;
        if (state >= 7 && rep0 < at)
        {
            int match = target[at - (int)rep0 - 1];
            do
            {
                match <<= 1;
                var matchBit = match & 0x100;
                var bit = coder.Bit(ref table[0x100 + matchBit + symbol]);
                symbol = (symbol << 1) | bit;
                if (matchBit >> 8 != bit)
                {
                    break;
                }
            }
            while (symbol < 0x100);
        }

        while (symbol < 0x100)
        {
            symbol = (symbol << 1) | coder.Bit(ref table[symbol]);
        }

        return (byte)symbol;
    }

    private uint Distance(ref RangeDecoder coder, int length)
    {
        var slot = coder.Tree(_slots.AsSpan(Math.Min(length, LengthStates - 1) * 64, 64), 6);
        if (slot < 4)
        {
            return (uint)slot;
        }

        var bits = (slot >> 1) - 1;
        var distance = (uint)(2 | (slot & 1)) << bits;
        return slot < EndModelIndex
            ? distance + (uint)coder.Reverse(_positions.AsSpan((int)distance - slot), bits)
            : distance + (coder.Direct(bits - AlignBits) << AlignBits) + (uint)coder.Reverse(_align, AlignBits);
    }

    private sealed class LengthCoder
    {
        private readonly ushort[] _low = Filled(PositionStates * 8);
        private readonly ushort[] _middle = Filled(PositionStates * 8);
        private readonly ushort[] _high = Filled(256);
        private ushort _choice = Half;
        private ushort _choice2 = Half;

        public int Decode(ref RangeDecoder coder, int positionState) =>
            coder.Bit(ref _choice) == 0 ? coder.Tree(_low.AsSpan(positionState * 8, 8), 3)
            : coder.Bit(ref _choice2) == 0 ? 8 + coder.Tree(_middle.AsSpan(positionState * 8, 8), 3)
            : 16 + coder.Tree(_high, 8);

        private static ushort[] Filled(int length)
        {
            var probabilities = new ushort[length];
            Array.Fill(probabilities, Half);
            return probabilities;
        }
    }

    private ref struct RangeDecoder
    {
        private const uint Top = 1 << 24;
        private const int ModelBits = 11;
        private const int MoveBits = 5;

        private readonly ReadOnlySpan<byte> _data;
        private uint _range;
        private uint _code;
        private int _at;

        public RangeDecoder(ReadOnlySpan<byte> data)
        {
            _data = data;
            (_range, _at) = (uint.MaxValue, 1);
            for (var i = 0; i < 4; i++)
            {
                _code = (_code << 8) | Next();
            }
        }

        /// <summary>True when more bytes were needed than there are.</summary>
        public readonly bool IsExhausted => _at > _data.Length + 8;

        public int Bit(ref ushort probability)
        {
            var bound = (_range >> ModelBits) * probability;
            int bit;
            if (_code < bound)
            {
                _range = bound;
                probability += (ushort)(((1 << ModelBits) - probability) >> MoveBits);
                bit = 0;
            }
            else
            {
                _range -= bound;
                _code -= bound;
                probability -= (ushort)(probability >> MoveBits);
                bit = 1;
            }

            Normalize();
            return bit;
        }

        public uint Direct(int count)
        {
            var value = 0u;
            for (; count > 0; count--)
            {
                _range >>= 1;
                var bit = _code >= _range ? 1u : 0u;
                _code -= bit * _range;
                value = (value << 1) | bit;
                Normalize();
            }

            return value;
        }

        public int Tree(Span<ushort> probabilities, int bits)
        {
            var symbol = 1;
            for (var i = 0; i < bits; i++)
            {
                symbol = (symbol << 1) | Bit(ref probabilities[symbol]);
            }

            return symbol - (1 << bits);
        }

        public int Reverse(Span<ushort> probabilities, int bits)
        {
            var (index, symbol) = (1, 0);
            for (var i = 0; i < bits; i++)
            {
                var bit = Bit(ref probabilities[index]);
                index = (index << 1) | bit;
                symbol |= bit << i;
            }

            return symbol;
        }

        private void Normalize()
        {
            if (_range < Top)
            {
                _range <<= 8;
                _code = (_code << 8) | Next();
            }
        }

        private byte Next() => _at < _data.Length ? _data[_at++] : Exhausted();

        private byte Exhausted()
        {
            _at++;
            return 0;
        }
    }
}
