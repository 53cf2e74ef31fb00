using System.Text.Json;
using System.Text.Json.Serialization;

namespace Hosting.Audit;

/// <summary>A line of the audit trail: who asked for what, and the result. It contains no file content and no secret.</summary>
/// <param name="Time">When it ended.</param>
/// <param name="Host">The name of the host.</param>
/// <param name="Action">The endpoint's name, such as <c>SubmitFile</c>; <c>key-added</c>, <c>key-revoked</c>; <c>records-lost</c>.</param>
/// <param name="Outcome"><c>ok</c>, or the slug of the error.</param>
/// <param name="Client">Identifies the client, such as <c>key:ID</c>; null for an unknown client.</param>
/// <param name="Name">The client's, for people.</param>
/// <param name="Address">The client's IP address; that of a trusted gateway's client, if the gateway tells it.</param>
/// <param name="Target">The SHA-256, or the id of the key; null when there is none.</param>
/// <param name="Result">
/// The finding about the target, such as a verdict; <c>while-stopped</c> for a key that changed while the host was stopped; null if
/// there is nothing to say.
/// </param>
/// <param name="Count">How many, if one record stands for several.</param>
/// <param name="Trace">The trace id of the call (W3C), which it has at every server on its way and in their logs.</param>
public sealed record AuditRecord(
    DateTimeOffset Time,
    string Host,
    string Action,
    string Outcome,
    string? Client = null,
    string? Name = null,
    string? Address = null,
    string? Target = null,
    string? Result = null,
    long? Count = null,
    string? Trace = null)
{
    public const string Ok = "ok";

    /// <summary>One line of JSON in UTF-8, without its end.</summary>
    public byte[] ToLine() => JsonSerializer.SerializeToUtf8Bytes(this, AuditJson.Default.AuditRecord);
}

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull)]
[JsonSerializable(typeof(AuditRecord))]
internal sealed partial class AuditJson : JsonSerializerContext;
