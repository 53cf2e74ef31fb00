using System.Buffers;
using System.Diagnostics;
using System.Globalization;
using System.Text;
using System.Text.Json;
using Microsoft.Extensions.Logging.Abstractions;
using Microsoft.Extensions.Logging.Console;

namespace Hosting.Logging;

/// <summary>
/// One JSON object a line: <c>time</c>, <c>level</c>, <c>category</c>, <c>event</c>, <c>message</c>, and where there are any
/// <c>trace_id</c>, <c>span_id</c>, <c>state</c> and <c>exception</c>.
/// </summary>
/// <remarks>
/// The framework's own JSON format has trace ids only in its scopes, and scopes contain the path of the request as the client chose it.
/// Here the ids need no scopes, and every text has a limit, whoever wrote it.
/// </remarks>
internal sealed class JsonLineFormatter(TimeProvider time) : ConsoleFormatter(FormatterName)
{
    public const string FormatterName = "json-lines";

    // In characters.
    public const int MaxMessage = 2048;
    public const int MaxValue = 512;
    public const int MaxException = 8192;

    private const string Template = "{OriginalFormat}";

    public override void Write<TState>(in LogEntry<TState> logEntry, IExternalScopeProvider? scopeProvider, TextWriter textWriter)
    {
        var line = new ArrayBufferWriter<byte>(512);
        using (var json = new Utf8JsonWriter(line))
        {
            json.WriteStartObject();
            json.WriteString("time", time.GetUtcNow().UtcDateTime);
            json.WriteString("level", Enum.GetName(logEntry.LogLevel));
            json.WriteString("category", logEntry.Category);
            json.WriteString("event", logEntry.EventId.Name ?? logEntry.EventId.Id.ToString(CultureInfo.InvariantCulture));
            json.WriteString("message", Bounded(logEntry.Formatter(logEntry.State, logEntry.Exception), MaxMessage));
            WriteTrace(json);
            if (logEntry.State is IReadOnlyList<KeyValuePair<string, object?>> state)
            {
                WriteState(json, state);
            }

            if (logEntry.Exception is { } exception)
            {
                json.WriteString("exception", Bounded(exception.ToString(), MaxException));
            }

            json.WriteEndObject();
        }

        textWriter.WriteLine(Encoding.UTF8.GetString(line.WrittenSpan));
    }

    private static void WriteTrace(Utf8JsonWriter json)
    {
        if (Activity.Current is { IdFormat: ActivityIdFormat.W3C } activity)
        {
            json.WriteString("trace_id", activity.TraceId.ToHexString());
            json.WriteString("span_id", activity.SpanId.ToHexString());
        }
    }

    private static void WriteState(Utf8JsonWriter json, IReadOnlyList<KeyValuePair<string, object?>> state)
    {
        var values = state.Where(pair => pair.Key != Template).ToList();
        if (values.Count == 0)
        {
            return;
        }

        json.WriteStartObject("state");
        foreach (var (name, value) in values)
        {
            json.WriteString(Bounded(name, MaxValue), Bounded(Convert.ToString(value, CultureInfo.InvariantCulture) ?? "", MaxValue));
        }

        json.WriteEndObject();
    }

    private static string Bounded(string text, int max) => text.Length <= max ? text : string.Concat(text.AsSpan(0, max), "…");
}
