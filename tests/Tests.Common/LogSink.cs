using System.Collections.Concurrent;
using Microsoft.Extensions.Logging;

namespace Tests.Common;

/// <summary>Collects every log record of every category and level. Add it as a provider of the host or factory under test.</summary>
public sealed class LogSink : ILoggerProvider
{
    private readonly ConcurrentQueue<LogRecord> _records = new();

    /// <summary>A copy of what was logged until now, oldest first.</summary>
    public IReadOnlyList<LogRecord> Records => [.. _records];

    public ILogger CreateLogger(string categoryName) => new Logger(categoryName, _records);

    /// <summary>
    /// Disposing the result fails the test when an Error or Critical was logged meanwhile that <paramref name="expected"/> does
    /// not name. Open it first in the test, so that it closes after the system under test has stopped.
    /// </summary>
    public LogScope ExpectClean(Func<LogRecord, bool>? expected = null) => new(this, expected ?? (_ => false));

    public void Dispose()
    {
        // The records outlive the host that logged them: a scope looks at them after the host is gone.
    }

    private sealed class Logger(string category, ConcurrentQueue<LogRecord> records) : ILogger
    {
        public IDisposable? BeginScope<TState>(TState state)
            where TState : notnull => null;

        public bool IsEnabled(LogLevel logLevel) => true;

        public void Log<TState>(
            LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter) =>
            records.Enqueue(new LogRecord(category, logLevel, eventId, formatter(state, exception), exception));
    }
}

/// <summary>One call of a logger.</summary>
public sealed record LogRecord(string Category, LogLevel Level, EventId Event, string Message, Exception? Exception)
{
    public override string ToString() =>
        $"{Level} {Category}[{Event}] {Message}{(Exception is null ? "" : Environment.NewLine + Exception)}";
}
