using System.Buffers.Binary;
using System.Diagnostics.CodeAnalysis;
using System.Security.Cryptography;

namespace Analyzer.Engines.Ole.Encryption;

/// <summary>Standard encryption of packages: AES by a key out of SHA-1 (MS-OFFCRYPTO, 2.3.4.5 to 2.3.4.9).</summary>
[SuppressMessage("Security", "CA5350", Justification = "The format wants SHA-1.")]
internal static class StandardPackage
{
    private const int HeaderAt = 12;
    private const int KeySizeAt = HeaderAt + 16;
    private const int Rounds = 50_000;
    private const int SaltLength = 16;

    /// <returns>Null when it is damaged, or the password is another one.</returns>
    public static byte[]? Open(ReadOnlySpan<byte> information, ReadOnlySpan<byte> package, ReadOnlySpan<byte> password)
    {
        if (information is not [2 or 3 or 4, 0, 2, 0, ..] || information.Length < HeaderAt + 32)
        {
            return null;
        }

        var headerLength = BinaryPrimitives.ReadUInt32LittleEndian(information[8..]);
        var keyBytes = BinaryPrimitives.ReadInt32LittleEndian(information[KeySizeAt..]) / 8;
        var verifier = information[(int)Math.Min(HeaderAt + headerLength, (uint)information.Length)..];
        if (keyBytes is not (16 or 24 or 32) || verifier.Length < 4 + SaltLength + 16 + 4 + 32)
        {
            return null;
        }

        using var aes = Aes.Create();
        aes.Key = KeyOf(password, verifier.Slice(4, SaltLength), keyBytes);
        var expected = SHA1.HashData(aes.DecryptEcb(verifier.Slice(4 + SaltLength, 16), PaddingMode.None));
        var stored = aes.DecryptEcb(verifier.Slice(4 + SaltLength + 16 + 4, 32), PaddingMode.None);
        return stored.AsSpan().StartsWith(expected) ? aes.DecryptEcb(package[..(package.Length & ~15)], PaddingMode.None) : null;
    }

    private static byte[] KeyOf(ReadOnlySpan<byte> password, ReadOnlySpan<byte> salt, int length)
    {
        Span<byte> buffer = stackalloc byte[sizeof(int) + SHA1.HashSizeInBytes];
        SHA1.HashData([.. salt, .. password], buffer[sizeof(int)..]);
        for (var round = 0; round < Rounds; round++)
        {
            BinaryPrimitives.WriteInt32LittleEndian(buffer, round);
            SHA1.HashData(buffer, buffer[sizeof(int)..]);
        }

        var last = SHA1.HashData([.. buffer[sizeof(int)..], 0, 0, 0, 0]);
        byte[] key = [.. Widened(last, 0x36), .. Widened(last, 0x5C)];
        return key[..length];
    }

    private static byte[] Widened(ReadOnlySpan<byte> hash, byte filler)
    {
        Span<byte> block = stackalloc byte[64];
        block.Fill(filler);
        for (var at = 0; at < hash.Length; at++)
        {
            block[at] ^= hash[at];
        }

        return SHA1.HashData(block);
    }
}
