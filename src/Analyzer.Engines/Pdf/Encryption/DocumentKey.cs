namespace Analyzer.Engines.Pdf.Encryption;

/// <summary>The key of a document, and what is encrypted with it.</summary>
/// <param name="Dictionary">What the document says of its encryption.</param>
/// <param name="Bytes">The key.</param>
/// <param name="ForEveryone">Whether it opens without a password.</param>
internal sealed record DocumentKey(EncryptionDictionary Dictionary, byte[] Bytes, bool ForEveryone)
{
    /// <summary>Tries the empty password, which viewers try without asking, and then the one that was sent.</summary>
    /// <param name="dictionary">Of a known revision.</param>
    /// <param name="id">The first part of the document's identifier.</param>
    /// <param name="password">The one that was sent; null for none.</param>
    /// <returns>Null when neither opens the document.</returns>
    public static DocumentKey? Find(EncryptionDictionary dictionary, ReadOnlySpan<byte> id, string? password)
    {
        if (Try(dictionary, id, Passwords.None) is { } everyones)
        {
            return new(dictionary, everyones, ForEveryone: true);
        }

        if (password is null)
        {
            return null;
        }

        foreach (var spelled in dictionary.Revision >= 5 ? Passwords.Modern(password) : Passwords.Legacy(password))
        {
            if (Try(dictionary, id, spelled) is { } key)
            {
                return new(dictionary, key, ForEveryone: false);
            }
        }

        return null;
    }

    private static byte[]? Try(EncryptionDictionary dictionary, ReadOnlySpan<byte> id, byte[] password) => dictionary.Revision >= 5
        ? ModernKeys.Find(dictionary, password)
        : LegacyKeys.Find(dictionary, id, password);
}
