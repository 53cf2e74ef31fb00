using System.Text;
using Sigma.Engine.Detections;
using Sigma.Engine.Matching.Values;
using Sigma.Engine.Records;

namespace Sigma.Engine.Matching;

/// <summary>Tests one scalar value of a record.</summary>
internal abstract class ValueMatcher
{
    public abstract bool Holds(RecordTexts texts, int value);
}

/// <summary>Accepts any scalar.</summary>
internal sealed class AnyMatcher : ValueMatcher
{
    public override bool Holds(RecordTexts texts, int value) => true;
}

internal sealed class LiteralMatcher(byte[] literal, TextRelation relation, bool isCased) : ValueMatcher
{
    public override bool Holds(RecordTexts texts, int value) =>
        Relates(isCased ? texts.Text(value) : texts.Folded(value), relation, literal);

    public static bool Relates(ReadOnlySpan<byte> text, TextRelation relation, ReadOnlySpan<byte> other) => relation switch
    {
        TextRelation.StartsWith => text.StartsWith(other),
        TextRelation.EndsWith => text.EndsWith(other),
        TextRelation.Contains => text.IndexOf(other) >= 0,
        _ => text.SequenceEqual(other),
    };
}

internal sealed class WildcardMatcher(WildcardPattern pattern, bool isCased) : ValueMatcher
{
    public override bool Holds(RecordTexts texts, int value) => pattern.IsMatch(isCased ? texts.Text(value) : texts.Folded(value));
}

internal sealed class NumberMatcher(string number) : ValueMatcher
{
    private readonly byte[] _number = Encoding.ASCII.GetBytes(number);
    private readonly byte[] _folded = TextFolding.Fold(number);

    public override bool Holds(RecordTexts texts, int value) => texts.Folded(value).SequenceEqual(_folded)
        || (texts.Kind(value) == RecordValueKind.Number && new DecimalText(texts.Raw(value)).CompareTo(new DecimalText(_number)) == 0);
}

internal sealed class ComparisonMatcher(NumberComparisonTest test) : ValueMatcher
{
    private readonly byte[] _number = Encoding.ASCII.GetBytes(test.Number);

    public override bool Holds(RecordTexts texts, int value)
    {
        var isText = texts.Kind(value) is RecordValueKind.Text or RecordValueKind.EscapedText;
        var text = texts.Text(value);
        if (test.Part is not { } part)
        {
            return texts.Kind(value) != RecordValueKind.Boolean && (!isText || JsonScalars.IsNumber(text)) && Compares(text);
        }

        Span<byte> digits = stackalloc byte[8];
        return isText && TimeParts.TryRead(text, part, out var number) && number.TryFormat(digits, out var written, default, null)
            && Compares(digits[..written]);
    }

    private bool Compares(ReadOnlySpan<byte> number)
    {
        var order = new DecimalText(number).CompareTo(new DecimalText(_number));
        return test.Relation switch
        {
            NumberRelation.Less => order < 0,
            NumberRelation.LessOrEqual => order <= 0,
            NumberRelation.Greater => order > 0,
            NumberRelation.GreaterOrEqual => order >= 0,
            _ => order == 0,
        };
    }
}

internal sealed class RegexMatcher(RulePattern pattern) : ValueMatcher
{
    private readonly int? _minLength = RegexLiterals.LengthTest(pattern.Text, pattern.Options);

    public RulePattern Pattern => pattern;

    public override bool Holds(RecordTexts texts, int value)
    {
        // Without escapes, there is no line end in it.
        if (_minLength is { } minLength && texts.Kind(value) != RecordValueKind.EscapedText)
        {
            return Utf16Length.IsAtLeast(texts.Raw(value), minLength);
        }

        var holds = pattern.IsMatch(texts.Characters(value), out var timedOut);
        texts.TimeOuts += timedOut ? 1 : 0;
        return holds;
    }

    public IReadOnlyList<KeyValuePair<string, string>> Captures(RecordTexts texts, int value)
    {
        var captures = pattern.Captures(texts.Characters(value).ToString(), out var timedOut);
        texts.TimeOuts += timedOut ? 1 : 0;
        return captures;
    }
}

internal sealed class NetworkMatcher(NetworkRange network) : ValueMatcher
{
    public override bool Holds(RecordTexts texts, int value) => network.Contains(texts.Text(value));
}

/// <summary>Compares with the values of another field.</summary>
/// <param name="other">The place of that field.</param>
/// <param name="test">The test.</param>
internal sealed class ReferenceMatcher(int other, FieldReferenceTest test) : ValueMatcher
{
    public int Other => other;

    public FieldReferenceTest Test => test;

    public override bool Holds(RecordTexts texts, int value) =>
        throw new InvalidOperationException("It needs two values.");
}
