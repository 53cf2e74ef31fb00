using System.Globalization;
using System.Text.RegularExpressions;

namespace Hosting.Settings;

/// <summary>What sizes and times have in common: numbers, each with a unit behind it.</summary>
internal static partial class Quantity
{
    /// <summary>No text of a person is longer.</summary>
    private const int MaxLength = 100;

    /// <summary>
    /// The parts of <c>64KiB</c>, <c>1h 30m</c> or <c>1_000_000</c>. The unit of a number that stands alone is empty. A comma is refused:
    /// for some it separates thousands, for others the fraction.
    /// </summary>
    /// <param name="text">As a person has written it.</param>
    /// <returns>Null if it has another form.</returns>
    /// <exception cref="OverflowException">A number has more than 28 digits.</exception>
    public static IReadOnlyList<(decimal Number, string Unit)>? Parts(string text) =>
        text.Length <= MaxLength && Form().Match(text) is { Success: true } match
            ? [.. match.Groups["number"].Captures.Zip(match.Groups["unit"].Captures, (number, unit) => (Number(number.Value), unit.Value))]
            : null;

    /// <summary>A whole number without a unit, such as <c>4096</c> or <c>1_000_000</c>.</summary>
    /// <exception cref="FormatException">It is none; the message says why.</exception>
    /// <exception cref="OverflowException">It has more than 63 bits.</exception>
    public static long Whole(string text) =>
        Parts(text) is [(var number, "")] && decimal.IsInteger(number) ? (long)number
        : long.TryParse(text, NumberStyles.Integer, CultureInfo.InvariantCulture, out var signed) ? signed
        : throw new FormatException($"{text} is no whole number.");

    private static decimal Number(string text) =>
        decimal.Parse(text.Replace("_", "", StringComparison.Ordinal), NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture);

    // Atomic, so that a long run of digits is read in one way only.
    [GeneratedRegex(@"^\s*(?>(?<number>(?:[0-9]{1,3}(?:_[0-9]{3})+|[0-9]+)(?:\.[0-9]+)?|\.[0-9]+)\s*(?<unit>\p{L}*)\s*)+$")]
    private static partial Regex Form();
}
