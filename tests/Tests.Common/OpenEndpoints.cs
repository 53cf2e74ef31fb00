using Microsoft.AspNetCore.Authorization;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;

namespace Tests.Common;

/// <summary>The endpoints of a host that name neither a scope nor that they need none.</summary>
public static class OpenEndpoints
{
    /// <param name="services">Those of a host that runs.</param>
    /// <returns>Their names.</returns>
    public static IEnumerable<string?> Of(IServiceProvider services)
    {
        var endpoints = services.GetRequiredService<EndpointDataSource>().Endpoints;
        endpoints.ShouldNotBeEmpty();
        return endpoints
            .Where(endpoint => endpoint.Metadata.GetMetadata<IAuthorizeData>() is null
                && endpoint.Metadata.GetMetadata<IAllowAnonymous>() is null)
            .Select(endpoint => endpoint.DisplayName);
    }
}
