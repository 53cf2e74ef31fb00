using Dashboards.Tests.Grafana;

namespace Dashboards.Tests;

/// <summary>Prometheus' own tool on dashboards/prometheus.</summary>
public sealed class PromtoolTests
{
    [Theory]
    [InlineData("check config", "prometheus.yml")]
    [InlineData("check rules --lint=all --lint-fatal", "rules.yml")]
    [InlineData("test rules", "rules.test.yml")]
    public async Task Promtool_OurFiles_FindsNothing(string command, string file)
    {
        var promtool = await Promtool.RunAsync(
            [.. command.Split(' '), Path.Combine(Dashboard.Folder, "prometheus", file)], "", TestContext.Current.CancellationToken);

        promtool.ExitCode.ShouldBe(0, promtool.Output);
    }

    [Fact]
    public void Alerts_Always_AreTestedAndSayWhatIsTheMatter()
    {
        var tests = File.ReadAllText(Path.Combine(Dashboard.Folder, "prometheus", "rules.test.yml"));

        RuleFile.Load().Rules.ShouldAllBe(rule => tests.Contains(rule.Name, StringComparison.Ordinal));
    }
}
