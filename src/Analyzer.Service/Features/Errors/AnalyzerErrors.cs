using Analyzer.Contract;
using Analyzer.Core;
using Hosting.Errors;

namespace Analyzer.Service.Features.Errors;

/// <summary>The errors that several features answer with.</summary>
internal static class AnalyzerErrors
{
    public static Error NotAnId { get; } = InvalidArgument("A SHA-256 has to be exactly 64 hex digits.");

    public static Error NotAVerdict { get; } =
        InvalidArgument($"A verdict is one of: {string.Join(", ", Enum.GetNames<Verdict>()).ToLowerInvariant()}.");

    public static Error NotFound { get; } = new(ErrorKinds.NotFound, "No file with this SHA-256 was submitted. Submit it first.");

    public static Error DeletionOff { get; } = new(
        ErrorKinds.DeletionOff, "This service does not delete on request. Its administrator can allow it: Analyzer:Deletion=true.");

    public static Error TooLarge(long limit) => new(
        ErrorKinds.TooLarge,
        $"A file may have at most {ByteSize.InWords(limit)} (Analyzer:Limits:MaxFileBytes). Sending it again will not help.");

    public static Error InvalidArgument(string detail) => new(ErrorKind.InvalidArgument, detail);

    /// <summary>The error that an exception stands for; null when it is a bug.</summary>
    public static Error? Expected(Exception exception) => exception switch
    {
        StoreUnavailableException => new(ErrorKinds.StoreUnavailable, exception.Message, TimeSpan.FromSeconds(1)),
        ReportDamagedException => new(ErrorKinds.ReportDamaged, exception.Message),
        _ => null,
    };
}
