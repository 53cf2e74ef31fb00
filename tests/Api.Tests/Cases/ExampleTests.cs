using System.Text.Json.Nodes;
using Api.Tests.Hosts;

namespace Api.Tests.Cases;

/// <summary>Every example of a document is a value of its own schema.</summary>
public sealed class ExampleTests(DescribedHosts hosts)
{
    /// <summary>This is OpenAPI's default, but Kiota makes a form that takes a file only where the description says it.</summary>
    [Fact]
    public void Form_WithAFile_SaysThatItIsBytes() =>
        hosts.Read("analyzer")["paths"]!["/v1/files"]!["post"]!["requestBody"]!["content"]!["multipart/form-data"]!["encoding"]!
            .ToJsonString().ShouldBe("""{"file":{"contentType":"application/octet-stream"}}""");

    /// <summary>Generators that know one type only guess otherwise, and their clients cannot read the answers.</summary>
    [Theory]
    [MemberData(nameof(DescribedHosts.Names), MemberType = typeof(DescribedHosts))]
    public void Values_OfADocument_HaveOneType(string host) => Objects(hosts.Read(host))
        .Where(node => node["enum"] is JsonArray && node["type"] is null
            || node["type"] is JsonArray types && types.Count(type => (string?)type != "null") > 1)
        .ShouldBeEmpty();

    [Theory]
    [MemberData(nameof(DescribedHosts.Names), MemberType = typeof(DescribedHosts))]
    public void Examples_OfADocument_AreAsTheirSchemas(string host)
    {
        var document = hosts.Read(host);
        var (schemas, wrong, count) = (new AnswerSchemas(document), new List<string>(), 0);

        Look("", document);

        count.ShouldBeGreaterThan(10);
        wrong.ShouldBeEmpty();

        void Look(string path, JsonNode? node)
        {
            if (node is JsonObject item && item["schema"] is JsonObject schema)
            {
                var examples = (item["examples"] as JsonObject ?? []).Select(pair => pair.Value!["value"]).Append(item["example"]);
                foreach (var example in examples.OfType<JsonNode>())
                {
                    count++;
                    if (schemas.Check(schema, example.ToJsonString()) is { } why)
                    {
                        wrong.Add($"{path}: {why}");
                    }
                }
            }

            foreach (var (name, child) in node as JsonObject ?? [])
            {
                Look($"{path}/{name}", child);
            }

            foreach (var (place, child) in (node as JsonArray ?? []).Index())
            {
                Look($"{path}/{place}", child);
            }
        }
    }

    private static IEnumerable<JsonObject> Objects(JsonNode? node) => node switch
    {
        JsonObject item => item.SelectMany(member => Objects(member.Value)).Prepend(item),
        JsonArray items => items.SelectMany(Objects),
        _ => [],
    };
}
