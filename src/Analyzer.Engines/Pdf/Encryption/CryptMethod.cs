namespace Analyzer.Engines.Pdf.Encryption;

/// <summary>How strings or streams are encrypted (ISO 32000-2, 7.6.6).</summary>
internal enum CryptMethod : byte
{
    /// <summary>They are not.</summary>
    Identity,
    Rc4,

    /// <summary>AES-128 in CBC mode, with a key for each object.</summary>
    Aes128,

    /// <summary>AES-256 in CBC mode, with one key for all.</summary>
    Aes256,

    /// <summary>By a method that is not known here.</summary>
    Unknown,
}
