using Journal.Features.Protobuf;

namespace Journal.Features.Otlp;

/// <summary>The messages of OpenTelemetry's logs (opentelemetry-proto 1.x), with the names and kinds of OTLP/JSON.</summary>
internal static class LogForms
{
    public const int ResourceLogs = 1; // of a request
    public const int ScopeLogs = 2; // of ResourceLogs
    public const int LogRecords = 2; // of ScopeLogs

    private static readonly MessageForm Value = new();

    private static readonly MessageForm KeyValue = new MessageForm().With(
        new(1, "key", FieldKind.Text), new(2, "value", FieldKind.Message, Value));

    private static readonly MessageForm Entity = new MessageForm().With(
        new(1, "schemaUrl", FieldKind.Text), new(2, "type", FieldKind.Text),
        new(3, "idKeys", FieldKind.Text, IsRepeated: true), new(4, "descriptionKeys", FieldKind.Text, IsRepeated: true));

    private static readonly MessageForm TheResource = new MessageForm().With(
        Attributes(1), new(2, "droppedAttributesCount", FieldKind.Number),
        new(3, "entityRefs", FieldKind.Message, Entity, IsRepeated: true));

    private static readonly MessageForm TheScope = new MessageForm().With(
        new(1, "name", FieldKind.Text), new(2, "version", FieldKind.Text), Attributes(3),
        new(4, "droppedAttributesCount", FieldKind.Number));

    static LogForms() => Value.With(
        new(1, "stringValue", FieldKind.Text), new(2, "boolValue", FieldKind.Bool), new(3, "intValue", FieldKind.Int64),
        new(4, "doubleValue", FieldKind.Double),
        new(5, "arrayValue", FieldKind.Message, new MessageForm().With(
            new FieldForm(1, "values", FieldKind.Message, Value, IsRepeated: true))),
        new(6, "kvlistValue", FieldKind.Message, new MessageForm().With(
            new FieldForm(1, "values", FieldKind.Message, KeyValue, IsRepeated: true))),
        new(7, "bytesValue", FieldKind.Base64));

    /// <summary>What the logs of a resource share.</summary>
    public static MessageForm Resource { get; } = new MessageForm().With(
        new(1, "resource", FieldKind.Message, TheResource), new(3, "schemaUrl", FieldKind.Text));

    /// <summary>What the logs of a scope share.</summary>
    public static MessageForm Scope { get; } = new MessageForm().With(
        new(1, "scope", FieldKind.Message, TheScope), new(3, "schemaUrl", FieldKind.Text));

    /// <summary>The body comes last: what is too long loses its end.</summary>
    public static MessageForm Record { get; } = new MessageForm().With(
        new(1, "timeUnixNano", FieldKind.Fixed64), new(11, "observedTimeUnixNano", FieldKind.Fixed64),
        new(2, "severityNumber", FieldKind.Number), new(3, "severityText", FieldKind.Text), new(12, "eventName", FieldKind.Text),
        new(9, "traceId", FieldKind.Hex), new(10, "spanId", FieldKind.Hex), new(8, "flags", FieldKind.Fixed32),
        Attributes(6), new(7, "droppedAttributesCount", FieldKind.Number), new(5, "body", FieldKind.Message, Value));

    private static FieldForm Attributes(int number) => new(number, "attributes", FieldKind.Message, KeyValue, IsRepeated: true);
}
