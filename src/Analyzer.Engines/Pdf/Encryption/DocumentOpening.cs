namespace Analyzer.Engines.Pdf.Encryption;

/// <summary>What became of a document's encryption.</summary>
internal enum DocumentOpening
{
    NotEncrypted,

    /// <summary>It opens without a password, as viewers open it.</summary>
    ForEveryone,

    /// <summary>The password that was sent with the file opens it.</summary>
    WithPassword,

    /// <summary>Neither the empty password nor the one that was sent opens it.</summary>
    NeedsPassword,

    /// <summary>It is encrypted by a handler or a method that is not known here, or its dictionary contradicts itself.</summary>
    UnknownMethod,

    /// <summary>A trailer says that it is encrypted, and how was not found.</summary>
    NoDictionary,

    /// <summary>More bytes stood before the key than are held back, or they looked as if they were not encrypted.</summary>
    TooLate,
}
