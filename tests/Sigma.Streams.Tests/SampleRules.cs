namespace Sigma.Streams.Tests;

/// <summary>A rule, and correlations that count it.</summary>
internal static class SampleRules
{
    /// <summary>Fires for each record whose <c>x</c> is 1.</summary>
    public const string A = """
        title: A
        name: a
        logsource: { product: x }
        detection: { s: { x: 1 }, condition: s }

        """;

    /// <summary>Follows <see cref="A"/> in its file, and counts its matches of each user.</summary>
    /// <param name="title">In lower case it is the name, too.</param>
    /// <param name="timespan">As rules write it, such as <c>1h</c>.</param>
    /// <param name="condition">Such as <c>gte: 3</c>.</param>
    public static string Count(string title, string timespan, string condition) => $$"""
        ---
        title: {{title}}
        name: {{title.ToLowerInvariant()}}
        correlation: { type: event_count, rules: a, group-by: user, timespan: {{timespan}}, condition: { {{condition}} } }

        """;
}
