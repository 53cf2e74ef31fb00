using System.Globalization;

namespace Analyzer.Service.Page.Tests;

/// <summary>The page's reader of Prometheus' text format, in the browser that runs it.</summary>
public sealed class ExpositionTests(Chromium chromium)
{
    [Fact]
    public async Task Parse_WhatTheFormatAllows_GivesNamesLabelsAndValues()
    {
        const string Text =
            """
            # HELP http_requests_total The total, \\ and a line\nbreak.
            # TYPE http_requests_total counter
            http_requests_total{method="post",code="200"} 1027 1395066363000
            http_requests_total{method="post",code="400",}    3 1395066363000
            escaped{path="C:\\DIR\\n",error="Cannot find \"FILE\"\n{x} = 1"} 1.458255915e9
            without_labels 12.47

            infinite{le="+Inf"} +Inf
            negative -Inf
            none NaN
            not a sample
            """;

        var samples = await EvaluateAsync<string[]>(
            """
            const samples = exposition.parse(text);
            return [...samples].flatMap(([name, list]) => list.map(({ labels, value }) => `${name} ${JSON.stringify(labels)} ${value}`));
            """,
            Text);

        samples.ShouldBe(
        [
            """http_requests_total {"method":"post","code":"200"} 1027""",
            """http_requests_total {"method":"post","code":"400"} 3""",
            """escaped {"path":"C:\\DIR\\n","error":"Cannot find \"FILE\"\n{x} = 1"} 1458255915""",
            "without_labels {} 12.47",
            """infinite {"le":"+Inf"} Infinity""",
            "negative {} -Infinity",
            "none {} NaN",
        ]);
    }

    [Theory]
    [InlineData(0.5, "1:0 2:10 4:10 Inf:10", 1.5)] // halfway through the bucket that has all
    [InlineData(0.5, "1:5 2:10 Inf:10", 1.0)]
    [InlineData(0.99, "1:50 2:98 4:100 Inf:100", 3.0)]
    [InlineData(0.9, "1:1 2:1 Inf:10", 2.0)] // beyond the last bound: no less than that
    [InlineData(0.5, "1:0 Inf:0", null)] // nothing was seen
    [InlineData(0.5, "", null)]
    public async Task Quantile_Buckets_IsWhatPromQLSays(double q, string buckets, double? expected)
    {
        var answer = await EvaluateAsync<string>(
            """
            const buckets = text.split(" ").filter(Boolean).map((bucket) => bucket.split(":"))
              .map(([bound, count]) => [bound === "Inf" ? Infinity : Number(bound), Number(count)]);
            return String(exposition.quantile(q, new Map(buckets)));
            """,
            buckets,
            q);

        (answer == "null").ShouldBe(expected is null);
        if (expected is { } value)
        {
            double.Parse(answer, CultureInfo.InvariantCulture).ShouldBe(value, 1e-9);
        }
    }

    private async Task<T> EvaluateAsync<T>(string body, string text, double q = 0)
    {
        await using var host = await AnalyzerHost.StartAsync();
        T? result = default;
        await Visit.MakeAsync(chromium, host, async visit => result = await visit.Page.EvaluateAsync<T>(
            $$"""
            async ({ text, q }) => {
              const exposition = await import("/page/exposition.js");
              {{body}}
            }
            """,
            new { text, q }).Within());
        return result!;
    }
}
