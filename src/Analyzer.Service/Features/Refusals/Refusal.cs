using Analyzer.Core;

namespace Analyzer.Service.Features.Refusals;

/// <summary>An expected failure, as a value.</summary>
/// <param name="Detail">For the person who sent the request: what was wrong, and what to do.</param>
/// <param name="RetryAfter">When trying again may help; null when it cannot.</param>
internal sealed record Refusal(RefusalKind Kind, string Detail, TimeSpan? RetryAfter = null)
{
    private const int MaxQuoted = 300; // characters

    public static Refusal ClientGone { get; } = new(RefusalKind.ClientGone, "The client went away before the file was complete; nothing was stored.");

    public static Refusal NotAnId { get; } = InvalidArgument("A SHA-256 has 64 hex digits, and nothing else.");

    public static Refusal NotAVerdict { get; } =
        InvalidArgument($"A verdict is one of: {string.Join(", ", Enum.GetNames<Verdict>()).ToLowerInvariant()}.");

    public static Refusal StoreUnavailable(StoreUnavailableException unavailable) =>
        new(RefusalKind.StoreUnavailable, unavailable.Message, TimeSpan.FromSeconds(1));

    public static Refusal TooLarge(long limit) =>
        new(RefusalKind.TooLarge, $"A file may have {limit} bytes (Analyzer:Limits:MaxFileBytes). Sending it again will not help.");

    /// <param name="detail">May quote what came, and is cut short when that is long.</param>
    public static Refusal Malformed(string detail) =>
        new(RefusalKind.Malformed, detail.Length <= MaxQuoted ? detail : string.Concat(detail.AsSpan(0, MaxQuoted), "…"));

    public static Refusal InvalidArgument(string detail) => new(RefusalKind.InvalidArgument, detail);
}
