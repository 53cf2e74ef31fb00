using Grpc.Core;

namespace Hosting.Errors;

/// <summary>
/// A kind of refusal, and its form over REST and gRPC. A host declares its own kinds, each once, as a static property.
/// </summary>
/// <param name="Slug">The end of the problem's type URN, and the label in metrics.</param>
/// <param name="Title">Title of the problem.</param>
public sealed record ErrorKind(string Slug, string Title, int HttpStatus, StatusCode GrpcStatus)
{
    public static ErrorKind InvalidArgument { get; } =
        new("invalid-argument", "An argument is not valid", StatusCodes.Status400BadRequest, StatusCode.InvalidArgument);

    /// <summary>Nobody will read this answer; 499 is what proxies log for it.</summary>
    public static ErrorKind ClientGone { get; } =
        new("client-gone", "The client went away", StatusCodes.Status499ClientClosedRequest, StatusCode.Cancelled);

    /// <summary>The host whose kind it is, when another host answers; null for the answering host.</summary>
    public string? Domain { get; init; }

    /// <summary>The type of the problem, if another host gave it its own; null for the URN of domain and slug.</summary>
    public string? Type { get; init; }

    /// <summary>It concerns one client only: others are served.</summary>
    public bool IsOfTheClient { get; init; }

    /// <summary>The request was valid, but the host could not do it.</summary>
    public bool IsFailure => HttpStatus >= StatusCodes.Status500InternalServerError;

    /// <summary>The requested thing does not exist; this counts as a normal answer.</summary>
    public bool IsNotFound => HttpStatus == StatusCodes.Status404NotFound;
}
