using System.Text;
using Hosting.Errors;

namespace Hosting.Uploads;

/// <summary>A password that comes with a file, to open it. It is used for that file, and neither logged nor stored.</summary>
/// <param name="Text">Null for none: an empty one is none.</param>
public readonly record struct SentPassword(string? Text)
{
    /// <summary>The field of a form, before the file.</summary>
    public const string Field = "password";

    /// <summary>In UTF-8: no format that is opened here takes a longer one.</summary>
    public const int MaxBytes = 127;

    // RFC 8187, 3.2: how a header field spells characters beyond ASCII.
    private const string Extended = "UTF-8''";

    private static readonly UTF8Encoding Strict = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

    public static Error TooLong { get; } = new(
        ErrorKind.InvalidArgument, $"A password may have at most {MaxBytes} bytes in UTF-8. Send the file's own, or none.");

    private static Error NoText { get; } = new(ErrorKind.InvalidArgument, "The password is not text in UTF-8.");

    /// <summary>Reads a header field, whose value is the password as it is, or as RFC 8187 spells it: <c>UTF-8''p%C3%A4ss</c>.</summary>
    /// <param name="name">The field's name; null when none is taken.</param>
    public static Result<SentPassword> Read(HttpRequest request, string? name)
    {
        if (name is null || !request.Headers.TryGetValue(name, out var values))
        {
            return default(SentPassword);
        }

        return values is [{ } value]
            ? Read(value.StartsWith(Extended, StringComparison.OrdinalIgnoreCase) ? Uri.UnescapeDataString(value[Extended.Length..])
                : Utf8(value))
            : new Error(ErrorKind.InvalidArgument, "Send one password at most.");
    }

    /// <summary>Spells a password so that a header field can hold it (RFC 8187).</summary>
    public static string Spell(string password) => Extended + Uri.EscapeDataString(password);

    // A host may read fields as Latin-1, so that it can pass on any bytes: most clients send UTF-8.
    private static string Utf8(string value)
    {
        if (Ascii.IsValid(value) || value.AsSpan().ContainsAnyExceptInRange('\0', '\u00FF'))
        {
            return value;
        }

        try
        {
            return Strict.GetString(Encoding.Latin1.GetBytes(value));
        }
        catch (DecoderFallbackException)
        {
            return value;
        }
    }

    /// <summary>Takes a password as text.</summary>
    public static Result<SentPassword> Read(string text) =>
        Encoding.UTF8.GetByteCount(text) > MaxBytes ? TooLong : new SentPassword(text.Length == 0 ? null : text);

    /// <summary>Takes a password as UTF-8.</summary>
    public static Result<SentPassword> Read(ReadOnlySpan<byte> bytes)
    {
        try
        {
            return Read(Strict.GetString(bytes));
        }
        catch (DecoderFallbackException)
        {
            return NoText;
        }
    }

    /// <summary>Shows nothing of it, wherever it is printed.</summary>
    public override string ToString() => Text is null ? "none" : "sent";
}
