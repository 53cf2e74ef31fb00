using System.Buffers.Binary;
using System.Text;

namespace Analyzer.Engines.Ole.Encryption;

/// <summary>
/// Opens a package (ECMA-376) that is encrypted by the password that was sent with the file, or by the one that office programs try by
/// themselves: a workbook that is protected against changes only is encrypted by it, and opens without a question (MS-OFFCRYPTO, 2.4.2).
/// </summary>
internal static class PackagePassword
{
    public const string Standard = "VelvetSweatshop";

    /// <summary>
    /// The rounds of a key take as long as decoding so many bytes; they count as such, or a thousand parts would take minutes.
    /// </summary>
    public const int Cost = 24 << 20;

    /// <summary>The passwords to try, in this order.</summary>
    /// <param name="sent">The password that was sent; null for none.</param>
    public static string[] Candidates(string? sent) => sent is null or Standard ? [Standard] : [sent, Standard];

    /// <param name="information">The stream EncryptionInfo.</param>
    /// <param name="package">The stream EncryptedPackage.</param>
    /// <param name="sent">The password that was sent; null for none.</param>
    /// <returns>The package; null when no password opens it.</returns>
    public static byte[]? Open(ReadOnlySpan<byte> information, ReadOnlySpan<byte> package, string? sent)
    {
        if (information.Length < 8 || package.Length <= sizeof(long))
        {
            return null;
        }

        var size = BinaryPrimitives.ReadInt64LittleEndian(package);
        var isAgile = information is [4, 0, 4, 0, ..];
        foreach (var password in Candidates(sent))
        {
            var bytes = Encoding.Unicode.GetBytes(password);
            var opened = isAgile ? AgilePackage.Open(information[8..], package[sizeof(long)..], bytes)
                : StandardPackage.Open(information, package[sizeof(long)..], bytes);
            if (opened is not null)
            {
                return opened[..(int)Math.Clamp(size, 0, opened.Length)];
            }
        }

        return null;
    }
}
