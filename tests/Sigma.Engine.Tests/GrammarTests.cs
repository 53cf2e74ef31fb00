using System.Text;
using System.Text.Json;
using Sigma.Engine.Evaluation;
using Sigma.Engine.Mapping;
using Sigma.Engine.Matching;
using Sigma.Engine.Rules;

namespace Sigma.Engine.Tests;

/// <summary>The reader of raw bytes takes what a JSON parser that nobody here wrote takes, and nothing else.</summary>
public sealed class GrammarTests
{
    private static readonly string[] Tokens = ["{", "}", "[", "]", ":", ",", "\"a\"", "1", " "];

    private readonly RecordMatcher _matcher = new(CompiledRules.Compile(
        Loaded.Rules(Placeholders.None, Loaded.Rule("s: { b.c: z, d: 12 }\ncondition: s")), EventMapping.None, routes: false, []));

    /// <summary>A quick look at many bytes tells most scalars apart, wherever they stand in the record.</summary>
    [Fact]
    public void Evaluate_ScalarsOfFewLetters_AreTakenAsJsonTakesThem()
    {
        var scalars = Words("01-.eEtf+", 4).Concat(["true", "false", "null", "True", "falze", "nulll", "truefalse", "1.5.5", "12e+05"])
            .Concat(from length in Enumerable.Range(14, 24) from number in Numbers(length) select number)
            .ToArray();

        foreach (var scalar in scalars)
        {
            var isJson = IsRecord($$"""{"a":{{scalar}}}""");
            foreach (var record in new[]
            {
                $$"""{"a":{{scalar}}}""",
                $$"""{"a": {{scalar}} }""",
                $$"""{"a":{{scalar}},"tail":"a long text, so that bytes follow"}""",
                $$"""{"head":"a long text, so that bytes come before","a":{{scalar}}}""",
                $$"""{"d":{{scalar}},"head":"a long text, so that bytes come before","b":[{{scalar}}]}""",
            })
            {
                (Death(record) is null).ShouldBe(isJson, record);
            }
        }
    }

    [Theory]
    [InlineData("")]
    [InlineData("{\"x\":")]
    [InlineData("{\"x\":[")]
    [InlineData("{\"x\":{\"y\":2")]
    public void Evaluate_AllOrdersOfFiveTokens_AreTakenAsJsonTakesThem(string before)
    {
        foreach (var tokens in Enumerable.Range(0, (int)Math.Pow(Tokens.Length, 5)).Select(Order))
        {
            var record = before + tokens;

            (Death(record) is null).ShouldBe(IsRecord(record), record);
        }
    }

    /// <summary>Whatever crosses the blocks in which the text is read.</summary>
    [Fact]
    public void Evaluate_RecordsOfEveryLength_AreReadWhole_AndBrokenWhereverTheyAreCut()
    {
        // Each of its bytes has a place in the index: a block of 64 bytes has more than 32.
        var dense = string.Concat(Enumerable.Repeat("[],\"\",{},", 12));
        for (var length = 0; length < 140; length++)
        {
            var record = $$"""
                {"p":"{{new string('p', length)}}","e":[{{dense}}[]],"a":"\\\"[{,:","b":[1, -2.5e3, null, {"c":"z"}], "ä":false,"d":12}
                """;

            _matcher.Evaluate(Encoding.UTF8.GetBytes(record)).Matches.Count.ShouldBe(1, record);
            for (var end = 0; end < record.Length; end++)
            {
                Death(record[..end]).ShouldBe(DeathReason.Malformed, record[..end]);
            }
        }
    }

    private static bool IsRecord(string text)
    {
        try
        {
            using var document = JsonDocument.Parse(text);
            return document.RootElement.ValueKind == JsonValueKind.Object;
        }
        catch (JsonException)
        {
            return false;
        }
    }

    private static string Order(int number)
    {
        var text = new StringBuilder();
        for (var i = 0; i < 5; i++, number /= Tokens.Length)
        {
            text.Append(Tokens[number % Tokens.Length]);
        }

        return text.ToString();
    }

    /// <summary>All words of these letters.</summary>
    private static IEnumerable<string> Words(string letters, int most) => Enumerable.Range(0, most).Aggregate(
        new List<string> { "" }, (words, _) => [.. words, .. from word in words from letter in letters select word + letter]).Distinct();

    private static IEnumerable<string> Numbers(int length)
    {
        var digits = new string('7', length);
        return [
            digits, '0' + digits[1..], $"7.{digits[2..]}", $"{digits[..^2]}.7", $"{digits[..^1]}.", $"{digits[..^1]}x",
            $"0.{digits[2..]}", $"-{digits[1..]}",
        ];
    }

    private DeathReason? Death(string record) => _matcher.Evaluate(Encoding.UTF8.GetBytes(record)).Death;
}
