namespace Prober.Features.Configuration.Evaluation;

/// <summary>Regular expressions as Go writes them.</summary>
internal static class GoPattern
{
    /// <summary>Go's named groups (<c>?P&lt;name&gt;</c>) in .NET's way; <c>\z</c> and the rest are alike.</summary>
    public static string ToDotNet(string pattern) => pattern.Replace("(?P<", "(?<", StringComparison.Ordinal);
}
