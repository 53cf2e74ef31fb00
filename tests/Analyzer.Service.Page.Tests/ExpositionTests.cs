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

    [Fact]
    public async Task Quantile_Buckets_IsWhatPromQLSays()
    {
        (double Q, string Buckets, double? Expected)[] cases =
        [
            (0.5, "1:0 2:10 4:10 Inf:10", 1.5), // halfway through the bucket that has all
            (0.5, "1:5 2:10 Inf:10", 1.0),
            (0.99, "1:50 2:98 4:100 Inf:100", 3.0),
            (0.9, "1:1 2:1 Inf:10", 2.0), // beyond the last bound: no less than that
            (0.5, "1:0 Inf:0", null), // nothing was seen
            (0.5, "", null),
        ];

        var answers = await EvaluateAsync<string[]>(
            """
            return text.split("\n").map((line) => {
              const [q, buckets] = line.split("|");
              const pairs = buckets.split(" ").filter(Boolean).map((bucket) => bucket.split(":"));
              return String(exposition.quantile(
                Number(q), new Map(pairs.map(([bound, count]) => [bound === "Inf" ? Infinity : Number(bound), Number(count)]))));
            });
            """,
            string.Join('\n', cases.Select(one => string.Create(CultureInfo.InvariantCulture, $"{one.Q}|{one.Buckets}"))));

        foreach (var (answer, one) in answers.Zip(cases))
        {
            (answer == "null").ShouldBe(one.Expected is null, one.Buckets);
            if (one.Expected is { } value)
            {
                double.Parse(answer, CultureInfo.InvariantCulture).ShouldBe(value, 1e-9, one.Buckets);
            }
        }
    }

    private async Task<T> EvaluateAsync<T>(string body, string text)
    {
        await using var host = await AnalyzerHost.StartAsync();
        T? result = default;
        await Visit.MakeAsync(chromium, host, async visit => result = await visit.Page.EvaluateAsync<T>(
            $$"""
            async (text) => {
              const exposition = await import("/page/live/exposition.js");
              {{body}}
            }
            """,
            text).Within());
        return result!;
    }
}
