using Load.Gates;
using Load.Machine;
using Load.Results.Summary;
using Load.Tests.Comparing;

namespace Load.Tests.Gates;

/// <summary>Bounds as users of other tools write them: taken with the same meaning, or refused with what to write.</summary>
public sealed class OtherToolsTests
{
    /// <summary>1,000 requests, of which 20 failed, 10 ran out of time and 30 were refused: 94 % were right.</summary>
    private static readonly SummaryRow Row = Runs.Row("rest unknown 1MB x4", Runs.Repeat(1, 100, 50), Runs.Repeat(2, 100, 50)) with
    {
        Units = 1000,
        Failed = 20,
        TimedOut = 10,
        Refusals = new SummaryRefusals(30, Latency(), new Dictionary<string, int>()),
        Rate = new SummaryEstimate(470, 10, 2),
        Arrivals = new SummaryArrivals(1007, 1000, 7, Latency(), Latency()),
        Latency = Latency(),
    };

    [Theory]
    [InlineData("http_req_duration: p(95)<40.1", true)]
    [InlineData("http_req_duration: p(95)<40", false)]
    [InlineData("http_req_duration: ['p(95) < 40.1'],", true)]
    [InlineData("'http_req_duration{expected_response:true}': ['p(99)<61']", true)]
    [InlineData("grpc_req_duration: p(99.9)<70", false)]
    [InlineData("http_req_duration: avg<12.1", true)]
    [InlineData("http_req_duration: med<=10", true)]
    [InlineData("http_req_duration: min<1", false)]
    [InlineData("http_req_duration: max<=80", true)]
    [InlineData("http_req_duration: ['p(100)<80']", false)]
    [InlineData("http_req_failed: rate<0.061", true)]
    [InlineData("http_req_failed: rate<0.06", false)] // k6 counts an answer of 429 among the failed
    [InlineData("checks: rate>0.93", true)]
    [InlineData("checks: rate>=0.94", true)]
    [InlineData("checks: rate>0.94", false)]
    [InlineData("checks: rate==1", false)]
    [InlineData("http_reqs: rate>460", true)]
    [InlineData("http_reqs: rate>1", true)]
    [InlineData("iterations: count>=1000", true)]
    [InlineData("http_reqs: count===1000", true)]
    [InlineData("dropped_iterations: count<7", false)]
    [InlineData("dropped_iterations: count<=7", true)]
    [InlineData("stats => stats.Ok.Latency.Percent95 < 40.1", true)]
    [InlineData("scenarioStats.Ok.Request.Percent >= 94", true)]
    [InlineData("stats.Ok.Request.Percent > 94", false)]
    [InlineData("Threshold.Create(stats => stats.Fail.Request.Percent < 6)", false)]
    [InlineData("stats.Fail.Request.Count <= 30", true)]
    [InlineData("stats.Ok.Request.RPS >= 470", true)]
    [InlineData("p75<20", true)]
    [InlineData("qps>460", true)]
    [InlineData("http_req_failed<0.061", true)]
    [InlineData("http_req_failed<0.06", false)]
    [InlineData("p99.99<=80ms", true)]
    [InlineData("min<1.1ms", true)]
    [InlineData("http_req_duration: ['p(95)<0.041s']", true)]
    [InlineData("http_req_duration: ['p95<40.1ms']", true)]
    [InlineData("http_req_duration: p95<40", false)]
    [InlineData("http_req_failed: ['rate<6.1%']", true)]
    [InlineData("http_req_failed: ['rate<6%']", false)]
    [InlineData("checks: rate>=94%", true)]
    [InlineData("http_reqs: ['rate>470/s']", false)]
    [InlineData("scenarioStats.Ok.Latency.Percent95 < 40.1ms", true)]
    [InlineData("http.response_time.p95 < 40.1", true)]
    [InlineData("latency_p99<60ms", false)]
    [InlineData("stats.total.fail_ratio < 0.061", true)]
    [InlineData("fail_ratio<0.06", false)]
    [InlineData("total_rps >= 470", true)]
    [InlineData("average<12.1ms", true)]
    [InlineData("throughput>=470 req/s", true)]
    [InlineData("request_rate>470rps", false)]
    public void Of_BoundOfAnotherTool_HoldsAsThereItDoes(string gate, bool isKept)
    {
        var outcome = GateOutcome.Of([Gate.Parse(gate)], Runs.Document(Row), null).ShouldHaveSingleItem();

        outcome.IsKept.ShouldBe(isKept, $"{outcome}");
        outcome.Gate.Text.ShouldBe(gate); // as its author wrote it
    }

    [Theory]
    [InlineData("transport=grpc: http_req_duration: p(95)<500", "p95", 500)]
    [InlineData("step=ask,transport=rest: http_req_failed: rate<0.01", "not_right", 1)]
    public void Parse_RowsBeforeABoundOfAnotherTool_AreTaken(string gate, string figure, double bound)
    {
        var parsed = Gate.Parse(gate);

        (parsed.Rows, parsed.Figure.Name, parsed.Bound).ShouldBe((gate.Split(':')[0], figure, bound));
    }

    [Theory]
    [InlineData("http_req_duration{name:login}: p(95)<500", "transport=grpc: p(95)<500ms, or step=login: p(95)<500ms for a step")]
    [InlineData("http_req_duration{expected_response:false}: p(95)<500", "tags ({expected_response:false}) are those of a script")]
    [InlineData("http_req_waiting: p(95)<500", "'http_req_waiting: p(95)' is not measured here; of k6's metrics these are:")]
    [InlineData("http_req_duration: rate<0.1", "'http_req_duration: rate' is not measured here")]
    [InlineData("login_errors: rate<0.1", "'login_errors: rate' is not measured here")]
    [InlineData("grpc: p(99)<50", "rows stand before a colon as transport=grpc: p99<50ms")]
    [InlineData("{ threshold: 'rate<0.01', abortOnFail: true }", "leave 'abortOnFail' out")]
    [InlineData("http_req_duration: ['p(95)<800', 'p(99)<1500'],", "that is a list; give each bound by itself")]
    [InlineData("'http_req_duration{name:x}': [\"avg<500\", \"p(95)<800\"]", "or the whole of them as 'thresholds' of a scenario")]
    [InlineData("checks: rate>95", "95 is more than all requests")]
    [InlineData("checks: rate<0.99", "it asks for more than that")]
    [InlineData("http_req_failed: rate>0.03", "it asks for more than that; a bound says what has to hold, such as not_right<=N")]
    [InlineData("http_req_failed: rate<=1", "every row keeps it")]
    [InlineData("rate>0.99", "a share of requests is not_right<1%")]
    [InlineData("rate<0.01", "rate is right answers per second")]
    [InlineData("p95>500ms", "it asks for more than that; a bound says what has to hold, such as p95<=N")]
    [InlineData("failed>0", "it asks for more than that")]
    [InlineData("avg-rt>150ms for 10s, stop as failed", "over the whole row: mean<=150ms")]
    [InlineData("p95>500ms for 10s", "over the whole row: p95<=500ms")]
    [InlineData("avg-rt of start page>=2s over 5s", "over the whole row: step=start page: mean<2s")]
    [InlineData("fail>50%", "over the whole row: not_right<=50%")]
    [InlineData("failures>5% for 5s, continue as failed", "over the whole row: not_right<=5%")]
    [InlineData("avg-rt>5000ms for 10s", "over the whole row: mean<=5000ms")]
    [InlineData("rc5??>0 for 10s, continue as failed", "when a run of Taurus fails, by 'rc5??', which has no bound here")]
    [InlineData("succ<95% within 1m, stop as failed", "over the whole row: not_right<=5%")]
    [InlineData("global.responseTime.percentile(95).lt(500)", "an assertion of Gatling; here it is p95<500ms")]
    [InlineData("global().responseTime().percentile3.lte(2000),", "an assertion of Gatling; here it is p95<=2000ms")]
    [InlineData("global.responseTime.max.lt(5000)", "an assertion of Gatling; here it is max<5000ms")]
    [InlineData("forAll.failedRequests.percent.lt(1.0)", "an assertion of Gatling; here it is not_right<1.0%")]
    [InlineData("global.successfulRequests.percent.gt(99.9)", "an assertion of Gatling; here it is not_right<0.1%")]
    [InlineData("details(\"send\").failedRequests.count.is(0)", "an assertion of Gatling; here it is step=send: failed=0")]
    [InlineData("global.requestsPerSec.gte(100)", "an assertion of Gatling; here it is rate>=100/s")]
    [InlineData("success>99%", "what has to hold is written so here: not_right<1%")]
    [InlineData("success>=0.99", "what has to hold is written so here: not_right<=1%")]
    [InlineData("avg-rt<2000ms", "what has to hold is written so here: mean<2000ms")]
    [InlineData("fail<10%", "what has to hold is written so here: not_right<10%")]
    [InlineData("avg(response_time_ms) > 300", "that says when a run of Azure Load Testing fails; a bound says what has to hold")]
    [InlineData("max(response_time_ms) > 250", "over the whole row: max<=250ms")]
    [InlineData("p99(response_time_ms) > 300, stop", "over the whole row: p99<=300ms")]
    [InlineData("percentage(error) > 50", "over the whole row: not_right<=50%")]
    [InlineData("GetCustomerDetails: avg(latency) >200", "over the whole row: step=GetCustomerDetails: mean<=200ms")]
    [InlineData("avg(requests_per_sec) < 100", "over the whole row: rate>=100/s")]
    [InlineData("avg(requests_per_sec) > 78", "what has to hold is written so here: rate>78/s")]
    [InlineData("count(requests) < 1000", "over the whole row: requests>=1000")]
    [InlineData("percentage(latency) > 5", "when a run of Azure Load Testing fails, by 'latency', which has no bound here")]
    [InlineData("global.responseTime.max.lessThan(50),", "an assertion of Gatling; here it is max<50ms")]
    [InlineData("global.successfulRequests.percent.greaterThan(95)", "an assertion of Gatling; here it is not_right<5%")]
    [InlineData("success_rate>99%", "there is no figure 'success_rate'; right answers are told by the others: not_right<1%")]
    [InlineData("checks>0.99", "there is no figure 'checks'; right answers are told by the others")]
    [InlineData("http_req_duration<500", "there is no figure 'http_req_duration'; a time is one of p50, p95, p99, mean or max")]
    [InlineData("timeouts=0", "there is no figure 'timeouts'; what went wrong is failed")]
    [InlineData("failed<0.01", "failed is a count; a share of all requests is error_rate<1%")]
    [InlineData("http.response_time.p95: 500", "a threshold of Artillery; here it is p95<500ms")]
    [InlineData("'http.response_time.p95': 200", "a threshold of Artillery; here it is p95<200ms")]
    [InlineData("p99: 900", "a threshold of Artillery; here it is p99<900ms")]
    [InlineData("maxErrorRate: 1", "a threshold of Artillery; here it is not_right<=1%")]
    [InlineData("p95: 200ms", "a threshold of Artillery; here it is p95<200ms")]
    [InlineData("\"login step\", stats => stats.Ok.Latency.Percent99 < 800",
        "a threshold of a step; here it is step=login step: p99<800ms")]
    [InlineData("stats.GetStepStats(\"login\").Fail.Request.Percent < 5", "a threshold of a step; here it is step=login: not_right<5%")]
    [InlineData("details(\"Home\" / \"Login\").failedRequests.count.is(0)", "an assertion of Gatling; here it is step=Login: failed=0")]
    [InlineData("global().responseTime().percentile3().lte(500),   // p95 < 500ms", "an assertion of Gatling; here it is p95<=500ms")]
    [InlineData("grpc: p99<50ms", "rows stand before a colon as transport=grpc: p99<50ms")]
    [InlineData("http_req_duration: ['p(95)<500 && p(99)<1000']", "that is a list; give each bound by itself")]
    [InlineData("http.response_time.p95 < 250 and http.request_rate > 1000", "that is a list; give each bound by itself")]
    [InlineData("p99<50ms,failed=0", "that is a list; give each bound by itself")]
    [InlineData("p99=50ms", "nothing is measured to be exactly that; write p99<=N")]
    [InlineData("stats.total.fail_ratio > 0.01", "it asks for more than that")]
    [InlineData("avg_response_time < 200", "there is no figure 'avg_response_time'; a time is one of p50, p95, p99, mean or max")]
    [InlineData("stats.Ok.Latency.StdDev < 9", "Ok.Latency.StdDev is not measured here; of NBomber's figures these are:")]
    public void Parse_BoundThatIsNotTaken_SaysWhatToWrite(string gate, string remedy)
    {
        var message = Should.Throw<LabException>(() => Gate.Parse(gate)).Message;

        message.ShouldStartWith($"--require '{gate}': ");
        message.ShouldContain(remedy);
    }

    private static SummaryLatency Latency() => new()
    {
        Samples = 940,
        Mean = 12,
        Min = 1,
        Max = 80,
        Percentiles =
        [
            new(0.5, 10, 9, 11, 470), new(0.75, 15, 14, 16, 235), new(0.95, 40, 35, 45, 47), new(0.99, 60, 55, 70, 9),
            new(0.999, 75, 60, null, 1), new(0.9999, 80, 75, null, 0),
        ],
    };
}
