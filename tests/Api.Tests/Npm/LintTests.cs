using System.Text.Json.Nodes;
using Api.Tests.Hosts;

namespace Api.Tests.Npm;

/// <summary>What linters and validators of other people say of the five documents.</summary>
public sealed class LintTests(DescribedHosts hosts)
{
    private static readonly string s_npm = Path.Combine(AppContext.BaseDirectory, "Npm");

    [Fact]
    public async Task Documents_Redocly_FindsNothing()
    {
        var (code, said) = await NpmTools.RunAsync(s_npm, "redocly", ["lint", "--config=redocly.yaml", "--format=json", .. Files()]);

        code.ShouldBe(0, said);
        var totals = JsonNode.Parse(said[said.IndexOf('{')..(said.LastIndexOf('}') + 1)])!["totals"]!;
        ((int)totals["errors"]!, (int)totals["warnings"]!).ShouldBe((0, 0), said);
    }

    [Fact]
    public async Task Documents_Spectral_FindsNothing()
    {
        var (code, said) = await NpmTools.RunAsync(s_npm, "spectral", ["lint", "--ruleset=spectral.yaml", "--fail-severity=warn", .. Files()]);

        code.ShouldBe(0, said);
    }

    [Fact]
    public async Task Documents_SwaggerParser_Validates()
    {
        var program = Path.Combine(NpmTools.Folder, "parse.mjs");
        var (probe, _) = await NpmTools.RunAsync(s_npm, "openapi-typescript", "--version"); // skips where npm's packages are missing
        probe.ShouldBe(0);
        await File.WriteAllTextAsync(
            program,
            "import { validate } from '@apidevtools/swagger-parser';\nfor (const file of process.argv.slice(2)) { await validate(file); }\n",
            TestContext.Current.CancellationToken);

        var (code, said) = await NpmTools.RunProgramAsync(NpmTools.Folder, "node", [program, .. Files()]);

        code.ShouldBe(0, said);
    }

    [Theory]
    [MemberData(nameof(DescribedHosts.Names), MemberType = typeof(DescribedHosts))]
    public async Task Examples_OfADocument_AreValid(string host)
    {
        var (code, said) = await NpmTools.RunAsync(s_npm, "openapi-examples-validator", hosts.File(host));

        code.ShouldBe(0, said);
    }

    [Theory]
    [MemberData(nameof(DescribedHosts.Names), MemberType = typeof(DescribedHosts))]
    public void OperationIds_OfADocument_AreUnique(string host)
    {
        var ids = Cases.ApiCall.Of(hosts.Read(host)).Select(call => call.Id).ToList();

        ids.ShouldBeUnique();
        ids.ShouldBeSubsetOf(ids.Where(id => id.All(char.IsAsciiLetterOrDigit)));
    }

    private IEnumerable<string> Files() => DescribedHosts.Names.Select(host => hosts.File(host));
}
