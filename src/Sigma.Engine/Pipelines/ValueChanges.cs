using System.Text.RegularExpressions;
using Sigma.Engine.Detections;
using Sigma.Engine.Patterns;
using Sigma.Engine.Rules;
using Sigma.Engine.Yaml;

namespace Sigma.Engine.Pipelines;

/// <summary>The transformations of values.</summary>
internal static partial class ValueChanges
{
    /// <summary>Puts one value in the place of all.</summary>
    public static ValueChange Set(ValueTest test) => new((_, _) => [test]);

    /// <summary>Replaces what an expression finds in texts and numbers.</summary>
    public static ValueChange Replace(Regex expression, string replacement) => OfTexts((_, text) =>
        PatternText.Replaced(text.Pattern, expression, replacement) is { } pattern ? [text with { Pattern = pattern }] : null);

    /// <summary>Replaces what an expression finds between wildcards.</summary>
    /// <param name="expression">The expression.</param>
    /// <param name="replacement">The replacement, in the syntax of .NET.</param>
    /// <param name="isRead">Whether wildcards of the result are wildcards.</param>
    public static ValueChange ReplaceLiterals(Regex expression, string replacement, bool isRead) => OfTexts((_, text) =>
        [text with { Pattern = PatternText.OfLiterals(text.Pattern, literal =>
        {
            var replaced = expression.Replace(literal, replacement);
            return isRead ? TextPattern.Parse(replaced) : TextPattern.OfLiteral(replaced);
        }) }]);

    public static ValueChange Map(IReadOnlyDictionary<string, IReadOnlyList<string>> texts) => OfTexts((_, text) =>
        texts.TryGetValue(PatternText.Of(text.Pattern), out var others)
            ? [.. others.Select(other => text with { Pattern = TextPattern.Parse(other) })]
            : null, areNumbersRead: false);

    /// <summary>Changes the case of texts, which only <c>cased</c> ones and those in snake case notice.</summary>
    public static ValueChange Case(Func<string, string> change) => OfTexts((_, text) =>
        [text with { Pattern = PatternText.OfLiterals(text.Pattern, literal => TextPattern.OfLiteral(change(literal))) }],
        areNumbersRead: false);

    public static string SnakeCase(string text) => Capital().Replace(text, "_").ToLowerInvariant();

    /// <summary>An expression for the whole text is the text itself here: only whether case matters remains.</summary>
    public static ValueChange Expression(bool isCased) => OfTexts((_, text) => [text with { IsCased = isCased }], areNumbersRead: false);

    public static ValueChange ToText { get; } = new((_, test) =>
        test is NumberTest number ? [new TextTest(TextPattern.OfLiteral(number.Number), IsCased: false)] : null);

    public static ValueChange ToNumber { get; } = OfTexts((run, text) =>
    {
        if (!JsonNumber.IsWhole(PatternText.Of(text.Pattern)))
        {
            run.Refuse($"{text} is no number, but a pipeline has convert_type to num.");
            return null;
        }

        return [new NumberTest(PatternText.Of(text.Pattern))];
    }, areNumbersRead: false);

    /// <summary>Takes anything in the place of placeholders without values.</summary>
    public static ValueChange Wildcards(Func<string, bool> covers) => new((_, test) => test switch
    {
        TextTest text when Placeholders.WaitingIn($"{text.Pattern}") is not null =>
            [text with { Pattern = TextPattern.Parse(Placeholders.Replace($"{text.Pattern}", name => covers(name) ? "*" : null)) }],
        RegexTest regex when Placeholders.WaitingIn(regex.Regex.Text) is not null =>
            [new RegexTest(new(Placeholders.Replace(regex.Regex.Text, name => covers(name) ? ".*" : null), regex.Regex.Options))],
        _ => null,
    });

    private static ValueChange OfTexts(Func<PipelineRun, TextTest, IReadOnlyList<ValueTest>?> tests, bool areNumbersRead = true) =>
        new((run, test) => test switch
        {
            TextTest text => tests(run, text),
            NumberTest number when areNumbersRead => tests(run, new(TextPattern.OfLiteral(number.Number), IsCased: false)),
            _ => null,
        });

    [GeneratedRegex("(?<!^)(?=[A-Z])")]
    private static partial Regex Capital();
}
