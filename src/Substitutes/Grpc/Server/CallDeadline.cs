using Grpc.Core;
using Grpc.Protocol;
using Microsoft.Extensions.Logging;

namespace Grpc.AspNetCore.Server;

/// <summary>
/// Ends a call with DEADLINE_EXCEEDED when its time is up, whether its handler notices or not: the client gets the status at once, the
/// handler sees its token fire, its reads end, and what it writes afterwards is refused.
/// </summary>
internal sealed partial class CallDeadline : IAsyncDisposable
{
    private readonly ServerCall _call;
    private readonly ILogger _logger;
    private readonly CancellationTokenSource _cancellation;
    private readonly DeadlineTimer _timer;
    private readonly TaskCompletionSource _expired = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public CallDeadline(ServerCall call, TimeSpan timeout, TimeProvider time, ILogger logger)
    {
        (_call, _logger) = (call, logger);
        var now = time.GetUtcNow().UtcDateTime;
        Time = timeout < DateTime.MaxValue - now ? now + timeout : DateTime.MaxValue;
        _cancellation = CancellationTokenSource.CreateLinkedTokenSource(call.HttpContext.RequestAborted);
        Token = _cancellation.Token;
        _timer = new DeadlineTimer(timeout, time, OnTimeout);
    }

    /// <summary>In UTC.</summary>
    public DateTime Time { get; }

    /// <summary>Fires when the client has gone, too.</summary>
    public CancellationToken Token { get; }

    /// <summary>After the deadline has ended the call: completes when it no longer touches the response.</summary>
    public Task Expired => _expired.Task;

    public async ValueTask DisposeAsync()
    {
        await _timer.DisposeAsync().ConfigureAwait(false);
        _cancellation.Dispose();
    }

    private void OnTimeout()
    {
        if (_call.TryEnd(new Status(StatusCode.DeadlineExceeded, "Deadline Exceeded"), Metadata.Empty))
        {
            _ = ExpireAsync();
        }
    }

    private async Task ExpireAsync()
    {
        var http = _call.HttpContext;
        Log.Exceeded(_logger, http.Request.Path);
        try
        {
            // The completion waits for the client to read what was written before; the handler need not wait for that.
            var completed = http.Response.CompleteAsync();
            _call.Input.CancelRead();
            await _cancellation.CancelAsync().ConfigureAwait(false);
            await completed.ConfigureAwait(false);
        }
        catch (Exception exception)
        {
            Log.Unfinished(_logger, http.Request.Path, exception);
        }
        finally
        {
            _expired.SetResult();
        }
    }

    private static partial class Log
    {
        [LoggerMessage(1, LogLevel.Debug, "The deadline of '{Method}' has passed.", EventName = "DeadlineExceeded")]
        public static partial void Exceeded(ILogger logger, string? method);

        [LoggerMessage(2, LogLevel.Debug, "The client of '{Method}' could not be told of its deadline.", EventName = "DeadlineUntold")]
        public static partial void Unfinished(ILogger logger, string? method, Exception exception);
    }
}
