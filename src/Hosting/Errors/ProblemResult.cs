using System.Buffers;
using System.Diagnostics;
using System.Text.Encodings.Web;
using System.Text.Json;
using Hosting.Settings;

namespace Hosting.Errors;

/// <summary>An error as problem+json (RFC 9457), written in one piece.</summary>
/// <remarks>
/// ASP.NET Core's own result writes the same members, but uses the services that may change a problem, and a serializer, for each refusal.
/// That is too expensive for a host under a flood.
/// </remarks>
internal sealed class ProblemResult(Error error, HostDescription host) : IResult, IStatusCodeHttpResult
{
    // The same escaping as ASP.NET Core's problems for unknown routes: readable, and never part of a page.
    private static readonly JsonWriterOptions Readable = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    [ThreadStatic]
    private static ArrayBufferWriter<byte>? s_buffer;

    [ThreadStatic]
    private static Utf8JsonWriter? s_writer;

    public int? StatusCode => error.Kind.HttpStatus;

    public Task ExecuteAsync(HttpContext context)
    {
        var body = Write(context);
        var response = context.Response;
        response.StatusCode = error.Kind.HttpStatus;
        response.ContentType = "application/problem+json";
        response.ContentLength = body.Length;
        response.BodyWriter.Write(body);
        return response.BodyWriter.FlushAsync().AsTask();
    }

    /// <returns>Valid until this thread writes the next one.</returns>
    private ReadOnlySpan<byte> Write(HttpContext context)
    {
        var buffer = s_buffer ??= new ArrayBufferWriter<byte>(1024);
        var json = s_writer ??= new Utf8JsonWriter(buffer, Readable);
        buffer.ResetWrittenCount();
        json.Reset();
        json.WriteStartObject();
        json.WriteString("type"u8, host.TypeOf(error.Kind));
        json.WriteString("title"u8, error.Kind.Title);
        json.WriteNumber("status"u8, error.Kind.HttpStatus);
        json.WriteString("detail"u8, error.Detail);
        json.WriteString("traceId"u8, Activity.Current?.Id ?? context.TraceIdentifier);
        json.WriteEndObject();
        json.Flush();
        return buffer.WrittenSpan;
    }
}
