using Grpc.Core;
using Hosting.Errors;

namespace Hosting.Uploads;

/// <summary>The errors of reading an upload, whatever it is for.</summary>
public static class UploadErrors
{
    private const int MaxQuoted = 300; // characters

    public static ErrorKind MalformedKind { get; } =
        new("malformed", "The upload is malformed", StatusCodes.Status400BadRequest, StatusCode.InvalidArgument);

    /// <summary>For a body that is read whole; a host that takes files has its own kind.</summary>
    public static ErrorKind TooLargeKind { get; } =
        new("too-large", "The body is too long", StatusCodes.Status413PayloadTooLarge, StatusCode.InvalidArgument);

    public static ErrorKind TooSlowKind { get; } =
        new("too-slow", "The upload was too slow", StatusCodes.Status408RequestTimeout, StatusCode.DeadlineExceeded);

    public static Error ClientGone { get; } =
        new(ErrorKind.ClientGone, "The client went away before it had sent everything; nothing was stored.");

    /// <param name="detail">May quote what the client sent, and is cut if it is long.</param>
    public static Error Malformed(string detail) => new(
        MalformedKind, detail.Length <= MaxQuoted ? detail : string.Concat(detail.AsSpan(0, MaxQuoted), "…"));
}
