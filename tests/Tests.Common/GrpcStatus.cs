namespace Tests.Common;

/// <summary>The status of a gRPC call that was made with a plain HTTP client.</summary>
public static class GrpcStatus
{
    private const string Name = "grpc-status";

    /// <param name="response">Read to its end: a status after a message is in the trailers.</param>
    /// <returns>Null when the response says none.</returns>
    public static string? Of(HttpResponseMessage response) =>
        response.TrailingHeaders.TryGetValues(Name, out var trailer) ? trailer.Single()
        : response.Headers.TryGetValues(Name, out var header) ? header.Single()
        : null;
}
