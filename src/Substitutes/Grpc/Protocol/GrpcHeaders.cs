namespace Grpc.Protocol;

/// <summary>The names and values that the protocol reserves (grpc/doc/PROTOCOL-HTTP2.md).</summary>
internal static class GrpcHeaders
{
    public const string Status = "grpc-status";
    public const string Message = "grpc-message";
    public const string Timeout = "grpc-timeout";
    public const string Encoding = "grpc-encoding";
    public const string AcceptEncoding = "grpc-accept-encoding";

    public const string ContentType = "application/grpc";
    public const string IdentityEncoding = "identity";

    /// <summary>A header of HTTP or of the protocol's own, which is no metadata of the application.</summary>
    public static bool IsReserved(string name) =>
        name.Length == 0
        || name[0] == ':'
        || name.ToLowerInvariant() is Status or Message or Timeout or Encoding or AcceptEncoding
            or "content-type" or "te" or "host" or "accept-encoding";

    /// <summary><c>application/grpc</c>, with a <c>+format</c> or parameters or nothing after it.</summary>
    public static bool IsGrpcContentType(string? contentType) =>
        contentType is not null
        && contentType.StartsWith(ContentType, StringComparison.OrdinalIgnoreCase)
        && (contentType.Length == ContentType.Length || contentType[ContentType.Length] is '+' or ';' or ' ');
}
