using Microsoft.AspNetCore.Authorization;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;

namespace Journal.Tests;

public sealed class AccessTests
{
    [Fact]
    public async Task Endpoints_All_NameTheirScopeOrThatTheyNeedNone()
    {
        await using var host = await JournalHost.StartAsync();
        var endpoints = host.Services.GetRequiredService<EndpointDataSource>().Endpoints;

        endpoints.ShouldNotBeEmpty();
        endpoints
            .Where(endpoint => endpoint.Metadata.GetMetadata<IAuthorizeData>() is null
                && endpoint.Metadata.GetMetadata<IAllowAnonymous>() is null)
            .Select(endpoint => endpoint.DisplayName)
            .ShouldBeEmpty();
    }
}
