using System.Globalization;
using System.Net;
using System.Net.Http.Headers;
using Grpc.Core;
using Grpc.Protocol;

namespace Grpc.Net.Client;

/// <summary>Reads the outcome of a call from what the server sent.</summary>
internal static class ResponseStatus
{
    /// <summary>The status in these headers or trailers, or null.</summary>
    public static Status? Find(HttpHeaders headers)
    {
        if (First(headers, GrpcHeaders.Status) is not { } text)
        {
            return null;
        }

        // A code that this version does not know is UNKNOWN (statuscodes.md).
        var code = int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number)
            && Enum.IsDefined((StatusCode)number)
                ? (StatusCode)number
                : StatusCode.Unknown;
        return new Status(code, PercentEncoding.Decode(First(headers, GrpcHeaders.Message) ?? ""));
    }

    /// <summary>Why this is no response of a gRPC server, or null when it is one. Something in between may have answered instead.</summary>
    public static Status? Refusal(HttpResponseMessage response)
    {
        if (response.StatusCode != HttpStatusCode.OK)
        {
            return new Status(ToStatusCode(response.StatusCode), $"Bad gRPC response. HTTP status code: {(int)response.StatusCode}");
        }

        var contentType = response.Content.Headers.ContentType?.MediaType;
        return GrpcHeaders.IsGrpcContentType(contentType) ? null
            : contentType is null ? new Status(StatusCode.Cancelled, "Bad gRPC response. Response did not have a content-type header.")
            : new Status(StatusCode.Cancelled, $"Bad gRPC response. Invalid content-type value: {contentType}");
    }

    public static Metadata Read(HttpHeaders headers)
    {
        var metadata = new Metadata();
        foreach (var (name, values) in headers.NonValidated)
        {
            if (GrpcHeaders.IsReserved(name))
            {
                continue;
            }

            foreach (var value in values)
            {
                MetadataValue.TryAdd(metadata, name, value);
            }
        }

        return metadata;
    }

    // grpc/doc/http-grpc-status-mapping.md
    private static StatusCode ToStatusCode(HttpStatusCode status) => (int)status switch
    {
        400 => StatusCode.Internal,
        401 => StatusCode.Unauthenticated,
        403 => StatusCode.PermissionDenied,
        404 => StatusCode.Unimplemented,
        429 or 502 or 503 or 504 => StatusCode.Unavailable,
        _ => StatusCode.Unknown,
    };

    private static string? First(HttpHeaders headers, string name) =>
        headers.NonValidated.TryGetValues(name, out var values) ? values.FirstOrDefault() : null;
}
