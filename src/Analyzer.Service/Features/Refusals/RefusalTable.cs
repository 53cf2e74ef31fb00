using System.Collections.Frozen;
using Grpc.Core;

namespace Analyzer.Service.Features.Refusals;

/// <summary>The error table of both edges (design: contracts): one line per kind of refusal.</summary>
internal static class RefusalTable
{
    private static readonly FrozenDictionary<RefusalKind, Row> Rows = new Dictionary<RefusalKind, Row>
    {
        [RefusalKind.InvalidArgument] = new(StatusCodes.Status400BadRequest, StatusCode.InvalidArgument, "invalid-argument", "An argument is not valid"),
        [RefusalKind.EmptyFile] = new(StatusCodes.Status400BadRequest, StatusCode.InvalidArgument, "empty-file", "The file is empty"),
        [RefusalKind.Malformed] = new(StatusCodes.Status400BadRequest, StatusCode.InvalidArgument, "malformed", "The upload is malformed"),
        [RefusalKind.DigestMismatch] = new(StatusCodes.Status400BadRequest, StatusCode.InvalidArgument, "digest-mismatch", "The file is not the one declared"),
        [RefusalKind.LengthMismatch] = new(StatusCodes.Status400BadRequest, StatusCode.InvalidArgument, "length-mismatch", "The file is not as long as declared"),
        [RefusalKind.NotFound] = new(StatusCodes.Status404NotFound, StatusCode.NotFound, "not-found", "No such report"),
        // Not RESOURCE_EXHAUSTED, which clients retry: the same file will be too large tomorrow.
        [RefusalKind.TooLarge] = new(StatusCodes.Status413PayloadTooLarge, StatusCode.InvalidArgument, "too-large", "The file is too large"),
        [RefusalKind.TooSlow] = new(StatusCodes.Status408RequestTimeout, StatusCode.DeadlineExceeded, "too-slow", "The upload was too slow"),
        [RefusalKind.Busy] = new(StatusCodes.Status429TooManyRequests, StatusCode.ResourceExhausted, "busy", "Too many uploads at once"),
        [RefusalKind.StoreUnavailable] = new(StatusCodes.Status503ServiceUnavailable, StatusCode.Unavailable, "store-unavailable", "The store cannot take it now"),
        // Nobody is there to hear it; 499 is what proxies log for it.
        [RefusalKind.ClientGone] = new(StatusCodes.Status499ClientClosedRequest, StatusCode.Cancelled, "client-gone", "The client went away"),
    }.ToFrozenDictionary();

    public static Row Of(RefusalKind kind) => Rows[kind];

    /// <param name="Slug">End of the problem's type URI, and the label under which refusals are counted.</param>
    internal sealed record Row(int HttpStatus, StatusCode GrpcStatus, string Slug, string Title)
    {
        public string Type => $"urn:analyzer:problem:{Slug}";
    }
}
