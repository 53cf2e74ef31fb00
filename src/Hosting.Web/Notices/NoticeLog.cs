using Microsoft.Extensions.Logging;

namespace Hosting.Web.Notices;

/// <summary>Keeps the last warnings and errors of the host's own log, so that its page can show them.</summary>
/// <remarks>They are in the log too, so those that came longer ago are not kept here.</remarks>
public sealed class NoticeLog(TimeProvider time) : ILoggerProvider
{
    private const int MaxNotices = 20;
    private const int MaxText = 500;

    private readonly Lock _lock = new();
    private readonly Queue<Notice> _notices = new();

    /// <returns>The newest first.</returns>
    public IReadOnlyList<Notice> Read()
    {
        lock (_lock)
        {
            return [.. _notices.Reverse()];
        }
    }

    public ILogger CreateLogger(string categoryName) => new Writer(this);

    public void Dispose()
    {
    }

    private void Add(LogLevel level, string text)
    {
        var notice = new Notice(
            time.GetUtcNow(), level == LogLevel.Warning ? "warning" : "error",
            text.Length <= MaxText ? text : string.Concat(text.AsSpan(0, MaxText), "…"));
        lock (_lock)
        {
            if (_notices.Count == MaxNotices)
            {
                _notices.Dequeue();
            }

            _notices.Enqueue(notice);
        }
    }

    private sealed class Writer(NoticeLog notices) : ILogger
    {
        public IDisposable? BeginScope<TState>(TState state)
            where TState : notnull => null;

        public bool IsEnabled(LogLevel logLevel) => logLevel is >= LogLevel.Warning and < LogLevel.None;

        public void Log<TState>(
            LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter)
        {
            if (IsEnabled(logLevel))
            {
                notices.Add(logLevel, formatter(state, exception));
            }
        }
    }
}

/// <param name="At">When it was logged.</param>
/// <param name="Level"><c>warning</c> or <c>error</c>.</param>
/// <param name="Text">The message, without a stack trace.</param>
public sealed record Notice(DateTimeOffset At, string Level, string Text);
