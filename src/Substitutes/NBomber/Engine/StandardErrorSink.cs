using Serilog.Core;
using Serilog.Events;

namespace NBomber.Engine;

internal sealed class StandardErrorSink : ILogEventSink
{
    public void Emit(LogEvent logEvent) =>
        Console.Error.WriteLine($"{logEvent.Level}: {logEvent.RenderMessage()}{(logEvent.Exception is { } exception ? $" ({exception})" : "")}");
}
