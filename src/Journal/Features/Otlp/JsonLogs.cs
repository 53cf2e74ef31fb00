using System.Buffers;
using System.Text.Json;
using Journal.Features.Http;

namespace Journal.Features.Otlp;

/// <summary>The records of a request in OTLP/JSON, with the bytes that came, less the white space between them.</summary>
internal static class JsonLogs
{
    /// <param name="request">An <c>ExportLogsServiceRequest</c>; several, one after another, are lines of OTLP's File Exporter.</param>
    /// <returns>Each as <see cref="LogDocument"/> has it, valid until the next one is asked for.</returns>
    /// <exception cref="JsonException">This is no such request.</exception>
    public static IEnumerable<ReadOnlyMemory<byte>> Of(ReadOnlyMemory<byte> request)
    {
        var (document, record) = (new LogDocument(), new ArrayBufferWriter<byte>());
        foreach (var (resource, scopes) in JsonParts.Values(request).SelectMany(each => Lists(each, "resourceLogs", "resource_logs"))
            .SelectMany(list => JsonParts.Items(list.Items)).SelectMany(each => Lists(each, "scopeLogs", "scope_logs")))
        {
            foreach (var (scope, logs) in JsonParts.Items(scopes).SelectMany(each => Lists(each, "logRecords", "log_records")))
            {
                foreach (var log in JsonParts.Items(logs))
                {
                    if (log.Span[0] != '{')
                    {
                        throw new JsonException("A log record is no object.");
                    }

                    record.ResetWrittenCount();
                    JsonParts.WriteCompact(log.Span, record);
                    yield return document.Make(resource, scope, record.WrittenSpan);
                }
            }
        }
    }

    /// <summary>The lists of this name in an object, and its other members.</summary>
    private static IEnumerable<(byte[] Shared, ReadOnlyMemory<byte> Items)> Lists(
        ReadOnlyMemory<byte> value, string name, string other)
    {
        var members = JsonParts.Members(value);
        var shared = new ArrayBufferWriter<byte>();
        foreach (var member in members.Where(member => member.Name != name && member.Name != other))
        {
            shared.Write(shared.WrittenCount > 0 ? ","u8 : default);
            JsonParts.WriteCompact(member.Whole.Span, shared);
        }

        var bytes = shared.WrittenSpan.ToArray();
        return members.Where(member => member.Name == name || member.Name == other).Select(member => (bytes, member.Value));
    }
}
