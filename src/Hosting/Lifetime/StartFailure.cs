using System.Security.Cryptography;
using Microsoft.Extensions.Options;

namespace Hosting.Lifetime;

/// <summary>Tells whether a host or a command could not start because of a setting, a port or a file, and not because of a bug.</summary>
public static class StartFailure
{
    public static bool IsExpected(Exception exception) => exception
        is OptionsValidationException or AggregateException { InnerException: OptionsValidationException }
        or IOException or InvalidDataException or UnauthorizedAccessException or CryptographicException or ArgumentException
        or InvalidOperationException { InnerException: ArgumentException or FormatException }; // a setting that is no number

    /// <summary>
    /// The problems as sentences for a person. A problem may be reported several times, because options are built from others; it is shown
    /// once.
    /// </summary>
    public static string Sentence(Exception exception) => exception switch
    {
        OptionsValidationException invalid => string.Join(" ", invalid.Failures),
        AggregateException { InnerException: OptionsValidationException } several =>
            string.Join(" ", several.InnerExceptions.OfType<OptionsValidationException>()
                .SelectMany(invalid => invalid.Failures).Distinct()),
        InvalidDataException { InnerException: FormatException wrong } => $"{exception.Message.TrimEnd('.')}: {wrong.Message}",
        UnauthorizedAccessException => $"{exception.Message.TrimEnd('.')}. The user {Environment.UserName} needs the right to it.",
        _ => exception.Message,
    };
}
