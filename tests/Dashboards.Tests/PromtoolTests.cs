using Dashboards.Tests.Grafana;

namespace Dashboards.Tests;

/// <summary>Prometheus' own tool on dashboards/prometheus.</summary>
public sealed class PromtoolTests
{
    public static TheoryData<string> Names => new(RuleFile.Names);

    [Theory]
    [InlineData("check config", "prometheus.yml")]
    [InlineData("check rules --lint=all --lint-fatal", "analyzer.rules.yml")]
    [InlineData("check rules --lint=all --lint-fatal", "gateway.rules.yml")]
    [InlineData("check rules --lint=all --lint-fatal", "prober.rules.yml")]
    [InlineData("check rules --lint=all --lint-fatal", "sigma.rules.yml")]
    [InlineData("test rules", "analyzer.rules.test.yml")]
    [InlineData("test rules", "gateway.rules.test.yml")]
    [InlineData("test rules", "prober.rules.test.yml")]
    [InlineData("test rules", "sigma.rules.test.yml")]
    [InlineData("check rules --lint=all --lint-fatal", "journal.rules.yml")]
    [InlineData("test rules", "journal.rules.test.yml")]
    [InlineData("check rules --lint=all --lint-fatal", "hosting.rules.yml")]
    [InlineData("test rules", "hosting.rules.test.yml")]
    public async Task Promtool_OurFiles_FindsNothing(string command, string file)
    {
        var promtool = await Promtool.RunAsync(
            [.. command.Split(' '), Path.Combine(Dashboard.Folder, "prometheus", file)], "", TestContext.Current.CancellationToken);

        promtool.ExitCode.ShouldBe(0, promtool.Output);
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Rules_Always_AreTested(string name)
    {
        var tests = File.ReadAllText(Path.Combine(Dashboard.Folder, "prometheus", $"{name}.rules.test.yml"));

        RuleFile.Load(name).Rules.ShouldAllBe(rule => tests.Contains(rule.Name, StringComparison.Ordinal));
    }
}
