namespace Api.Tests.Hosts;

/// <summary>The gateway describes the analyzer's operations, and what it adds to them.</summary>
public sealed class GatewayDocumentTests(DescribedHosts hosts)
{
    [Fact]
    public void Operations_OfTheAnalyzer_AreTheGatewaysWithItsOwnFailures()
    {
        var (analyzer, gateway) = (hosts.Read(DescribedHosts.Analyzer), hosts.Read(DescribedHosts.Gateway));
        var paths = gateway["paths"]!.AsObject();

        foreach (var (path, item) in analyzer["paths"]!.AsObject().Where(path => path.Key.StartsWith("/v1/", StringComparison.Ordinal)))
        {
            foreach (var (method, operation) in item!.AsObject())
            {
                var through = paths[path]![method]!;
                ((string?)through["operationId"]).ShouldBe((string?)operation!["operationId"]);
                var statuses = through["responses"]!.AsObject().Select(response => response.Key).ToList();
                operation["responses"]!.AsObject().Select(response => response.Key).ShouldBeSubsetOf(statuses);
                new[] { "502", "503", "504" }.ShouldBeSubsetOf(statuses);
            }
        }

        paths.Select(path => path.Key).ShouldContain("/v1/backends");
        var kinds = gateway["components"]!["responses"]!["Problem503"]!["content"]!["application/problem+json"]!["examples"]!.AsObject();
        kinds.Select(kind => kind.Key).ShouldContain("no-backend");
        kinds.Select(kind => kind.Key).ShouldContain("store-unavailable");
    }
}
