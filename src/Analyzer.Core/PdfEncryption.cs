using System.Text.Json.Serialization;

namespace Analyzer.Core;

/// <summary>How a document is encrypted, and whether it was opened.</summary>
/// <param name="Opens">One of the constants here.</param>
/// <param name="Method">The cipher and the security handler's revision, such as <c>AES-256 (revision 6)</c>; null when not found.</param>
public sealed record PdfEncryption(
    string Opens, [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Method)
{
    /// <summary>Every viewer opens it without asking, and so did the engine.</summary>
    public const string ForEveryone = "opens for everyone";

    public const string WithPassword = "opened with the password that was sent";

    /// <summary>It stayed closed: send its password with the file.</summary>
    public const string NeedsPassword = "needs a password";

    /// <summary>It stayed closed for another reason, which the report's reasons tell.</summary>
    public const string NotOpened = "not opened";
}
