using System.Buffers;
using Grpc.Core;
using Hosting.Errors;
using Microsoft.AspNetCore.Http.Features;

namespace Hosting.Requests;

/// <summary>
/// Refuses targets and fields that Kestrel takes, and that another server could read in another way: a blank, a fragment, the name of a
/// user (RFC 9112, section 3.2; RFC 9110, section 4.2.4), and what belongs to a connection of HTTP/1.1 (RFC 9113, section 8.2.2).
/// </summary>
internal static class RequestTargets
{
    private static readonly SearchValues<char> NotInATarget = SearchValues.Create(" #");

    private static readonly ErrorKind Malformed = new(
        "malformed-request", "The request is malformed", StatusCodes.Status400BadRequest, StatusCode.Internal);

    private static readonly Error Target = new(
        Malformed, "The target of the request has a blank, a fragment or the name of a user. Escape it, or leave it out.");

    private static readonly Error Scheme = new(
        Malformed, "The scheme of the request has to be that of the connection, or http or https behind a proxy.");

    private static readonly Error OfAConnection = new(
        Malformed, "Keep-Alive, Proxy-Connection and Upgrade are fields of HTTP/1.1. Send the request without them.");

    /// <returns>Null when the request may go on.</returns>
    public static Error? Check(HttpContext context)
    {
        var request = context.Request;
        var target = context.Features.Get<IHttpRequestFeature>()?.RawTarget ?? "";
        return target.AsSpan().ContainsAny(NotInATarget) ? Target
            : target.StartsWith('/') || target == "*" ? FieldsOf(request)
            : AbsoluteForm(target, request.Scheme);
    }

    private static Error? FieldsOf(HttpRequest request) =>
        request.Scheme is not ("http" or "https") ? Scheme
        : HttpProtocol.IsHttp2(request.Protocol)
        && request.Headers is var headers
        && headers.KeepAlive.Count + headers.ProxyConnection.Count + headers.Upgrade.Count > 0
            ? OfAConnection : null;

    private static Error? AbsoluteForm(string target, string scheme)
    {
        var end = target.IndexOf("://", StringComparison.Ordinal);
        if (end < 0)
        {
            return null; // CONNECT names a host
        }

        var host = target.AsSpan(end + 3);
        var slash = host.IndexOfAny('/', '?');
        return host[..(slash < 0 ? host.Length : slash)].Contains('@') ? Target
            : target.AsSpan(0, end).Equals(scheme, StringComparison.OrdinalIgnoreCase) ? null : Scheme;
    }
}
