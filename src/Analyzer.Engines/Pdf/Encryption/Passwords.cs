using System.Text;
using Analyzer.Engines.Pdf.Lexing;

namespace Analyzer.Engines.Pdf.Encryption;

/// <summary>Spells a password in the ways in which the writer of a document may have spelled it.</summary>
internal static class Passwords
{
    /// <summary>Of UTF-8; the format looks at no more (ISO 32000-2, 7.6.4.3.2).</summary>
    public const int MaxLength = 127;

    public static byte[] None { get; } = [];

    /// <summary>For revisions up to 4: PDFDocEncoding, of which the first 32 bytes count; some writers take UTF-8.</summary>
    public static IEnumerable<byte[]> Legacy(string password)
    {
        if (TextStrings.TryEncode(password, out var encoded))
        {
            yield return encoded;
        }

        if (!Ascii.IsValid(password))
        {
            yield return Encoding.UTF8.GetBytes(password);
        }
    }

    /// <summary>For revisions 5 and 6: prepared as RFC 4013 says; some writers do not prepare it.</summary>
    public static IEnumerable<byte[]> Modern(string password)
    {
        yield return Cut(SaslPrep.Prepare(password));
        if (!Ascii.IsValid(password))
        {
            yield return Cut(password);
        }
    }

    private static byte[] Cut(string password)
    {
        var bytes = Encoding.UTF8.GetBytes(password);
        return bytes.Length <= MaxLength ? bytes : bytes[..MaxLength];
    }
}
