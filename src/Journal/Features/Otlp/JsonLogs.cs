using System.Buffers;
using System.Text.Json;
using Journal.Features.Http;

namespace Journal.Features.Otlp;

/// <summary>
/// The records of a request in OTLP/JSON, with the bytes that came, less the white space between them; its lists may have their names in
/// protobuf, or those before version 0.16 of the protocol.
/// </summary>
internal static class JsonLogs
{
    private static readonly string[] ResourceNames = ["resourceLogs", "resource_logs"];

    private static readonly string[] ScopeNames =
        ["scopeLogs", "scope_logs", "instrumentationLibraryLogs", "instrumentation_library_logs"];

    private static readonly string[] RecordNames = ["logRecords", "log_records", "logs"];

    private static readonly string[] SharedNames =
        ["resource", "scope", "instrumentationLibrary", "instrumentation_library", "schemaUrl", "schema_url"];

    /// <param name="request">An <c>ExportLogsServiceRequest</c>; several, one after another, are lines of OTLP's File Exporter.</param>
    /// <returns>Each as <see cref="LogDocument"/> has it, valid until the next one is asked for.</returns>
    /// <exception cref="JsonException">This is no such request.</exception>
    public static IEnumerable<ReadOnlyMemory<byte>> Of(ReadOnlyMemory<byte> request)
    {
        var (document, record) = (new LogDocument(), new ArrayBufferWriter<byte>());
        foreach (var (resource, scopes) in JsonParts.Values(request).SelectMany(each => Lists(each, ResourceNames))
            .SelectMany(list => JsonParts.Items(list.Items)).SelectMany(each => Lists(each, ScopeNames)))
        {
            foreach (var (scope, logs) in JsonParts.Items(scopes).SelectMany(each => Lists(each, RecordNames)))
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

    /// <summary>Whether a request without records has something that is none of a request's: it must not be lost unsaid.</summary>
    /// <exception cref="JsonException">This is no such request.</exception>
    public static bool HasElse(ReadOnlyMemory<byte> request)
    {
        var logs = JsonParts.Values(request).SelectMany(each => Lists(each, ResourceNames)).SelectMany(list => JsonParts.Items(list.Items));
        var scoped = logs.SelectMany(each => Lists(each, ScopeNames)).SelectMany(list => JsonParts.Items(list.Items));
        return Others(JsonParts.Values(request), ResourceNames) || Others(logs, ScopeNames) || Others(scoped, RecordNames);
    }

    private static bool Others(IEnumerable<ReadOnlyMemory<byte>> values, string[] known) =>
        values.SelectMany(JsonParts.Members).Any(member => !known.Contains(member.Name) && !SharedNames.Contains(member.Name));

    /// <summary>The lists of these names in an object, and its other members.</summary>
    private static IEnumerable<(byte[] Shared, ReadOnlyMemory<byte> Items)> Lists(ReadOnlyMemory<byte> value, string[] names)
    {
        var members = JsonParts.Members(value);
        var shared = new ArrayBufferWriter<byte>();
        foreach (var member in members.Where(member => !names.Contains(member.Name)))
        {
            shared.Write(shared.WrittenCount > 0 ? ","u8 : default);
            JsonParts.WriteCompact(member.Whole.Span, shared);
        }

        var bytes = shared.WrittenSpan.ToArray();
        return members.Where(member => names.Contains(member.Name)).Select(member => (bytes, member.Value));
    }
}
