using System.Text.RegularExpressions;

namespace Sigma.Engine.Detections;

/// <summary>
/// A regular expression of a rule. If its grammar allows it, it runs in time linear to the text. With look-around or back-references it
/// gets at most <see cref="MatchTimeout"/>, and does not match after that.
/// </summary>
/// <param name="Text">The text in the rule.</param>
/// <param name="Options">From the flags <c>i</c>, <c>m</c> and <c>s</c>.</param>
public sealed record RulePattern(string Text, RegexOptions Options)
{
    public static readonly TimeSpan MatchTimeout = TimeSpan.FromMilliseconds(100);

    // Built when first needed: a linear-time expression is expensive to build, and most are never used.
    private readonly Lazy<Regex> _regex = new(() => Create(Text, Options | RegexOptions.CultureInvariant));

    /// <summary>Whether a match has named groups, which an alert shows.</summary>
    public bool HasCaptures => _regex.Value.GetGroupNames().Any(IsCapture);

    /// <summary>Whether look-around, a back-reference, an atomic group or a conditional prevents running in linear time.</summary>
    public bool NeedsBacktracking { get; } = HasBacktracking(Text);

    /// <returns>What is wrong with the text; null if nothing is.</returns>
    public static string? Problem(string text)
    {
        try
        {
            _ = new Regex(text, RegexOptions.CultureInvariant);
            return null;
        }
        catch (ArgumentException exception)
        {
            return exception.Message;
        }
    }

    /// <returns>False also after a time-out; then <paramref name="timedOut"/> is true.</returns>
    public bool IsMatch(ReadOnlySpan<char> text, out bool timedOut)
    {
        timedOut = false;
        try
        {
            return _regex.Value.IsMatch(text);
        }
        catch (RegexMatchTimeoutException)
        {
            timedOut = true;
            return false;
        }
    }

    /// <returns>
    /// The named groups of the first match; none also after a time-out, which is possible even if <see cref="IsMatch"/> was in time.
    /// </returns>
    public IReadOnlyList<KeyValuePair<string, string>> Captures(string text, out bool timedOut)
    {
        timedOut = false;
        try
        {
            return [.. _regex.Value.Match(text).Groups.Values.Where(group => group.Success && IsCapture(group.Name))
                .Select(group => KeyValuePair.Create(group.Name, group.Value))];
        }
        catch (RegexMatchTimeoutException)
        {
            timedOut = true;
            return [];
        }
    }

    public bool Equals(RulePattern? other) => other is not null && Text == other.Text && Options == other.Options;

    public override int GetHashCode() => HashCode.Combine(Text, Options);

    private static bool IsCapture(string group) => !char.IsAsciiDigit(group[0]);

    private static Regex Create(string text, RegexOptions options)
    {
        if (!HasBacktracking(text))
        {
            try
            {
                return new Regex(text, options | RegexOptions.NonBacktracking);
            }
            catch (NotSupportedException)
            {
                // Too large for it, for example because of nested counted repetitions.
            }
        }

        return new Regex(text, options, MatchTimeout);
    }

    private static bool HasBacktracking(string text)
    {
        var inClass = false;
        for (var i = 0; i < text.Length; i++)
        {
            switch (text[i])
            {
                case '\\' when i + 1 < text.Length:
                    i++;
                    if (!inClass && (text[i] is >= '1' and <= '9' or 'k'))
                    {
                        return true;
                    }

                    break;
                case '[':
                    inClass = true;
                    break;
                case ']':
                    inClass = false;
                    break;
                case '(' when !inClass:
                    var group = text.AsSpan(i + 1);
                    if (group.StartsWith("?=") || group.StartsWith("?!") || group.StartsWith("?<=") || group.StartsWith("?<!")
                        || group.StartsWith("?>") || group.StartsWith("?("))
                    {
                        return true;
                    }

                    break;
            }
        }

        return false;
    }
}
