using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text;
using System.Text.RegularExpressions;
using Sigma.Engine.Detections;
using Sigma.Engine.Expressions;
using Sigma.Engine.Patterns;
using Sigma.Engine.Yaml;

namespace Sigma.Engine.Rules;

/// <summary>Makes tests from a value and its modifiers, which apply from left to right.</summary>
/// <param name="modifiers">The modifiers of the field, in order.</param>
/// <param name="isKeyword">The value belongs to no field.</param>
/// <param name="placeholders">The values of <c>%name%</c>.</param>
/// <param name="problems">Gets the errors.</param>
internal sealed class ValueReader(
    IReadOnlyList<Modifier> modifiers, bool isKeyword, Placeholders placeholders, ProblemList problems)
{
    private static readonly Modifier[] Comparisons =
        [Modifier.Less, Modifier.LessOrEqual, Modifier.Greater, Modifier.GreaterOrEqual];

    private static readonly Modifier[] Parts =
        [Modifier.Minute, Modifier.Hour, Modifier.Day, Modifier.Week, Modifier.Month, Modifier.Year];

    private static readonly Modifier[] ForAnyValue = [Modifier.All, Modifier.NotEqual, Modifier.Cased];

    private bool IsCased => Has(Modifier.Cased);

    /// <returns>Alternatives; none when the value is refused.</returns>
    public IReadOnlyList<ValueTest> Read(YamlScalar value)
    {
        if (isKeyword && FirstOf([Modifier.Exists, Modifier.Cidr, Modifier.FieldReference, .. Comparisons, .. Parts]) is { } forFields)
        {
            return Refuse("modifier", value, $"{Word(forFields)} needs a field. Name one, or leave the modifier out.");
        }

        if (Has(Modifier.Exists))
        {
            return ReadExistence(value);
        }

        if (FirstOf(Comparisons) is not null || FirstOf(Parts) is not null)
        {
            return ReadComparison(value);
        }

        return value.Kind switch
        {
            ScalarKind.Null => ReadNull(value),
            ScalarKind.Text => ReadText(value),
            _ when modifiers.All(ForAnyValue.Contains) && !isKeyword => [value.Kind == ScalarKind.Number
                ? new NumberTest(value.Text)
                : new TextTest(TextPattern.OfLiteral(value.Text), IsCased: false)],
            _ when isKeyword => ReadText(value),
            _ => Refuse("type", value, $"{value.Text} is not text, but {FirstExcept(ForAnyValue)} needs text. Put it in quotes."),
        };
    }

    private IReadOnlyList<ValueTest> ReadExistence(YamlScalar value)
    {
        if (value.Kind != ScalarKind.Boolean)
        {
            return Refuse("type", value, $"exists needs true or false, but this is {value.Text}.");
        }

        return modifiers.Count == 1
            ? [new ExistenceTest(value.IsTrue)]
            : Refuse("modifier", value, "exists stands alone. Leave the other modifiers out.");
    }

    private IReadOnlyList<ValueTest> ReadNull(YamlScalar value)
    {
        if (isKeyword)
        {
            return Refuse("type", value, "A keyword cannot be null. Write text.");
        }

        return FirstExcept([Modifier.All, Modifier.NotEqual]) is { } other
            ? Refuse("type", value, $"null has no text, but {other} needs text. Write '' for an empty value.")
            : [new PresenceTest(IsPresent: false)];
    }

    private IReadOnlyList<ValueTest> ReadComparison(YamlScalar value)
    {
        if (value.Kind != ScalarKind.Number)
        {
            return Refuse("type", value, $"{Word(FirstOf([.. Comparisons, .. Parts])!.Value)} needs a number without quotes.");
        }

        if (modifiers.Count(Comparisons.Contains) > 1 || modifiers.Count(Parts.Contains) > 1
            || FirstExcept([.. Comparisons, .. Parts, Modifier.All, Modifier.NotEqual]) is not null)
        {
            return Refuse("modifier", value, "One comparison and one part of a time can stand together, and nothing else with them.");
        }

        var comparison = FirstOf(Comparisons) switch
        {
            Modifier.Less => NumberRelation.Less,
            Modifier.LessOrEqual => NumberRelation.LessOrEqual,
            Modifier.Greater => NumberRelation.Greater,
            Modifier.GreaterOrEqual => NumberRelation.GreaterOrEqual,
            _ => NumberRelation.Equal,
        };
        return [new NumberComparisonTest(comparison, value.Text, FirstOf(Parts) switch
        {
            Modifier.Minute => TimePart.Minute,
            Modifier.Hour => TimePart.Hour,
            Modifier.Day => TimePart.Day,
            Modifier.Week => TimePart.Week,
            Modifier.Month => TimePart.Month,
            Modifier.Year => TimePart.Year,
            _ => null,
        })];
    }

    private IReadOnlyList<ValueTest> ReadText(YamlScalar value)
    {
        IReadOnlyList<string> texts = [value.Text];
        if (Has(Modifier.Expand))
        {
            var (expanded, problem) = placeholders.Expand(value.Text);
            if (problem is not null)
            {
                return Refuse("placeholder", value, problem);
            }

            texts = expanded;
            if (Placeholders.EscapedIn(value.Text) is { } name)
            {
                problems.Warning(
                    "placeholder", value.At, $"expand does nothing here: the backslash makes %{name}% text. For a placeholder behind a "
                    + $@"backslash, write two of them: \\%{name}%.");
            }
        }

        var tests = new List<ValueTest>();
        foreach (var text in texts)
        {
            var read = Has(Modifier.Regex) ? ReadRegex(text, value)
                : Has(Modifier.Cidr) ? ReadNetwork(text, value)
                : Has(Modifier.FieldReference) ? ReadReference(text, value)
                : ReadPatterns(text, value);
            if (read.Count == 0)
            {
                return [];
            }

            tests.AddRange(read);
        }

        return tests;
    }

    private IReadOnlyList<ValueTest> ReadRegex(string text, YamlScalar value)
    {
        Modifier[] flags = [Modifier.IgnoreCase, Modifier.Multiline, Modifier.Singleline];
        if (FirstExcept([Modifier.Regex, Modifier.All, Modifier.NotEqual, Modifier.Expand, .. flags]) is { } other)
        {
            return Refuse("modifier", value, $"{other} does not go with re. Write it into the expression.");
        }

        var (expression, problem) = PcreTranslator.Translate(text);
        if ((problem ?? RulePattern.Problem(expression)) is { } wrong)
        {
            return Refuse("regex", value, wrong);
        }

        var options = (Has(Modifier.IgnoreCase) ? RegexOptions.IgnoreCase : 0) | (Has(Modifier.Multiline) ? RegexOptions.Multiline : 0)
            | (Has(Modifier.Singleline) ? RegexOptions.Singleline : 0);
        var pattern = new RulePattern(expression, options);
        if (pattern.NeedsBacktracking)
        {
            problems.Warning("regex-backtracks", value.At,
                "Look-around, back-references and atomic groups can take long. A value gets 100 ms, then it does not match.");
        }

        return [new RegexTest(pattern)];
    }

    private IReadOnlyList<ValueTest> ReadNetwork(string text, YamlScalar value)
    {
        if (FirstExcept([Modifier.Cidr, Modifier.All, Modifier.NotEqual, Modifier.Expand]) is { } other)
        {
            return Refuse("modifier", value, $"{other} does not go with cidr.");
        }

        var slash = text.IndexOf('/');
        var written = slash < 0 ? text : text[..slash];
        if (Address(written) is not { } address
            || Prefix(slash < 0 ? null : text[(slash + 1)..], address.GetAddressBytes().Length * 8) is not { } prefix)
        {
            return Refuse("cidr", value, $"{text} is not a network. Write one such as 10.0.0.0/8 or fd00::/8.");
        }

        var network = IPNetwork.Parse($"{address}/{prefix}");
        return network.BaseAddress.Equals(address)
            ? [new NetworkTest(network)]
            : Refuse("cidr", value, $"{text} has bits beyond its prefix. Write {network}, if that is meant.");
    }

    /// <summary>IPv4 is four decimal numbers, as in records: programs disagree on the meaning of other forms.</summary>
    private static IPAddress? Address(string text) =>
        IPAddress.TryParse(text, out var address) && !text.AsSpan().ContainsAny("[]%")
        && (address.AddressFamily != AddressFamily.InterNetwork || $"{address}" == text) ? address : null;

    private static int? Prefix(string? text, int bits) => text is null ? bits
        : int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var prefix) && prefix <= bits ? prefix : null;

    private IReadOnlyList<ValueTest> ReadReference(string text, YamlScalar value)
    {
        Modifier[] relations = [Modifier.Contains, Modifier.StartsWith, Modifier.EndsWith];
        if (FirstExcept([Modifier.FieldReference, .. ForAnyValue, .. relations]) is { } other || modifiers.Count(relations.Contains) > 1)
        {
            return Refuse("modifier", value, "Only cased, all, neq and one of contains, startswith and endswith go with fieldref.");
        }

        if (modifiers.TakeWhile(modifier => modifier != Modifier.FieldReference).Any(relations.Contains))
        {
            return Refuse("modifier", value, $"fieldref comes first: write fieldref|{Word(FirstOf(relations)!.Value)}.");
        }

        var relation = FirstOf(relations) switch
        {
            Modifier.Contains => TextRelation.Contains,
            Modifier.StartsWith => TextRelation.StartsWith,
            Modifier.EndsWith => TextRelation.EndsWith,
            _ => TextRelation.Equal,
        };
        return [new FieldReferenceTest(text, relation, IsCased)];
    }

    private IReadOnlyList<ValueTest> ReadPatterns(string text, YamlScalar value)
    {
        if (EscapedWildcards.Repaired(text) is { } repaired)
        {
            problems.Warning("escaped-wildcard", value.At,
                $"A backslash before a wildcard makes it a plain character, so {text} matches only text with that character. "
                + $"For a backslash and a wildcard, write '{repaired.Replace("'", "''")}', in such quotes.");
        }

        IReadOnlyList<Draft> drafts = [new(TextPattern.Parse(text), null)];
        foreach (var modifier in modifiers)
        {
            var next = new List<Draft>();
            foreach (var draft in drafts)
            {
                var (made, problem) = Apply(modifier, draft);
                if (problem is not null)
                {
                    return Refuse("modifier", value, problem);
                }

                next.AddRange(made);
            }

            drafts = next;
        }

        var tests = new List<ValueTest>(drafts.Count);
        foreach (var draft in drafts)
        {
            if (Pattern(draft) is not { } pattern)
            {
                return Refuse("modifier", value, "This text in UTF-16 is not UTF-8, so no record can hold it. Add base64 or base64offset.");
            }

            tests.Add(new TextTest(isKeyword && !HasPlace ? pattern.WithAnyRunBefore().WithAnyRunAfter() : pattern, IsCased));
        }

        return tests;
    }

    private bool HasPlace => FirstOf([Modifier.Contains, Modifier.StartsWith, Modifier.EndsWith]) is not null;

    private static (IEnumerable<Draft> Drafts, string? Problem) Apply(Modifier modifier, Draft draft)
    {
        var pattern = Pattern(draft);
        switch (modifier)
        {
            case Modifier.Contains or Modifier.StartsWith or Modifier.EndsWith or Modifier.WindowsDash when pattern is null:
                return ([], $"{Word(modifier)} cannot follow UTF-16. Add base64 or base64offset before it.");
            case Modifier.Contains:
                return ([Draft.Of(pattern!.WithAnyRunBefore().WithAnyRunAfter())], null);
            case Modifier.StartsWith:
                return ([Draft.Of(pattern!.WithAnyRunAfter())], null);
            case Modifier.EndsWith:
                return ([Draft.Of(pattern!.WithAnyRunBefore())], null);
            case Modifier.WindowsDash:
                return WindowsDashes.Expand(pattern!) is { } variants
                    ? (variants.Select(Draft.Of), null)
                    : ([], $"windash makes more than {WindowsDashes.MaxVariants} variants of this value. Split it with contains|all.");
            case Modifier.Utf16 or Modifier.Utf16BigEndian or Modifier.Utf16LittleEndian or Modifier.Base64 or Modifier.Base64Offset:
                return Encode(modifier, draft);
            case Modifier.All or Modifier.NotEqual or Modifier.Cased or Modifier.Expand:
                return ([draft], null);
            default:
                return ([], $"{Word(modifier)} needs re before it.");
        }
    }

    private static (IEnumerable<Draft> Drafts, string? Problem) Encode(Modifier modifier, Draft draft)
    {
        if (draft.Bytes is null && draft.Text.HasWildcards)
        {
            return ([], $"{Word(modifier)} cannot encode wildcards. Escape them with \\, or put the modifier first.");
        }

        if (Placeholders.WaitingIn(draft.Text.Literal) is { } name)
        {
            return ([], $"{Word(modifier)} cannot encode %{name}%, which has no values.");
        }

        var bytes = draft.Bytes ?? Encoding.UTF8.GetBytes(draft.Text.Literal);
        return modifier switch
        {
            Modifier.Base64 => ([Draft.Of(TextPattern.OfLiteral(Encodings.Base64(bytes)))], null),
            Modifier.Base64Offset => (Encodings.Base64Offsets(bytes).Select(text => Draft.Of(TextPattern.OfLiteral(text))), null),
            _ when draft.Bytes is not null => ([], "One UTF-16 encoding is enough."),
            Modifier.Utf16 => ([new(draft.Text, Encodings.Utf16WithByteOrderMark(draft.Text.Literal))], null),
            Modifier.Utf16BigEndian => ([new(draft.Text, Encodings.Utf16BigEndian(draft.Text.Literal))], null),
            _ => ([new(draft.Text, Encodings.Utf16LittleEndian(draft.Text.Literal))], null),
        };
    }

    private static TextPattern? Pattern(Draft draft) =>
        draft.Bytes is null ? draft.Text : Encodings.Text(draft.Bytes) is { } text ? TextPattern.OfLiteral(text) : null;

    private static string Word(Modifier modifier) => ModifierNames.All.First(pair => pair.Value == modifier).Key;

    private bool Has(Modifier modifier) => modifiers.Contains(modifier);

    private Modifier? FirstOf(Modifier[] some)
    {
        foreach (var modifier in modifiers)
        {
            if (some.Contains(modifier))
            {
                return modifier;
            }
        }

        return null;
    }

    private string? FirstExcept(Modifier[] some)
    {
        foreach (var modifier in modifiers)
        {
            if (!some.Contains(modifier))
            {
                return Word(modifier);
            }
        }

        return null;
    }

    private IReadOnlyList<ValueTest> Refuse(string code, YamlScalar value, string message)
    {
        problems.Error(code, value.At, message);
        return [];
    }

    /// <param name="Text">The pattern, or the text that the bytes were made from.</param>
    /// <param name="Bytes">After a UTF-16 modifier; otherwise null.</param>
    private sealed record Draft(TextPattern Text, byte[]? Bytes)
    {
        public static Draft Of(TextPattern pattern) => new(pattern, null);
    }
}
