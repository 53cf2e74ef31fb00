using System.Text.Json;
using System.Text.Json.Nodes;
using Sigma.Engine.Conditions;
using Sigma.Engine.Detections;
using Sigma.Engine.Patterns;

namespace Sigma.Engine.Tests;

/// <summary>Vectors from the reference parser, pySigma, which nobody here wrote.</summary>
public sealed class VectorTests
{
    private static readonly Lazy<JsonNode> Vectors = new(() =>
        JsonNode.Parse(File.ReadAllText(SharedData.SkipUnlessPresent("data", "sigma", "vectors", "modifiers.json")))!);

    [Fact]
    public void Parse_ValueText_HasTheReferencesPieces()
    {
        foreach (var vector in Vectors.Value["string_parse"]!.AsArray())
        {
            var pieces = TextPattern.Parse((string)vector!["in"]!).Pieces.Select(piece => piece.Kind switch
            {
                PieceKind.AnyRun => "W*",
                PieceKind.AnyOne => "W?",
                _ => piece.Text,
            });

            pieces.ShouldBe(vector["parts"]!.AsArray().Select(part => (string)part!), $"{vector["in"]}");
        }
    }

    [Fact]
    public void Fires_TextAndValue_AsTheReferenceSays()
    {
        foreach (var vector in Vectors.Value["string_match"]!.AsArray())
        {
            var record = new JsonObject { ["f"] = (string)vector!["value"]! };

            var fires = Loaded.Fires($"s:\n  f: '{vector["pattern"]}'\ncondition: s", record.ToJsonString());

            fires.ShouldBe((bool)vector["match"]!, $"{vector}");
        }
    }

    [Theory]
    [InlineData("base64", "base64")]
    [InlineData("base64offset", "base64offset")]
    [InlineData("wide_base64offset", "wide|base64offset")]
    [InlineData("wide_base64offset", "utf16le|base64offset")]
    [InlineData("utf16_base64", "utf16|base64")]
    [InlineData("utf16be_base64", "utf16be|base64")]
    [InlineData("windash", "windash")]
    public void Modifier_OfAValue_MakesTheReferencesTexts(string vectors, string modifiers)
    {
        foreach (var vector in Vectors.Value[vectors]!.AsArray())
        {
            var rules = Loaded.Rules(Loaded.Rule($"s:\n  f|{modifiers}: '{vector!["in"]}'\ncondition: s"));

            var texts = Leaves(rules.Rules[0].Condition).Select(leaf => ((TextTest)leaf.Test).Pattern.Literal).ToList();

            if (vector["out_count"] is { } count)
            {
                texts.Distinct().Count().ShouldBe((int)count);
                continue;
            }

            string[] expected = vector["out"] is JsonArray list ? [.. list.Select(text => (string)text!)] : [(string)vector["out"]!];
            texts.ShouldBe(expected);
        }
    }

    [Fact]
    public void Parse_Condition_HasTheReferencesTree()
    {
        const string Searches = "a:\n  f: 1\nb:\n  f: 2\nsel_1:\n  f: 3\nsel_2:\n  f: 4\n_hidden:\n  f: 5\n";
        foreach (var vector in Vectors.Value["condition"]!.AsArray())
        {
            if (vector!["tree"] is null && vector["error"] is null)
            {
                continue;
            }

            var condition = vector["in"] is JsonArray list ? list.ToJsonString() : $"'{vector["in"]}'";
            var rules = Loaded.Rules(Loaded.Rule($"{Searches}condition: {condition}"));

            if (vector["error"] is not null)
            {
                rules.Rules.ShouldBeEmpty($"{vector}");
                rules.Problems.ShouldContain(problem => problem.IsError);
                continue;
            }

            Write(rules.Rules.ShouldHaveSingleItem($"{vector}").Condition).ShouldBe((string)vector["tree"]!);
        }
    }

    [Theory]
    [InlineData("2 of sel_*", "and(sel_1,sel_2)")]
    [InlineData("2 of *", "2(a,b,sel_1,sel_2)")]
    [InlineData("a AND NOT b", "and(a,not(b))")]
    public void Parse_ConditionThatTheReferenceRefuses_IsAccepted(string condition, string expected)
    {
        var (node, error) = ConditionParser.Parse(condition);
        error.ShouldBeNull();
        node.ShouldNotBeNull();
        var rules = Loaded.Rules(Loaded.Rule($"a:\n  f: 1\nb:\n  f: 2\nsel_1:\n  f: 3\nsel_2:\n  f: 4\ncondition: {condition}"));

        var tree = rules.Rules[0].Condition;

        Write(tree).ShouldBe(expected);
    }

    [Fact]
    public void Load_TypingErrorsOfTheReference_AreRefusedWithTheirPosition()
    {
        foreach (var vector in Vectors.Value["typing_errors_in_reference"]!.AsArray())
        {
            var isText = vector!["value"]!.GetValueKind() == JsonValueKind.String;
            var value = isText ? $"'{vector["value"]}'" : $"{vector["value"]}";
            var rules = Loaded.Rules(Loaded.Rule($"s:\n  {(string)vector["key"]!}: {value}\ncondition: s"));

            rules.Rules.ShouldBeEmpty($"{vector}");
            rules.Problems.First(problem => problem.IsError).At.Line.ShouldBe(5);
        }
    }

    private static IEnumerable<FieldNode> Leaves(DetectionNode node) => node switch
    {
        FieldNode leaf => [leaf],
        NamedNode named => Leaves(named.Node),
        AllOfNode all => all.Nodes.SelectMany(Leaves),
        AnyOfNode any => any.Nodes.SelectMany(Leaves),
        _ => [],
    };

    private static string Write(DetectionNode node) => node switch
    {
        NamedNode named => named.Name,
        NotNode not => $"not({Write(not.Node)})",
        AtLeastNode some => $"{some.Count}({string.Join(',', some.Nodes.Select(Write))})",
        AllOfNode all => $"and({string.Join(',', all.Nodes.Select(Write))})",
        AnyOfNode any => $"or({string.Join(',', any.Nodes.Select(Write))})",
        _ => node.ToString(),
    };
}
