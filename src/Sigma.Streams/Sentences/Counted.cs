namespace Sigma.Streams.Sentences;

/// <summary>A number and what it counts, in English.</summary>
internal static class Counted
{
    /// <param name="number">How many.</param>
    /// <param name="what">The word for one.</param>
    /// <returns>Such as <c>1 record</c> or <c>2 matches</c>.</returns>
    public static string Of(long number, string what) =>
        $"{number} {what}{(number == 1 ? "" : what.EndsWith("ch", StringComparison.Ordinal) ? "es" : "s")}";
}
