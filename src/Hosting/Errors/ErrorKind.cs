using Grpc.Core;

namespace Hosting.Errors;

/// <summary>
/// A way in which a host says no, and what it looks like on both edges. A host declares its own kinds, each once, as a static property.
/// </summary>
/// <param name="Slug">End of the problem's type URN, and the label under which errors are counted.</param>
/// <param name="Title">Title of the problem.</param>
public sealed record ErrorKind(string Slug, string Title, int HttpStatus, StatusCode GrpcStatus)
{
    public static ErrorKind InvalidArgument { get; } =
        new("invalid-argument", "An argument is not valid", StatusCodes.Status400BadRequest, StatusCode.InvalidArgument);

    /// <summary>Nobody is there to hear it; 499 is what proxies log for it.</summary>
    public static ErrorKind ClientGone { get; } =
        new("client-gone", "The client went away", StatusCodes.Status499ClientClosedRequest, StatusCode.Cancelled);

    /// <summary>The name of the host whose kind it is, when that is not the one that answers; null for its own.</summary>
    public string? Domain { get; init; }

    /// <summary>The type of the problem, when another host gave it one of its own; null for the URN of domain and slug.</summary>
    public string? Type { get; init; }

    /// <summary>It concerns one client alone: others are served.</summary>
    public bool IsOfTheClient { get; init; }

    /// <summary>The client asked well, and the host could not.</summary>
    public bool IsFailure => HttpStatus >= StatusCodes.Status500InternalServerError;

    /// <summary>The thing that was asked for does not exist: an answer like any other.</summary>
    public bool IsNotFound => HttpStatus == StatusCodes.Status404NotFound;
}
