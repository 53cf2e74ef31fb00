using Sigma.Streams.Flow;
using Sigma.Streams.Metrics;

namespace Sigma.Streams.Delivering;

/// <summary>A sink with its retries: a failed delivery is tried again until it succeeds.</summary>
internal sealed partial class SinkLane(string name, ISink sink, TimeProvider time, SigmaMetrics metrics, ILogger<SinkLane> logger)
{
    private static readonly TimeSpan FirstPause = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan LongestPause = TimeSpan.FromSeconds(10);

    /// <summary>Why the last attempt failed; null if it did not.</summary>
    public string? Failure { get; private set; }

    public string Name => name;

    /// <inheritdoc cref="ISink.Rest"/>
    public TimeSpan Rest => sink.Rest;

    /// <inheritdoc cref="ISink.KeepsPositions"/>
    public bool KeepsPositions => sink.KeepsPositions;

    /// <inheritdoc cref="ISink.Begin"/>
    public void Begin() => sink.Begin();

    public async Task<IReadOnlyList<DeadLetter>> DeliverAsync(Delivery delivery, CancellationToken cancellationToken)
    {
        for (var pause = FirstPause; ; pause = pause * 2 > LongestPause ? LongestPause : pause * 2)
        {
            try
            {
                var refused = await sink.WriteAsync(delivery, cancellationToken);
                if (Failure is not null)
                {
                    Failure = null;
                    Log.Recovered(logger, name);
                }

                if (refused.Count > 0)
                {
                    metrics.Refused(name, refused.Count);
                    Log.Refused(logger, name, refused.Count, refused[0].Detail);
                }

                return refused;
            }
            catch (Exception exception) when (IsAway(exception) && !cancellationToken.IsCancellationRequested)
            {
                metrics.Retried(name);
                if (Failure is null)
                {
                    Log.Away(logger, name, exception.Message);
                }

                Failure = exception.Message;
            }

            await Task.Delay(pause, time, cancellationToken);
        }
    }

    private static bool IsAway(Exception exception) =>
        exception is IOException or HttpRequestException or UnauthorizedAccessException or TimeoutException or OperationCanceledException;

    private static partial class Log
    {
        [LoggerMessage(30, LogLevel.Warning, "The sink {Sink} fails, and is tried again until it succeeds: {Reason}")]
        public static partial void Away(ILogger logger, string sink, string reason);

        [LoggerMessage(31, LogLevel.Information, "The sink {Sink} takes alerts again.")]
        public static partial void Recovered(ILogger logger, string sink);

        [LoggerMessage(32, LogLevel.Warning, "The sink {Sink} refuses {Count} alerts for good. They are now dead letters. {Reason}")]
        public static partial void Refused(ILogger logger, string sink, int count, string reason);
    }
}
