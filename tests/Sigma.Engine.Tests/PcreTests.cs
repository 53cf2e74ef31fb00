using System.Text.Json;
using Sigma.Engine.Expressions;

namespace Sigma.Engine.Tests;

/// <summary>What PCRE reads otherwise than .NET. The verdicts are those of <c>grep -P</c> (UTF-8), where it takes the expression.</summary>
public sealed class PcreTests
{
    [Theory]
    [InlineData("^[[:alpha:]]+$", "abcXYZ", "abc1")]
    [InlineData("^[[:alpha:][:digit:]_-]+$", "ab-c_1", "ab c")]
    [InlineData("^[^[:space:]]+$", "abc", "a b")]
    [InlineData("^[[:^digit:]]+$", "abé", "ab1")]
    [InlineData("^[[:xdigit:]]{4}$", "00aF", "00aG")]
    [InlineData("^[[:punct:]]$", "[", "a")]
    [InlineData("^[[:punct:]]$", "~", " ")]
    [InlineData("^(?P<a>x)(?P=a)$", "xx", "xy")]
    [InlineData(@"^\x{41}\x{e9}$", "Aé", "Ae")]
    [InlineData(@"^\x{1F600}$", "😀", "?")]
    [InlineData(@"^[\x{41}-\x{43}]+$", "ABC", "ABD")]
    [InlineData(@"^\x4g$", "\u0004g", "4g")]
    [InlineData(@"^\o{101}b$", "Ab", "ab")]
    [InlineData("^a++b$", "aab", "aac")]
    [InlineData("^a++ab$", null, "aab")]
    [InlineData("^(?:ab)*+c$", "ababc", "abab")]
    [InlineData("^(ab)?+abc$", "ababc", "abc")]
    [InlineData("^[ab]{1,3}+b$", null, "aab")]
    [InlineData("^a{2}{3}$", "aaaaaa", "aaaaa")]
    [InlineData("^(?>a{1,3}+)b$", "aaab", "b")]
    [InlineData(@"^\Qa.b*[\E.$", "a.b*[x", "axb*[x")]
    [InlineData(@"^[\Q]-\E]+$", "]-]", "a")]
    [InlineData(@"^a\Q.+", "a.+", "abb")]
    [InlineData(@"^a\hb$", "a\tb", "a\nb")]
    [InlineData(@"^a\hb$", "a\u00A0b", "ab")]
    [InlineData(@"^a\Hb$", "axb", "a b")]
    [InlineData(@"^a[\h,]b$", "a,b", "a;b")]
    [InlineData(@"^a\Rb$", "a\r\nb", "axb")]
    [InlineData(@"a\vb", "a\nb", "a b")]
    [InlineData(@"a\Vb", "a b", "a\u2028b")]
    [InlineData(@"^a\Nb$", "axb", "a\nb")]
    [InlineData(@"^\pL+\p{^Lu}$", "aéb", "aéB")]
    [InlineData(@"^(a)(?<n>b)(c)\3\2\1$", "abccba", "abcbca")]
    [InlineData(@"^(a)(?<n>b)\g{2}\g1\k{n}$", "abbab", "ababb")]
    [InlineData(@"^(?<n>a)?(?(<n>)b|c)$", "ab", "ac")]
    [InlineData(@"^(x)?(?<n>a)?(?(2)b|c)$", "xab", "xac")]
    [InlineData(@"^[\w-.]+$", "a-b.c", "a b")]
    [InlineData(@"^[[:alpha:]-z]+$", "a-z", "1")]
    [InlineData(@"^[a[]+$", "a[", "b")]
    [InlineData(@"^a\_b\<c\>$", "a_b<c>", "ab")]
    [InlineData("^a(?#note)b$", "ab", "a(?#note)b")]
    [InlineData(@"^a\101b$", "aAb", "a101b")]
    [InlineData(@"^a\0b$", "a\0b", "a0b")]
    [InlineData(@"(?x) a b # c [ (
        d", "abd", "a b d")]
    [InlineData(@"^(?i:a)b(?-i)$", "Ab", "AB")]
    [InlineData(@"\EA\E$", "A", "E")]
    public void Fires_ExpressionOfPcre_MeansTheSame(string expression, string? match, string other)
    {
        if (match is not null)
        {
            Fires(expression, match).ShouldBeTrue(PcreTranslator.Translate(expression).Text);
        }

        Fires(expression, other).ShouldBeFalse(PcreTranslator.Translate(expression).Text);
    }

    [Theory]
    [InlineData("(?R)", "recursion")]
    [InlineData("(a)(?1)", "recursion")]
    [InlineData("(?&n)", "recursion")]
    [InlineData("(?|a|b)", "branch reset")]
    [InlineData("(?C1)a", "callouts")]
    [InlineData("a(*SKIP)b", "Verbs")]
    [InlineData(@"a\Kb", @"\K")]
    [InlineData(@"\X", @"\X")]
    [InlineData(@"\g<a>", "call groups")]
    [InlineData(@"(a)\g{-1}", "counts backwards")]
    [InlineData(@"(a)\2", "group 2")]
    [InlineData(@"\k{n}", "group n")]
    [InlineData("[[:alhpa:]]", "[:alhpa:]")]
    [InlineData("[[.a.]]", "Collating")]
    [InlineData("[[:<:]]a", @"\b")]
    [InlineData("[abc", "no end")]
    [InlineData("(?<1>a)", "begins with a letter")]
    [InlineData("(?<a-b>a)", "begins with a letter")]
    [InlineData(@"\x{110000}", "110000")]
    [InlineData(@"[\x{1F600}]", "1F600")]
    [InlineData(@"\x{4G}", "4G")]
    [InlineData(@"a\", "backslash")]
    [InlineData(@"\p{Greek}", "Greek")]
    [InlineData("(a", "")]
    [InlineData("a)", "")]
    [InlineData("*a", "")]
    public void Load_ExpressionWithoutATranslation_IsRefusedWithAHint(string expression, string hint)
    {
        var rules = Loaded.Rules(Rule(expression));

        var problem = rules.Problems.ShouldHaveSingleItem();
        problem.IsError.ShouldBeTrue();
        problem.Code.ShouldBe("regex");
        problem.Message.ShouldContain(hint);
    }

    private static bool Fires(string expression, string value) =>
        Loaded.Fires($"s:\n  a|re: {JsonSerializer.Serialize(expression)}\ncondition: s", $"{{\"a\":{JsonSerializer.Serialize(value)}}}");

    private static string Rule(string expression) => $"""
        title: t
        logsource: {"{"} product: x {"}"}
        detection:
          s:
            a|re: {JsonSerializer.Serialize(expression)}
          condition: s
        """;
}
