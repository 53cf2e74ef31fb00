using System.Collections.Concurrent;
using System.Diagnostics;
using Hosting.Settings;
using Microsoft.AspNetCore.Http.Metadata;
using Microsoft.Extensions.Options;
using Prometheus;

namespace Hosting.Metrics;

/// <summary>
/// Every HTTP call, under the metric names that the first system's dashboards use, but in seconds; in milliseconds too where a setting says
/// so (<see cref="HostSettings.MillisecondMetrics"/>). Labels are the route's pattern and known methods, so
/// that clients cannot create more series than there are routes.
/// </summary>
internal sealed class HttpCallMetrics
{
    private const string Unmatched = "unmatched";

    private static readonly HttpCallSeries?[] NotMeasured = [];

    private static readonly string[] Methods =
    [
        HttpMethods.Get, HttpMethods.Head, HttpMethods.Post, HttpMethods.Put, HttpMethods.Delete,
        HttpMethods.Patch, HttpMethods.Options, HttpMethods.Trace, HttpMethods.Connect, "other",
    ];

    private readonly Histogram _durations;
    private readonly Histogram? _milliseconds;
    private readonly Counter _received;
    private readonly ConcurrentDictionary<Endpoint, HttpCallSeries?[]> _routes = [];
    private readonly HttpCallSeries?[] _unmatched = new HttpCallSeries[Methods.Length];

    public HttpCallMetrics(CollectorRegistry registry, IOptions<HostSettings> settings)
    {
        var metrics = Prometheus.Metrics.WithCustomRegistry(registry);
        _durations = CreateHistogram(metrics, "http_call_duration_seconds", "", Buckets.Calls);
        _milliseconds = settings.Value.MillisecondMetrics
            ? CreateHistogram(
                metrics, "http_call_duration_milliseconds", "; name and unit are the first system's", Buckets.FirstSystemMilliseconds)
            : null;
        _received = metrics.CreateCounter(
            "http_requests_received_total",
            "Calls by the status code of their response, which is always 200 for a gRPC call.",
            ["method", "endpoint", "code"],
            new CounterConfiguration { ExemplarBehavior = ExemplarBehavior.NoExemplars() });
    }

    /// <summary>The first middleware, so that it sees the responses of all others.</summary>
    public Task MeasureAsync(HttpContext context, RequestDelegate next)
    {
        // Read now, because the exception handler clears the endpoint.
        if (SeriesOf(context.GetEndpoint(), context.Request.Method) is not { } series)
        {
            return next(context);
        }

        var started = Stopwatch.GetTimestamp();
        var call = next(context);
        if (!call.IsCompletedSuccessfully)
        {
            return MeasureAsync(call, context.Response, series, started);
        }

        series.Ended(context.Response.StatusCode, started);
        return Task.CompletedTask;
    }

    private static async Task MeasureAsync(Task call, HttpResponse response, HttpCallSeries series, long started)
    {
        var code = StatusCodes.Status500InternalServerError;
        try
        {
            await call;
            code = response.StatusCode;
        }
        finally
        {
            series.Ended(code, started);
        }
    }

    private static Histogram CreateHistogram(MetricFactory metrics, string name, string remark, double[] bounds) => metrics.CreateHistogram(
        name,
        $"The duration of a call from its headers to the end of its response{remark}.",
        ["method", "endpoint"],
        new HistogramConfiguration { Buckets = bounds, ExemplarBehavior = ExemplarBehavior.NoExemplars() });

    private static int IndexOf(string method)
    {
        for (var i = 0; i < Methods.Length; i++)
        {
            if (HttpMethods.Equals(Methods[i], method))
            {
                return i;
            }
        }

        return Methods.Length - 1;
    }

    private static HttpCallSeries?[] SeriesOf(Endpoint endpoint) =>
        endpoint.Metadata.GetMetadata<IDisableHttpMetricsMetadata>() is null ? new HttpCallSeries[Methods.Length] : NotMeasured;

    private HttpCallSeries? SeriesOf(Endpoint? endpoint, string method)
    {
        var byMethod = endpoint is null ? _unmatched : _routes.GetOrAdd(endpoint, SeriesOf);
        if (byMethod == NotMeasured)
        {
            return null;
        }

        var index = IndexOf(method);
        return byMethod[index] ??= new HttpCallSeries(
            _durations, _milliseconds, _received, Methods[index], (endpoint as RouteEndpoint)?.RoutePattern.RawText ?? Unmatched);
    }
}
