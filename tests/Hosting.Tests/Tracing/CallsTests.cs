using System.Diagnostics;
using Hosting.Errors;
using Hosting.Listeners;
using Hosting.Metrics;
using Hosting.Settings;
using Hosting.Tests.Hello;
using Hosting.Tracing;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Microsoft.AspNetCore.Routing.Patterns;
using Microsoft.Extensions.Logging.Abstractions;
using Microsoft.Extensions.Options;
using Registry = Prometheus.Metrics;

namespace Hosting.Tests.Tracing;

/// <summary>
/// No observation costs a byte: not with a trace under way, and not when it leaves an exemplar (but for the first of a bucket).
/// </summary>
public sealed class CallsTests : IDisposable
{
    private static readonly ActivitySource Spans = new("Hosting.Tests.Calls");
    private static readonly Error Shy = new(HelloApp.Shy, "");

    private readonly Calls<HelloOperation, HelloOutcome> _calls = new(
        HelloApp.Host,
        Options.Create(new HostSettings()),
        Registry.NewCustomRegistry(),
        NullLoggerFactory.Instance,
        Spans,
        [HelloApp.Shy],
        exception => exception is TimeoutException ? Shy : null);

    private readonly Activity _trace = new Activity("request").SetIdFormat(ActivityIdFormat.W3C).Start();

    // 20 s ago, far from the bounds of its bucket; and a start still to come, so that no observation is slow, however long this thread
    // has to wait.
    private readonly long _slow = Stopwatch.GetTimestamp() - (20 * Stopwatch.Frequency);
    private readonly long _fast = Stopwatch.GetTimestamp() + (3600 * Stopwatch.Frequency);

    public void Dispose() => _trace.Dispose();

    [Fact]
    public void Succeeded_FastAndSlow_AllocateNothing()
    {
        Allocation.Of(() => _calls.Succeeded(default, TransportKind.RestH2, HelloOutcome.Greeted, null, _fast)).ShouldBe(0);
        Allocation.Of(() => _calls.Succeeded(default, TransportKind.RestH2, HelloOutcome.Greeted, null, _slow)).ShouldBe(0);
    }

    [Fact]
    public void Refused_OwnKind_AllocatesNothing() =>
        Allocation.Of(() => _calls.Refused(default, TransportKind.RestH1, Shy, null, _fast)).ShouldBe(0);

    [Fact]
    public void Threw_Exception_AllocatesNothing()
    {
        var bug = new InvalidOperationException();
        Allocation.Of(() => _calls.Threw(default, TransportKind.Grpc, bug, null, _fast)).ShouldBe(0);
    }

    [Fact]
    public async Task Observe_ExpectedException_IsTheErrorItStandsFor()
    {
        var result = await _calls.ObserveAsync<int, string>(
            default, TransportKind.Grpc, 0, (_, _) => throw new TimeoutException(), _ => HelloOutcome.Greeted);

        result.IsError(out var error, out _).ShouldBeTrue();
        error.ShouldBe(Shy);
    }

    [Fact]
    public async Task Observe_Bug_IsThrown() => await Should.ThrowAsync<InvalidOperationException>(async () =>
        await _calls.ObserveAsync<int, string>(
            default, TransportKind.Grpc, 0, (_, _) => throw new InvalidOperationException(), _ => HelloOutcome.Greeted));

    [Fact]
    public void HttpCall_AnsweredAtOnce_AllocatesNothing()
    {
        var calls = new HttpCallMetrics(Registry.NewCustomRegistry(), Options.Create(new HostSettings()));
        var context = new DefaultHttpContext { Request = { Method = "GET" } };
        context.SetEndpoint(new RouteEndpoint(_ => Task.CompletedTask, RoutePatternFactory.Parse("/v1/files/{sha256}"), 0, null, null));

        Allocation.Of(() => _ = calls.MeasureAsync(context, static _ => Task.CompletedTask)).ShouldBe(0);
    }
}
