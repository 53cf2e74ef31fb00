using System.Text.RegularExpressions;
using Dashboards.Tests.Grafana;
using Dashboards.Tests.PromQl;

namespace Dashboards.Tests;

/// <summary>No run under Prometheus shows every metric of Sigma: some need a broker. Its source text names all.</summary>
public sealed partial class SigmaMetricsTests
{
    [Fact]
    public void Metrics_ThatTheSourceTextNames_AreOnTheDashboardOrInRules()
    {
        var folder = Path.Combine(SharedData.RepositoryRoot, "src", "Sigma.Streams");
        var named = Directory.EnumerateFiles(folder, "*.cs", SearchOption.AllDirectories)
            .SelectMany(file => MetricName().Matches(File.ReadAllText(file))).Select(match => match.Groups[1].Value).ToHashSet();

        var queries = Dashboard.Load("sigma").Queries.Concat(RuleFile.Load("sigma").Rules.Select(rule => rule.Expr));
        var used = queries.SelectMany(text => new Query(text).Selectors)
            .Select(selector => Histogram().Replace(selector.Metric, "")).ToHashSet();

        named.ShouldContain("sigma_kafka_lag_records");
        named.ShouldContain("sigma_kafka_lag_seconds");
        named.Where(metric => !used.Contains(metric)).ShouldBeEmpty();
    }

    [GeneratedRegex("\"(sigma_[a-z_]+)\"")]
    private static partial Regex MetricName();

    [GeneratedRegex("_(bucket|count|sum)$")]
    private static partial Regex Histogram();
}
