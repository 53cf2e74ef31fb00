using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Sigma.Engine.Records;

/// <summary>
/// The positions of the structural characters of a JSON text: brackets, colons and commas outside strings, and both quotes of each string.
/// It reads 64 bytes at a time, as simdjson does (Langdale and Lemire, Parsing Gigabytes of JSON per Second, 2019), and nothing beyond the
/// text's end.
/// </summary>
internal sealed class StructuralIndex
{
    private const int BlockBytes = 64;
    private const ulong EvenBits = 0x5555_5555_5555_5555;

    private readonly byte[] _last = new byte[BlockBytes];
    private int[] _positions = new int[1024];

    /// <summary>The number of positions; after them comes one more, the length of the text.</summary>
    public int Count { get; private set; }

    public bool HasBackslash { get; private set; }

    /// <summary>Whether a byte beyond ASCII was seen.</summary>
    public bool HasHighBytes { get; private set; }

    public ReadOnlySpan<int> Positions => _positions;

    /// <returns>False when a string is open at the end, or holds a control character.</returns>
    public bool Build(ReadOnlySpan<byte> text)
    {
        if (_positions.Length < text.Length + BlockBytes + 8)
        {
            _positions = new int[(int)BitOperations.RoundUpToPowerOf2((uint)(text.Length + BlockBytes + 8))];
        }

        var state = default(State);
        ref var begin = ref MemoryMarshal.GetReference(text);
        ref var positions = ref MemoryMarshal.GetArrayDataReference(_positions);
        var (at, count) = (0, 0);
        for (; at + BlockBytes <= text.Length; at += BlockBytes)
        {
            Write(ref positions, ref count, at, state.Next(Vector512.LoadUnsafe(ref begin, (nuint)at), surplus: 0));
        }

        if (at < text.Length)
        {
            Write(ref positions, ref count, at, state.Next(LastBlock(text), surplus: at + BlockBytes - text.Length));
        }

        _positions[count] = text.Length;
        (Count, HasBackslash, HasHighBytes) = (count, state.Backslashes != 0, state.HighBytes != 0);
        return state.InString == 0 && state.ControlsInStrings == 0;
    }

    /// <summary>The block that ends where the text ends: its first bytes were read before, or stand for none.</summary>
    private Vector512<byte> LastBlock(ReadOnlySpan<byte> text)
    {
        if (text.Length >= BlockBytes)
        {
            return Vector512.LoadUnsafe(ref MemoryMarshal.GetReference(text), (nuint)(text.Length - BlockBytes));
        }

        _last.AsSpan().Clear();
        text.CopyTo(_last.AsSpan(BlockBytes - text.Length));
        return Vector512.LoadUnsafe(ref MemoryMarshal.GetArrayDataReference(_last));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Write(ref int positions, ref int count, int at, ulong bits)
    {
        if (Avx512Vbmi2.IsSupported)
        {
            WriteCompressed(ref positions, ref count, at, bits);
            return;
        }

        var end = count + BitOperations.PopCount(bits);
        while (count < end)
        {
            // Four at a time: surplus writes are overwritten, or lie beyond the end.
            Unsafe.Add(ref positions, count) = at + BitOperations.TrailingZeroCount(bits);
            bits &= bits - 1;
            Unsafe.Add(ref positions, count + 1) = at + BitOperations.TrailingZeroCount(bits);
            bits &= bits - 1;
            Unsafe.Add(ref positions, count + 2) = at + BitOperations.TrailingZeroCount(bits);
            bits &= bits - 1;
            Unsafe.Add(ref positions, count + 3) = at + BitOperations.TrailingZeroCount(bits);
            bits &= bits - 1;
            count += 4;
        }

        count = end;
    }

    /// <summary>The numbers of the set bits, packed by one instruction; most blocks have 32 at most.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void WriteCompressed(ref int positions, ref int count, int at, ulong bits)
    {
        var bytes = Vector512.Shuffle(Vector512.Create(bits).AsByte(), Vector512.Create(
            0, 0x0101_0101_0101_0101, 0x0202_0202_0202_0202, 0x0303_0303_0303_0303,
            0x0404_0404_0404_0404, 0x0505_0505_0505_0505, 0x0606_0606_0606_0606, 0x0707_0707_0707_0707).AsByte());
        var isSet = ~Vector512.Equals(bytes & Vector512.Create(0x8040_2010_0804_0201).AsByte(), Vector512<byte>.Zero);
        var packed = Avx512Vbmi2.Compress(Vector512<byte>.Zero, isSet, Vector512<byte>.Indices);
        ref var to = ref Unsafe.Add(ref positions, count);
        var offset = Vector512.Create(at);
        (Avx512F.ConvertToVector512Int32(packed.GetLower().GetLower()) + offset).StoreUnsafe(ref to);
        (Avx512F.ConvertToVector512Int32(packed.GetLower().GetUpper()) + offset).StoreUnsafe(ref to, 16);
        var found = BitOperations.PopCount(bits);
        if (found > 32)
        {
            (Avx512F.ConvertToVector512Int32(packed.GetUpper().GetLower()) + offset).StoreUnsafe(ref to, 32);
            (Avx512F.ConvertToVector512Int32(packed.GetUpper().GetUpper()) + offset).StoreUnsafe(ref to, 48);
        }

        count += found;
    }

    /// <summary>The state that one block passes to the next.</summary>
    private struct State
    {
        private ulong _escapesFirst;

        /// <summary>All ones when a string goes on into the next block.</summary>
        public ulong InString { get; private set; }

        public ulong ControlsInStrings { get; private set; }

        public ulong Backslashes { get; private set; }

        public ulong HighBytes { get; private set; }

        /// <param name="block">The next bytes of the text, and before them the surplus.</param>
        /// <param name="surplus">How many of its first bytes do not count: they were read before, or stand for none.</param>
        /// <returns>A bit for each position that belongs in the index.</returns>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public ulong Next(Vector512<byte> block, int surplus)
        {
            var backslashes = Vector512.Equals(block, Vector512.Create((byte)'\\')).ExtractMostSignificantBits() >> surplus;
            var quotes = Vector512.Equals(block, Vector512.Create((byte)'"')).ExtractMostSignificantBits() >> surplus
                & ~Escaped(backslashes);
            var inString = PrefixXor(quotes) ^ InString;
            InString = (ulong)((long)inString >> 63);
            Backslashes |= backslashes;

            // With bit 5 set, a bracket is the brace of its direction.
            var braces = block | Vector512.Create((byte)0x20);
            var structure = Vector512.Equals(braces, Vector512.Create((byte)'{')) | Vector512.Equals(braces, Vector512.Create((byte)'}'))
                | Vector512.Equals(block, Vector512.Create((byte)':')) | Vector512.Equals(block, Vector512.Create((byte)','));
            ControlsInStrings |= Vector512.LessThan(block, Vector512.Create((byte)0x20)).ExtractMostSignificantBits() >> surplus & inString;
            HighBytes |= block.ExtractMostSignificantBits() >> surplus;
            return (structure.ExtractMostSignificantBits() >> surplus & ~inString) | quotes;
        }

        /// <summary>Characters after a run of backslashes whose length is odd.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private ulong Escaped(ulong backslashes)
        {
            if ((backslashes | _escapesFirst) == 0)
            {
                return 0;
            }

            backslashes &= ~_escapesFirst;
            var follows = (backslashes << 1) | _escapesFirst;
            var oddStarts = backslashes & ~EvenBits & ~follows;
            var sum = oddStarts + backslashes;
            _escapesFirst = sum < oddStarts ? 1UL : 0;
            return (EvenBits ^ (sum << 1)) & follows;
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static ulong PrefixXor(ulong bits)
        {
            if (Pclmulqdq.IsSupported)
            {
                return Pclmulqdq.CarrylessMultiply(Vector128.CreateScalar(bits), Vector128.Create(ulong.MaxValue, 0), 0).ToScalar();
            }

            bits ^= bits << 1;
            bits ^= bits << 2;
            bits ^= bits << 4;
            bits ^= bits << 8;
            bits ^= bits << 16;
            return bits ^ (bits << 32);
        }
    }
}
