namespace Prober.Engine.Probing.Securing;

/// <summary>What went wrong in a handshake, for a person. .NET and OpenSSL tell it in the innermost exception.</summary>
internal static class TlsWords
{
    private const int MaxShown = 200;
    private const string Failed = "The TLS handshake failed";

    /// <summary>A part of the library's words, and what it means to somebody who has to act.</summary>
    private static readonly (string Part, string Meaning)[] Known =
    [
        ("protocol version", "the server and this machine have no version of TLS in common"),
        ("unsupported protocol", "the server and this machine have no version of TLS in common"),
        ("frame size", "the server does not speak TLS on this port"),
        ("wrong version number", "the server does not speak TLS on this port"),
        ("unrecognized name", "the server has no site of this name"),
        ("certificate required", "the server wants a certificate of the prober (cert and key)"),
        ("handshake failure",
            "the server accepts none of the offered versions and ciphers, or wants a certificate of the prober (cert and key)"),
        ("dh key too small", "the server's key exchange is too weak for this machine"),
        ("ee key too small", "the server's key is too weak for this machine"),
    ];

    /// <summary>Whether the server ended the connection by an alert; with TLS 1.3 that can come after the handshake.</summary>
    public static bool HasAlert(Exception exception) => Innermost(exception).Contains(" alert ", StringComparison.Ordinal);

    public static string Of(Exception exception)
    {
        var words = Innermost(exception);
        var meaning = Array.Find(Known, known => words.Contains(known.Part, StringComparison.OrdinalIgnoreCase)).Meaning;
        return meaning is not null ? $"{Failed}: {meaning}."
            : words.Length > 0 ? $"{Failed}: {OneLine.Of(words, MaxShown)}."
            : $"{Failed}.";
    }

    /// <returns>OpenSSL's words without their codes; empty when .NET only says that it failed.</returns>
    private static string Innermost(Exception exception)
    {
        var inner = exception;
        while (inner.InnerException is { } next)
        {
            inner = next;
        }

        var words = inner.Message[(inner.Message.LastIndexOf("::", StringComparison.Ordinal) is >= 0 and var at ? at + 2 : 0)..];
        return words.Contains("see inner exception", StringComparison.OrdinalIgnoreCase) ? "" : words.TrimEnd('.', '\n', ' ');
    }
}
