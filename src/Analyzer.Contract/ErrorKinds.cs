using Grpc.Core;
using Hosting.Errors;
using Hosting.Uploads;
using Microsoft.AspNetCore.Http;

namespace Analyzer.Contract;

/// <summary>The error table of both edges: one line per kind.</summary>
public static class ErrorKinds
{
    public static ErrorKind EmptyFile { get; } = Bad("empty-file", "The file is empty");

    public static ErrorKind Malformed => UploadErrors.MalformedKind;

    public static ErrorKind DigestMismatch { get; } = Bad("digest-mismatch", "The file is not the one declared");

    public static ErrorKind LengthMismatch { get; } = Bad("length-mismatch", "The file is not as long as declared");

    public static ErrorKind NotFound { get; } = new("not-found", "No such report", StatusCodes.Status404NotFound, StatusCode.NotFound);

    public static ErrorKind DescriptionOff { get; } =
        new("description-off", "The interface is not described", StatusCodes.Status404NotFound, StatusCode.NotFound);

    public static ErrorKind DeletionOff { get; } =
        new("deletion-off", "Deletion is off", StatusCodes.Status403Forbidden, StatusCode.PermissionDenied);

    /// <summary>Not RESOURCE_EXHAUSTED, which clients retry: the same file will be too large tomorrow.</summary>
    public static ErrorKind TooLarge { get; } =
        new("too-large", "The file is too large", StatusCodes.Status413PayloadTooLarge, StatusCode.InvalidArgument);

    public static ErrorKind TooSlow => UploadErrors.TooSlowKind;

    public static ErrorKind Busy { get; } =
        new("busy", "Too many uploads at once", StatusCodes.Status429TooManyRequests, StatusCode.ResourceExhausted);

    public static ErrorKind StoreUnavailable { get; } = new(
        "store-unavailable", "The store cannot take it now", StatusCodes.Status503ServiceUnavailable, StatusCode.Unavailable);

    /// <summary>DATA_LOSS and no Retry-After: it will be no better in a second, nor behind another backend of the same store.</summary>
    public static ErrorKind ReportDamaged { get; } = new(
        "report-damaged", "The stored report is damaged", StatusCodes.Status503ServiceUnavailable, StatusCode.DataLoss);

    public static IReadOnlyList<ErrorKind> All { get; } =
    [
        ErrorKind.InvalidArgument, EmptyFile, Malformed, DigestMismatch, LengthMismatch, NotFound, DescriptionOff, DeletionOff, TooLarge,
        TooSlow, Busy, StoreUnavailable, ReportDamaged, ErrorKind.ClientGone,
    ];

    private static ErrorKind Bad(string slug, string title) =>
        new(slug, title, StatusCodes.Status400BadRequest, StatusCode.InvalidArgument);
}
