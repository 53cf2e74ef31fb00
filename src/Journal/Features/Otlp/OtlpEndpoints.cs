using System.Buffers;
using System.Buffers.Binary;
using Hosting.Access;
using Hosting.Errors;
using Hosting.Uploads;
using Hosting.Web.Api;
using Journal.Features.Doors;
using Journal.Features.Http;

namespace Journal.Features.Otlp;

/// <summary>
/// OpenTelemetry's logs: <c>POST /v1/logs</c> with protobuf or JSON, and the gRPC service. The answer comes when all records are on the
/// disk.
/// </summary>
internal static class OtlpEndpoints
{
    private const string GrpcPath = "/opentelemetry.proto.collector.logs.v1.LogsService/Export";
    private const int GrpcHeadBytes = 5;

    public static void MapOtlp(this IEndpointRouteBuilder routes)
    {
        routes.MapPost("/v1/logs", PostAsync).RequireScope(Scopes.Submit).Describe(DoorsApi.Otlp);
        routes.MapPost(GrpcPath, CallAsync).RequireScope(Scopes.Submit).ExcludeFromDescription();
    }

    private static async Task<IResult> PostAsync(HttpContext context, RequestIntake intake)
    {
        var type = (context.Request.ContentType ?? "").Split(';')[0].Trim().ToUpperInvariant();
        var isJson = type == "APPLICATION/JSON";
        if (!isJson && type is not ("APPLICATION/X-PROTOBUF" or "APPLICATION/PROTOBUF" or "APPLICATION/VND.GOOGLE.PROTOBUF"))
        {
            return OtlpAnswer.Refused(
                context, new(ReceivedBody.UnknownCodingKind, "Send logs as application/x-protobuf or application/json."), isJson: true);
        }

        using var body = intake.NewBody();
        if (await intake.ReadAsync(context, body) is { } unread)
        {
            return OtlpAnswer.Refused(context, unread, isJson).EndSlowSender(context);
        }

        var stored = await StoreAsync(context, intake, body.Bytes, isJson);
        return stored.Error is { } error ? OtlpAnswer.Refused(context, error, isJson)
            : isJson ? new DoorAnswer(StatusCodes.Status200OK, DoorAnswer.JsonType, OtlpAnswer.Json(stored, intake.MaxMessageBytes))
            : new DoorAnswer(
                StatusCodes.Status200OK, OtlpAnswer.ProtobufType, OtlpAnswer.Protobuf(stored, intake.MaxMessageBytes));
    }

    /// <summary>A unary call: a message of the client in one frame, and a frame and trailers as its answer.</summary>
    /// <remarks>
    /// The body of a call is bounded, and shares its memory, like that of every request; Grpc.AspNetCore unpacks gzip without a bound.
    /// </remarks>
    private static async Task CallAsync(HttpContext context, RequestIntake intake)
    {
        var response = context.Response;
        if (!context.Request.IsGrpc() || !response.SupportsTrailers())
        {
            response.StatusCode = StatusCodes.Status415UnsupportedMediaType;
            return;
        }

        response.ContentType = "application/grpc";
        using var body = intake.NewBody();
        using var message = intake.NewBody();
        if (await intake.ReadAsync(context, body) is { } unread)
        {
            context.RefuseGrpc(unread);
            return;
        }

        if (Unpack(context, message, body.Bytes, out var request) is { } error)
        {
            intake.Refuse(context, body.Bytes, error.Detail);
            context.RefuseGrpc(error);
            return;
        }

        var stored = await StoreAsync(context, intake, request, isJson: false);
        if (stored.Error is { } refusal)
        {
            context.RefuseGrpc(refusal);
            return;
        }

        var answer = OtlpAnswer.Protobuf(stored, intake.MaxMessageBytes);
        var head = new byte[GrpcHeadBytes];
        BinaryPrimitives.WriteInt32BigEndian(head.AsSpan(1), answer.Length);
        response.BodyWriter.Write(head);
        await response.BodyWriter.WriteAsync(answer);
        response.AppendTrailer("grpc-status", "0");
    }

    private static Error? Unpack(HttpContext context, ReceivedBody message, ReadOnlyMemory<byte> body, out ReadOnlyMemory<byte> request)
    {
        request = body.Length < GrpcHeadBytes ? default : body[GrpcHeadBytes..];
        if (body.Length < GrpcHeadBytes || body.Span[0] > 1
            || BinaryPrimitives.ReadUInt32BigEndian(body.Span[1..]) != (uint)request.Length)
        {
            return UploadErrors.Malformed("The call has no message, or not exactly one.");
        }

        if (body.Span[0] == 0)
        {
            return null;
        }

        var coding = context.Request.Headers["grpc-encoding"].ToString();
        if (coding is "" or "identity")
        {
            return UploadErrors.Malformed("The message is packed, but grpc-encoding does not say how.");
        }

        var error = message.Unpack(coding, request);
        request = message.Bytes;
        return error;
    }

    private static async Task<StoredRecords> StoreAsync(
        HttpContext context, RequestIntake intake, ReadOnlyMemory<byte> request, bool isJson)
    {
        var stored = await intake.StoreAsync(context, isJson ? JsonLogs.Of(request) : ProtobufLogs.Of(request));
        if (stored is { Error: null, Count: 0 } && isJson && JsonLogs.HasElse(request))
        {
            stored = new(0, 0, UploadErrors.Malformed("The request has no log records, but something else: send logs here only."));
        }

        if (stored.Error is { Kind: var kind, Detail: var detail } && !kind.IsFailure)
        {
            intake.Refuse(context, request, detail);
        }

        return stored;
    }
}
