using System.Buffers.Binary;
using System.Globalization;
using System.Security.Cryptography;

namespace Sigma.Streams.Sources.Files;

/// <summary>
/// Identifies a file by its beginning, whatever its name: rotations that rename or copy do not change it. It needs nothing from the system.
/// </summary>
/// <param name="Length">The number of bytes from the beginning, at most <see cref="MaxLength"/>.</param>
/// <param name="Hash">Their SHA-256, cut to 32 hex digits.</param>
internal sealed record FileBeginning(int Length, string Hash)
{
    public const int MaxLength = 1024;

    /// <param name="begin">The first bytes of a file, <see cref="MaxLength"/> or all of them.</param>
    /// <returns>Null before there is a whole line.</returns>
    public static FileBeginning? Of(ReadOnlySpan<byte> begin) =>
        begin.Length == MaxLength || begin.Contains((byte)'\n') ? new(begin.Length, HashOf(begin)) : null;

    /// <summary>A number for the file that does not depend on when it is first met: that of its first line.</summary>
    public static uint NumberOf(ReadOnlySpan<byte> begin)
    {
        var newLine = begin.IndexOf((byte)'\n');
        return BinaryPrimitives.ReadUInt32LittleEndian(SHA256.HashData(newLine < 0 ? begin : begin[..newLine]));
    }

    public bool IsOf(ReadOnlySpan<byte> begin) => begin.Length >= Length && HashOf(begin[..Length]) == Hash;

    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{Length}:{Hash}");

    /// <returns>Null when the text is not a beginning.</returns>
    public static FileBeginning? Parse(string text) =>
        text.Split(':') is [var length, var hash] && int.TryParse(length, CultureInfo.InvariantCulture, out var bytes)
            ? new(bytes, hash)
            : null;

    private static string HashOf(ReadOnlySpan<byte> bytes) => Convert.ToHexStringLower(SHA256.HashData(bytes).AsSpan(0, 16));
}
