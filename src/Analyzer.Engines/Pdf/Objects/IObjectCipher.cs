namespace Analyzer.Engines.Pdf.Objects;

/// <summary>Decrypts the strings of an encrypted document, each with the key of the object that it is in.</summary>
internal interface IObjectCipher
{
    /// <summary>The bytes by which a string is longer than what it decrypts to, at most.</summary>
    const int MaxOverhead = 32;

    /// <summary>An object begins outside of object streams.</summary>
    void BeginObject(int number, int generation);

    /// <summary>Decrypts a string of the object in place.</summary>
    /// <param name="isCut">Whether the string goes on behind these bytes.</param>
    /// <returns>The length of what it decrypts to.</returns>
    int DecryptString(Span<byte> text, bool isCut);
}
