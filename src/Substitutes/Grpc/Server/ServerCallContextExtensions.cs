using Grpc.AspNetCore.Server;
using Microsoft.AspNetCore.Http;

namespace Grpc.Core;

/// <summary>Gives a call's HTTP request.</summary>
public static class ServerCallContextExtensions
{
    /// <exception cref="InvalidOperationException">The context is not one of this server.</exception>
    public static HttpContext GetHttpContext(this ServerCallContext serverCallContext) =>
        serverCallContext is ServerCall call
            ? call.HttpContext
            : throw new InvalidOperationException("This call context has no HttpContext: it was not made by the ASP.NET Core server.");
}
