using System.Runtime.CompilerServices;

namespace Sigma.Engine.Records;

/// <summary>What may stand between the tokens of JSON (RFC 8259, section 2).</summary>
internal static class JsonBlanks
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool Is(byte character) => character is (byte)' ' or (byte)'\t' or (byte)'\n' or (byte)'\r';

    /// <summary>Whether only blanks stand between two positions; usually nothing does.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool Are(ref byte bytes, int begin, int end) => begin == end || CheckAll(ref bytes, begin, end);

    private static bool CheckAll(ref byte bytes, int begin, int end)
    {
        for (; begin < end; begin++)
        {
            if (!Is(Unsafe.Add(ref bytes, begin)))
            {
                return false;
            }
        }

        return true;
    }
}
