using System.Security.Cryptography;
using Microsoft.Extensions.Options;

namespace Hosting.Lifetime;

/// <summary>Why a host or a command could not start, when that is a setting, a port or a file and no bug.</summary>
public static class StartFailure
{
    public static bool IsExpected(Exception exception) => exception
        is OptionsValidationException or AggregateException { InnerException: OptionsValidationException }
        or IOException or InvalidDataException or UnauthorizedAccessException or CryptographicException or ArgumentException
        or InvalidOperationException { InnerException: ArgumentException or FormatException }; // a setting that is no number

    /// <summary>
    /// For a person; several problems are several sentences. Options that others are made of are met more than once.
    /// </summary>
    public static string Sentence(Exception exception) => exception switch
    {
        OptionsValidationException invalid => string.Join(" ", invalid.Failures),
        AggregateException { InnerException: OptionsValidationException } several =>
            string.Join(" ", several.InnerExceptions.OfType<OptionsValidationException>()
                .SelectMany(invalid => invalid.Failures).Distinct()),
        _ => exception.Message,
    };
}
