using System.Globalization;
using System.Net;
using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;
using Sigma.Engine.Detections;
using Sigma.Engine.Patterns;

namespace Sigma.Engine.Reference;

/// <summary>Applies a test to one value of a record, in the plainest way.</summary>
internal sealed partial class ReferenceTests
{
    private readonly Dictionary<(TextPattern Pattern, bool IsCased), Regex> _patterns = [];

    /// <param name="test">The test.</param>
    /// <param name="value">The value.</param>
    /// <param name="record">The record, whose fields the test may refer to.</param>
    /// <param name="timedOut">Whether it timed out; then the result is false.</param>
    public bool Holds(ValueTest test, JsonElement value, ReferenceRecord record, out bool timedOut)
    {
        timedOut = false;
        if (ReferenceRecord.Text(value) is not { } text)
        {
            return false;
        }

        return test switch
        {
            PresenceTest or ExistenceTest => true,
            TextTest { Pattern: var pattern, IsCased: var cased } => Pattern(pattern, cased).IsMatch(Fold(text, cased)),
            NumberTest { Number: var number } => Fold(text, false) == Fold(number, false)
                || (value.ValueKind == JsonValueKind.Number && ReferenceNumber.Compare(text, number) == 0),
            NumberComparisonTest comparison => Number(comparison, value, text) is { } number && Compares(comparison, number),
            RegexTest { Regex: var regex } => regex.IsMatch(text, out timedOut),
            NetworkTest { Network: var network } => Address(text) is { } address && Contains(network, address),
            FieldReferenceTest reference => record.Values(reference.Other).Any(other =>
                ReferenceRecord.Text(other) is { } otherText
                && Relates(reference.Relation, Fold(text, reference.IsCased), Fold(otherText, reference.IsCased))),
            _ => throw new InvalidOperationException($"No case for {test}."),
        };
    }

    private static string Fold(string text, bool isCased) => isCased ? text : text.ToUpperInvariant();

    private Regex Pattern(TextPattern pattern, bool isCased)
    {
        if (!_patterns.TryGetValue((pattern, isCased), out var regex))
        {
            var expression = new StringBuilder(@"\A");
            foreach (var piece in pattern.Pieces)
            {
                expression.Append(piece.Kind switch
                {
                    PieceKind.AnyRun => @"[\s\S]*",
                    PieceKind.AnyOne => @"(?:[\uD800-\uDBFF][\uDC00-\uDFFF]|[^\uD800-\uDFFF])",
                    _ => Regex.Escape(Fold(piece.Text, isCased)),
                });
            }

            _patterns[(pattern, isCased)] = regex = new Regex(expression.Append(@"\z").ToString(), RegexOptions.CultureInvariant);
        }

        return regex;
    }

    /// <returns>The compared part; null when the value does not have it.</returns>
    private static string? Number(NumberComparisonTest comparison, JsonElement value, string text) => comparison.Part is { } part
        ? (value.ValueKind == JsonValueKind.String ? Part(part, text) : null)
        : value.ValueKind is JsonValueKind.Number or JsonValueKind.String && ReferenceNumber.IsNumber(text) ? text : null;

    private static bool Compares(NumberComparisonTest comparison, string number)
    {
        var order = ReferenceNumber.Compare(number, comparison.Number);
        return comparison.Relation switch
        {
            NumberRelation.Less => order < 0,
            NumberRelation.LessOrEqual => order <= 0,
            NumberRelation.Greater => order > 0,
            NumberRelation.GreaterOrEqual => order >= 0,
            _ => order == 0,
        };
    }

    private static string? Part(TimePart part, string text)
    {
        var match = Time().Match(text);
        if (!match.Success
            || !DateTime.TryParseExact(match.Groups["date"].Value, "yyyy-MM-dd", CultureInfo.InvariantCulture, default, out var date))
        {
            return null;
        }

        var number = part switch
        {
            TimePart.Year => date.Year,
            TimePart.Month => date.Month,
            TimePart.Week => ISOWeek.GetWeekOfYear(date),
            TimePart.Day => date.Day,
            TimePart.Hour => Clock("hour", 23),
            _ => Clock("minute", 59),
        };
        return number < 0 ? null : number.ToString(CultureInfo.InvariantCulture);

        int Clock(string group, int max) =>
            match.Groups[group] is { Success: true, Value: var digits }
            && int.Parse(digits, CultureInfo.InvariantCulture) is var value && value <= max ? value : -1;
    }

    private static IPAddress? Address(string text)
    {
        var scope = text.IndexOf('%');
        var bare = scope > 0 && text.Contains(':') ? text[..scope] : text;
        return (DottedQuad().IsMatch(bare) || Colons().IsMatch(bare)) && IPAddress.TryParse(bare, out var address) ? address : null;
    }

    private static bool Contains(IPNetwork network, IPAddress address) =>
        network.Contains(address) || (address.IsIPv4MappedToIPv6 && network.Contains(address.MapToIPv4()));

    private static bool Relates(TextRelation relation, string text, string other) => relation switch
    {
        TextRelation.StartsWith => text.StartsWith(other, StringComparison.Ordinal),
        TextRelation.EndsWith => text.EndsWith(other, StringComparison.Ordinal),
        TextRelation.Contains => text.Contains(other, StringComparison.Ordinal),
        _ => text == other,
    };

    [GeneratedRegex(@"\A(?<date>[0-9]{4}-[0-9]{2}-[0-9]{2})(?:\z|[Tt ](?:\z|(?<hour>[0-9]{2})(?::(?<minute>[0-9]{2}))?))")]
    private static partial Regex Time();

    [GeneratedRegex(@"\A(?:(?:0|[1-9][0-9]{0,2})\.){3}(?:0|[1-9][0-9]{0,2})\z")]
    private static partial Regex DottedQuad();

    [GeneratedRegex(@"\A[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*\z")]
    private static partial Regex Colons();
}
