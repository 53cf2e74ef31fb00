using System.Collections.Concurrent;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using Hosting.Errors;
using Hosting.Listeners;
using Hosting.Metrics;
using Hosting.Settings;
using Microsoft.Extensions.Options;
using Prometheus;

namespace Hosting.Tracing;

/// <summary>
/// Observes the calls of clients in one place: a span, a duration by operation, transport and outcome, and errors by their kind. Every
/// labelled child is resolved once, so that an observation is a few additions and allocates nothing.
/// </summary>
/// <typeparam name="TOperation">The operations that clients can ask for.</typeparam>
/// <typeparam name="TOutcome">The outcomes of successful calls; <c>not-found</c> and <c>failed</c> are added here.</typeparam>
public sealed class Calls<TOperation, TOutcome>
    where TOperation : struct, Enum
    where TOutcome : struct, Enum
{
    /// <summary>A slower call is worth an exemplar with its trace.</summary>
    public static readonly TimeSpan SlowCall = TimeSpan.FromMilliseconds(250);

    private const string NotFound = "not-found";
    private const string Failed = "failed";
    private const string Other = "other";

    /// <summary>How many kinds of errors of other hosts get their own series; all further kinds share one.</summary>
    private const int MaxKinds = 100;

    private static readonly string[] Operations = LabelValues.ToArrayByEnum<TOperation, string>(name => name);
    private static readonly string[] Transports = LabelValues.ToArrayByEnum<TransportKind, string>(name => name);
    private static readonly string[] Outcomes = [.. LabelValues.ToArrayByEnum<TOutcome, string>(name => name), NotFound, Failed];
    private static readonly int NotFoundIndex = Outcomes.Length - 2;
    private static readonly int FailedIndex = Outcomes.Length - 1;

    private readonly bool _metrics;
    private readonly ActivitySource _spans;
    private readonly Func<Exception, Error?> _expected;
    private readonly ILogger _log;
    private readonly string _transportTag;
    private readonly string _outcomeTag;
    private readonly Counter _refusals;
    private readonly Histogram.Child[][][] _durations;
    private readonly ConcurrentDictionary<string, Counter.Child>[] _errors;

    /// <param name="host">Its name begins the names of metrics and tags.</param>
    /// <param name="settings">Whether there are metrics.</param>
    /// <param name="registry">Shows them.</param>
    /// <param name="loggers">Make the log of refused calls.</param>
    /// <param name="spans">Starts the spans.</param>
    /// <param name="kinds">The host's kinds of errors. The series of each begins at 0, so that its first error is a rate too.</param>
    /// <param name="expected">The error that an exception stands for; null when it is a bug.</param>
    public Calls(
        HostDescription host,
        IOptions<HostSettings> settings,
        CollectorRegistry registry,
        ILoggerFactory loggers,
        ActivitySource spans,
        IEnumerable<ErrorKind> kinds,
        Func<Exception, Error?> expected)
    {
        _metrics = settings.Value.Metrics;
        _spans = spans;
        _expected = expected;
        _log = loggers.CreateLogger($"{typeof(TOperation).Namespace}.Calls"); // the executable may have another name than its code
        (_transportTag, _outcomeTag) = ($"{host.Name}.transport", $"{host.Name}.outcome");

        var metrics = Prometheus.Metrics.WithCustomRegistry(registry);
        var durations = metrics.CreateHistogram(
            $"{host.Name}_request_duration_seconds",
            "Requests that were not refused: from the handler's start to its outcome, for an upload with the time to receive it.",
            new HistogramConfiguration
            {
                Buckets = Buckets.Seconds,
                LabelNames = ["operation", "transport", "outcome"],
                SuppressInitialValue = true,
                ExemplarBehavior = ExemplarBehavior.NoExemplars(),
            });
        _durations = [.. Operations.Select(operation => Transports.Select(transport =>
            Outcomes.Select(outcome => durations.WithLabels(operation, transport, outcome)).ToArray()).ToArray())];

        _refusals = metrics.CreateCounter(
            $"{host.Name}_refusals_total",
            "Requests that were answered with an error, or whose client left.",
            "operation",
            "reason");
        var slugs = kinds.Append(ErrorKind.ClientGone).Select(kind => kind.Slug).Distinct().ToList();
        _errors = [.. Operations.Select(operation => new ConcurrentDictionary<string, Counter.Child>(
            slugs.Select(slug => KeyValuePair.Create(slug, _refusals.WithLabels(operation, slug)))))];
    }

    /// <summary>Makes a call, and records its outcome.</summary>
    /// <param name="operation">The operation that the client asked for.</param>
    /// <param name="transport">The transport of the request.</param>
    /// <param name="state">Passed to the call, so that it captures nothing.</param>
    /// <param name="call">The work; it may add tags to the span, which is null while nobody listens.</param>
    /// <param name="outcome">Gives the outcome of a value.</param>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))] // once per call
    public async ValueTask<Result<T>> ObserveAsync<TState, T>(
        TOperation operation,
        TransportKind transport,
        TState state,
        Func<TState, Activity?, ValueTask<Result<T>>> call,
        Func<T, TOutcome> outcome)
        where T : notnull
    {
        var started = Stopwatch.GetTimestamp();
        using var span = Begin(operation, transport);
        try
        {
            var result = await call(state, span);
            if (result.IsError(out var error, out var value))
            {
                Refused(operation, transport, error, span, started);
            }
            else
            {
                Succeeded(operation, transport, outcome(value), span, started);
            }

            return result;
        }
        catch (Exception exception)
        {
            if (_expected(exception) is { } error)
            {
                Refused(operation, transport, error, span, started);
                return error;
            }

            Threw(operation, transport, exception, span, started);
            throw;
        }
    }

    internal void Succeeded(TOperation operation, TransportKind transport, TOutcome outcome, Activity? span, long started)
    {
        var index = LabelValues.IndexOf(outcome);
        span?.SetTag(_outcomeTag, Outcomes[index]);
        Ended(operation, transport, index, started);
    }

    internal void Refused(TOperation operation, TransportKind transport, Error error, Activity? span, long started)
    {
        var kind = error.Kind;
        span?.SetTag(_outcomeTag, kind.Slug);
        if (kind.IsFailure)
        {
            CallLog.Failed(_log, Operations[LabelValues.IndexOf(operation)], kind.Slug, OwnWords(error));
            span?.SetStatus(ActivityStatusCode.Error);
            Ended(operation, transport, FailedIndex, started);
        }
        else if (kind.IsNotFound)
        {
            Ended(operation, transport, NotFoundIndex, started);
        }
        else
        {
            CallLog.Refused(_log, Operations[LabelValues.IndexOf(operation)], kind.Slug, OwnWords(error));
        }

        Count(operation, kind);
    }

    /// <summary>A call ended with an exception: a bug, or a client that left.</summary>
    internal void Threw(TOperation operation, TransportKind transport, Exception exception, Activity? span, long started)
    {
        span?.SetStatus(ActivityStatusCode.Error);
        if (exception is OperationCanceledException)
        {
            Count(operation, ErrorKind.ClientGone);
        }
        else
        {
            Ended(operation, transport, FailedIndex, started);
        }
    }

    /// <summary>The words of another host may contain anything, even a client's text, so only the client gets them.</summary>
    private static string OwnWords(Error error) => error.Kind.Domain is null ? error.Detail : "the message is another host's.";

    private Activity? Begin(TOperation operation, TransportKind transport) =>
        _spans.StartActivity(Operations[LabelValues.IndexOf(operation)])?.SetTag(_transportTag, Transports[(int)transport]);

    private void Count(TOperation operation, ErrorKind kind)
    {
        if (!_metrics)
        {
            return;
        }

        var index = LabelValues.IndexOf(operation);
        if (!_errors[index].TryGetValue(kind.Slug, out var errors))
        {
            var slug = _errors[index].Count < MaxKinds ? kind.Slug : Other;
            errors = _errors[index].GetOrAdd(slug, _refusals.WithLabels(Operations[index], slug));
        }

        if (kind.IsNotFound)
        {
            errors.Inc(Exemplar.None); // "not found" is no reason to look at a trace
        }
        else
        {
            errors.Inc();
        }
    }

    private void Ended(TOperation operation, TransportKind transport, int outcome, long started)
    {
        if (_metrics)
        {
            var elapsed = Stopwatch.GetElapsedTime(started);
            var remarkable = elapsed >= SlowCall || outcome == FailedIndex;
            _durations[LabelValues.IndexOf(operation)][(int)transport][outcome]
                .Observe(elapsed.TotalSeconds, remarkable ? Exemplar.FromTraceContext() : Exemplar.None);
        }
    }
}

internal static partial class CallLog
{
    [LoggerMessage(1, LogLevel.Debug, "{Operation} refused as {Kind}: {Detail}")]
    public static partial void Refused(ILogger logger, string operation, string kind, string detail);

    [LoggerMessage(2, LogLevel.Warning, "{Operation} failed as {Kind}: {Detail}")]
    public static partial void Failed(ILogger logger, string operation, string kind, string detail);
}
