using Microsoft.Extensions.Logging;

namespace Tests.Common;

/// <summary>One thing that was logged.</summary>
public sealed record LogRecord(string Category, LogLevel Level, EventId Event, string Message, Exception? Exception)
{
    public override string ToString() =>
        $"{Level} {Category}[{Event}] {Message}{(Exception is null ? "" : Environment.NewLine + Exception)}";
}
