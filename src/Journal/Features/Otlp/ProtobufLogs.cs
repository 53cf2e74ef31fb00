using System.Buffers;
using System.Text.Encodings.Web;
using System.Text.Json;
using Journal.Features.Protobuf;

namespace Journal.Features.Otlp;

/// <summary>The records of a request in protobuf.</summary>
internal static class ProtobufLogs
{
    private static readonly JsonWriterOptions Readable = new()
    {
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        SkipValidation = true,
    };

    /// <param name="request">An <c>ExportLogsServiceRequest</c>.</param>
    /// <returns>Each as <see cref="LogDocument"/> has it, valid until the next one is asked for.</returns>
    /// <exception cref="InvalidDataException">This is no such request.</exception>
    public static IEnumerable<ReadOnlyMemory<byte>> Of(ReadOnlyMemory<byte> request)
    {
        var (document, record) = (new LogDocument(), new ArrayBufferWriter<byte>());
        using var json = new Utf8JsonWriter(record, Readable);
        foreach (var logs in Each(request, LogForms.ResourceLogs))
        {
            var resource = Shared.Of(LogForms.Resource, logs, LogForms.ScopeLogs);
            foreach (var scoped in Each(logs, LogForms.ScopeLogs))
            {
                var scope = Shared.Of(LogForms.Scope, scoped, LogForms.LogRecords);
                foreach (var log in Each(scoped, LogForms.LogRecords))
                {
                    record.ResetWrittenCount();
                    json.Reset(record);
                    json.WriteStartObject();
                    var isExact = MessageJson.WriteMembers(LogForms.Record, log, json);
                    json.WriteEndObject();
                    json.Flush();
                    yield return document.Make(
                        resource.Json, scope.Json, record.WrittenSpan,
                        isExact && resource.IsExact && scope.IsExact ? default : Alone(resource.Wire, scope.Wire, log.Span));
                }
            }
        }
    }

    private static IEnumerable<ReadOnlyMemory<byte>> Each(ReadOnlyMemory<byte> message, int number) =>
        WireField.Of(message).Where(field => field.Number == number && field.Form == WireForm.Bytes).Select(field => field.Bytes);

    /// <summary>The request with this record alone.</summary>
    private static byte[] Alone(byte[] resource, byte[] scope, ReadOnlySpan<byte> log)
    {
        var scoped = new ArrayBufferWriter<byte>();
        scoped.Write(scope);
        scoped.WriteBytes(LogForms.LogRecords, log);
        var logs = new ArrayBufferWriter<byte>();
        logs.Write(resource);
        logs.WriteBytes(LogForms.ScopeLogs, scoped.WrittenSpan);
        var request = new ArrayBufferWriter<byte>();
        request.WriteBytes(LogForms.ResourceLogs, logs.WrittenSpan);
        return request.WrittenSpan.ToArray();
    }

    /// <summary>What several records share, without its list of them.</summary>
    private sealed record Shared(byte[] Json, byte[] Wire, bool IsExact)
    {
        public static Shared Of(MessageForm form, ReadOnlyMemory<byte> message, int list)
        {
            var wire = new ArrayBufferWriter<byte>();
            foreach (var field in WireField.Of(message).Where(field => field.Number != list))
            {
                wire.Write(field.Raw.Span);
            }

            var output = new ArrayBufferWriter<byte>();
            using var json = new Utf8JsonWriter(output, Readable);
            json.WriteStartObject();
            var isExact = MessageJson.WriteMembers(form, wire.WrittenMemory, json);
            json.WriteEndObject();
            json.Flush();
            return new(output.WrittenSpan[1..^1].ToArray(), wire.WrittenSpan.ToArray(), isExact);
        }
    }
}
