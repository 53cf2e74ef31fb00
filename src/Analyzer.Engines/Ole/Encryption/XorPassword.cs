using System.Buffers.Binary;
using System.Text;

namespace Analyzer.Engines.Ole.Encryption;

/// <summary>Opens workbooks whose bytes are obfuscated by a password (MS-OFFCRYPTO, 2.3.7.1 and 2.3.7.2; MS-XLS, 2.2.10).</summary>
internal static class XorPassword
{
    private const int MaxPassword = 15;
    private const int Length = 16;

    private static readonly byte[] Filling = [0xBB, 0xFF, 0xFF, 0xBA, 0xFF, 0xFF, 0xB9, 0x80, 0, 0xBE, 0x0F, 0, 0xBF, 0x0F, 0];

    /// <param name="record">A key, and what tells a password.</param>
    /// <param name="sent">The password that was sent; null for none.</param>
    /// <returns>What the bytes are combined with, in turn; null when no password fits.</returns>
    public static byte[]? MaskOf(ReadOnlySpan<byte> record, string? sent)
    {
        if (record.Length < 4)
        {
            return null;
        }

        var (key, verifier) = (record[..2].ToArray(), BinaryPrimitives.ReadUInt16LittleEndian(record[2..]));
        var password = PackagePassword.Candidates(sent).Select(Shortened).FirstOrDefault(bytes => VerifierOf(bytes) == verifier);
        return password is null ? null
            : [.. password.Concat(Filling).Take(Length).Select((value, at) => RotatedLeft((byte)(value ^ key[at & 1]), 2))];
    }

    /// <param name="bytes">A record's content, which is decrypted in place.</param>
    /// <param name="offset">Where it begins in the stream.</param>
    public static void Apply(Span<byte> bytes, int offset, byte[] mask)
    {
        for (var i = 0; i < bytes.Length; i++)
        {
            bytes[i] = (byte)(RotatedLeft(bytes[i], 3) ^ mask[(offset + bytes.Length + i) % Length]);
        }
    }

    private static byte[] Shortened(string password) => Encoding.Latin1.GetBytes(password[..Math.Min(password.Length, MaxPassword)]);

    private static int VerifierOf(byte[] password)
    {
        var verifier = 0;
        foreach (var value in password.Reverse().Append((byte)password.Length))
        {
            verifier = ((verifier >> 14) & 1) | ((verifier << 1) & 0x7FFF);
            verifier ^= value;
        }

        return verifier ^ 0xCE4B;
    }

    private static byte RotatedLeft(byte value, int bits) => (byte)((value << bits) | (value >> (8 - bits)));
}
