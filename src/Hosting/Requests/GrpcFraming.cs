using System.IO.Pipelines;
using Grpc.AspNetCore.Server;
using Grpc.Core;
using Hosting.Errors;
using Hosting.Settings;
using Microsoft.AspNetCore.Http.Features;

namespace Hosting.Requests;

/// <summary>What gRPC asks of a call and its library does not: the exact path, and messages with a head that can be read.</summary>
internal static class GrpcFraming
{
    private static readonly ErrorKind NoMethod = new(
        "no-method", "There is no such method", StatusCodes.Status404NotFound, StatusCode.Unimplemented);

    /// <returns>Null when the call may go on, with its messages checked as they are read.</returns>
    public static Error? Check(HttpContext context)
    {
        if (context.GetEndpoint() is not RouteEndpoint { RoutePattern.RawText: { } path } endpoint
            || endpoint.Metadata.GetMetadata<GrpcMethodMetadata>() is null)
        {
            return null;
        }

        if (!path.AsSpan().TrimStart('/').SequenceEqual(context.Request.Path.Value.AsSpan().TrimStart('/')))
        {
            return new(NoMethod, $"A method's name is case-sensitive: this one is {path}.");
        }

        if (context.Features.Get<IRequestBodyPipeFeature>() is { } body)
        {
            context.Features.Set<IRequestBodyPipeFeature>(new Checked(body, ErrorResponses.HostOf(context)));
        }

        return null;
    }

    /// <summary>The call is answered: whoever drops the rest of the body gets it unchecked.</summary>
    public static void Uncheck(HttpContext context)
    {
        if (context.Features.Get<IRequestBodyPipeFeature>() is Checked { Body: var body })
        {
            context.Features.Set(body);
        }
    }

    private sealed class Checked(IRequestBodyPipeFeature body, HostDescription host) : IRequestBodyPipeFeature
    {
        public IRequestBodyPipeFeature Body => body;

        public PipeReader Reader { get; } = new MessageHeads(body.Reader, host);
    }
}
