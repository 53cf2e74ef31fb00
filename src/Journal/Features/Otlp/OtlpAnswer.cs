using System.Buffers;
using System.Text.Json;
using Hosting.Errors;
using Journal.Features.Http;
using Journal.Features.Protobuf;

namespace Journal.Features.Otlp;

/// <summary>What OTLP answers: <c>ExportLogsServiceResponse</c>, or <c>google.rpc.Status</c> with an error.</summary>
internal static class OtlpAnswer
{
    public const string ProtobufType = "application/x-protobuf";

    /// <param name="stored">Without an error.</param>
    /// <param name="maxBytes">What a record may have.</param>
    public static ReadOnlyMemory<byte> Protobuf(StoredRecords stored, int maxBytes)
    {
        var answer = new ArrayBufferWriter<byte>();
        if (Warning(stored, maxBytes) is { } warning)
        {
            var partial = new ArrayBufferWriter<byte>();
            partial.WriteText(2, warning); // 1, the number of rejected records, is 0
            answer.WriteBytes(1, partial.WrittenSpan);
        }

        return answer.WrittenMemory;
    }

    public static ReadOnlyMemory<byte> Json(StoredRecords stored, int maxBytes) =>
        JsonSerializer.SerializeToUtf8Bytes(Warning(stored, maxBytes) is { } warning
            ? new { PartialSuccess = new { RejectedLogRecords = "0", ErrorMessage = warning } }
            : new object(), JsonSerializerOptions.Web);

    public static IResult Refused(HttpContext context, Error error, bool isJson)
    {
        var code = (int)error.Kind.GrpcStatus;
        if (isJson)
        {
            return DoorAnswer.Refused(
                context, error, DoorAnswer.JsonType, JsonSerializer.SerializeToUtf8Bytes(new { code, message = error.Detail }));
        }

        var status = new ArrayBufferWriter<byte>();
        status.WriteNumber(1, (ulong)code);
        status.WriteText(2, error.Detail);
        return DoorAnswer.Refused(context, error, ProtobufType, status.WrittenMemory);
    }

    /// <summary>All are stored, so none is to be sent again; the sender learns what it may want to change.</summary>
    private static string? Warning(StoredRecords stored, int maxBytes) => stored.Cut == 0 ? null
        : $"All are stored, but {stored.Cut} records were longer than {maxBytes} bytes, and lost their end.";
}
