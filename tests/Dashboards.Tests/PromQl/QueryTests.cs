namespace Dashboards.Tests.PromQl;

public sealed class QueryTests
{
    [Fact]
    public void Query_ManyParts_NamesItsMetricsAndLabels()
    {
        var query = new Query("""
            histogram_quantile(0.99, sum by (le, call) (
              rate(a_seconds_bucket{job=~"$job",path=~"/x/\\{id\\}|b",outcome!="failed"}[$__rate_interval])))
              / on (job) group_left clamp_min(up{} or b:c:rate5m, 1e-9) > bool 0
            """);

        query.Selectors.Select(selector => selector.Metric).ShouldBe(["a_seconds_bucket", "up", "b:c:rate5m"]);
        query.Selectors.Select(selector => selector.Function).ShouldBe(["rate", "clamp_min", ""]);
        query.Selectors[0].Matchers.ShouldBe([new("job", "$job"), new("path", @"/x/\{id\}|b"), new("outcome", "failed")]);
        query.GroupedBy.ShouldBe(["le", "call", "job"], ignoreOrder: true);
    }

    [Theory]
    [InlineData("failed", "failed")]
    [InlineData("not-found|busy", "not-found,busy")]
    [InlineData(".*/SubmitFile", "")]
    public void Values_Matcher_AreTheNamesThatItSpellsOut(string value, string values) =>
        string.Join(',', new Matcher("label", value).Values).ShouldBe(values);
}
