using Grpc.Core;
using Hosting.Errors;

namespace Hosting.Uploads;

/// <summary>The errors of reading an upload, whatever it is for.</summary>
public static class UploadErrors
{
    private const int MaxQuoted = 300; // characters

    public static ErrorKind MalformedKind { get; } =
        new("malformed", "The upload is malformed", StatusCodes.Status400BadRequest, StatusCode.InvalidArgument);

    /// <summary>For a body that is read whole; a host that takes files has a kind of its own.</summary>
    public static ErrorKind TooLargeKind { get; } =
        new("too-large", "The body is too long", StatusCodes.Status413PayloadTooLarge, StatusCode.InvalidArgument);

    public static ErrorKind TooSlowKind { get; } =
        new("too-slow", "The upload was too slow", StatusCodes.Status408RequestTimeout, StatusCode.DeadlineExceeded);

    public static Error ClientGone { get; } =
        new(ErrorKind.ClientGone, "The client went away before all had come; nothing was stored.");

    /// <param name="detail">May quote what came, and is cut short when that is long.</param>
    public static Error Malformed(string detail) => new(
        MalformedKind, detail.Length <= MaxQuoted ? detail : string.Concat(detail.AsSpan(0, MaxQuoted), "…"));
}
