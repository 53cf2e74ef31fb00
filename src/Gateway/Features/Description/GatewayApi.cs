using Gateway.Features.Errors;
using Gateway.Features.Status;
using Hosting.Web.Api;

namespace Gateway.Features.Description;

/// <summary>The gateway's own part of the interface: what it refuses, and what it says of itself.</summary>
internal static class GatewayApi
{
    public static ApiDocument Document { get; } = new(
        GatewayApp.Host, "The analyzer's interface, through a gateway that chooses among several of them: submit a file, get a verdict.")
    {
        Tags = [(StatusEndpoint.Tag, "The gateway itself.")],
        Kinds = [.. GatewayErrors.All, GatewayErrors.UploadLostKind],
        FurtherStatuses = [408, 431, 502, 503, 504],
    };
}
