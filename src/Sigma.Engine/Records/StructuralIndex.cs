using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Sigma.Engine.Records;

/// <summary>
/// The positions of the structural characters of a JSON text: brackets, colons and commas outside strings, and both quotes of each string.
/// It reads 64 bytes at a time, as simdjson does (Langdale and Lemire, Parsing Gigabytes of JSON per Second, 2019); the last piece is
/// copied, so that nothing is read beyond the text's end.
/// </summary>
internal sealed class StructuralIndex
{
    private const int BlockBytes = 64;
    private const ulong EvenBits = 0x5555_5555_5555_5555;

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
            Write(ref positions, ref count, at, state.Next(Vector512.LoadUnsafe(ref begin, (nuint)at)));
        }

        if (at < text.Length)
        {
            Span<byte> last = stackalloc byte[BlockBytes];
            last.Fill((byte)' ');
            text[at..].CopyTo(last);
            Write(ref positions, ref count, at, state.Next(Vector512.LoadUnsafe(ref MemoryMarshal.GetReference(last))));
        }

        _positions[count] = text.Length;
        (Count, HasBackslash, HasHighBytes) = (count, state.Backslashes != 0, state.HighBytes != 0);
        return state.InString == 0 && state.ControlsInStrings == 0;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Write(ref int positions, ref int count, int at, ulong bits)
    {
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

    /// <summary>The state that one block passes to the next.</summary>
    private struct State
    {
        private ulong _escapesFirst;

        /// <summary>All ones when a string goes on into the next block.</summary>
        public ulong InString { get; private set; }

        public ulong ControlsInStrings { get; private set; }

        public ulong Backslashes { get; private set; }

        public ulong HighBytes { get; private set; }

        /// <returns>A bit for each position that belongs in the index.</returns>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public ulong Next(Vector512<byte> block)
        {
            var backslashes = Vector512.Equals(block, Vector512.Create((byte)'\\')).ExtractMostSignificantBits();
            var quotes = Vector512.Equals(block, Vector512.Create((byte)'"')).ExtractMostSignificantBits() & ~Escaped(backslashes);
            var inString = PrefixXor(quotes) ^ InString;
            InString = (ulong)((long)inString >> 63);
            Backslashes |= backslashes;

            // With bit 5 set, a bracket is the brace of its direction.
            var braces = block | Vector512.Create((byte)0x20);
            var structure = Vector512.Equals(braces, Vector512.Create((byte)'{')) | Vector512.Equals(braces, Vector512.Create((byte)'}'))
                | Vector512.Equals(block, Vector512.Create((byte)':')) | Vector512.Equals(block, Vector512.Create((byte)','));
            ControlsInStrings |= Vector512.LessThan(block, Vector512.Create((byte)0x20)).ExtractMostSignificantBits() & inString;
            HighBytes |= block.ExtractMostSignificantBits();
            return (structure.ExtractMostSignificantBits() & ~inString) | quotes;
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
