namespace Grpc.Tests.Interop;

/// <summary>Our server, judged by a client that nobody here wrote.</summary>
public sealed class PythonClientTests(PythonClientRun run) : IClassFixture<PythonClientRun>
{
    [Theory]
    [InlineData("unary_call")]
    [InlineData("empty_message")]
    [InlineData("client_streaming")]
    [InlineData("client_streaming_of_nothing")]
    [InlineData("client_streaming_answered_early")]
    [InlineData("large_upload")]
    [InlineData("server_streaming")]
    [InlineData("duplex")]
    [InlineData("metadata_both_ways")]
    [InlineData("every_status_code")]
    [InlineData("failure_after_messages")]
    [InlineData("unexpected_exception")]
    [InlineData("deadline")]
    [InlineData("deadline_is_told")]
    [InlineData("cancellation")]
    [InlineData("big_messages")]
    [InlineData("too_big_message")]
    [InlineData("compressed_message")]
    [InlineData("unknown_method_and_service")]
    [InlineData("many_calls_at_once")]
    [InlineData("health_check")]
    [InlineData("health_watch")]
    [InlineData("reflection")]
    [InlineData("reflection_alpha")]
    public async Task Scenario_WithPythonAsTheClient_Passes(string scenario)
    {
        DebianPython.SkipUnlessPresent();
        var results = await run.Results;
        results.GetValueOrDefault(scenario, "did not run").ShouldBe("ok", results["standard error"]);
    }
}
