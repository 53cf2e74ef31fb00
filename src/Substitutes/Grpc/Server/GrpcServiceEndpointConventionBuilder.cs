namespace Microsoft.AspNetCore.Builder;

/// <summary>Adds conventions (authorization, host, metadata) to every method of a mapped service.</summary>
public sealed class GrpcServiceEndpointConventionBuilder : IEndpointConventionBuilder
{
    private readonly IReadOnlyList<IEndpointConventionBuilder> _endpoints;

    internal GrpcServiceEndpointConventionBuilder(IReadOnlyList<IEndpointConventionBuilder> endpoints) => _endpoints = endpoints;

    public void Add(Action<EndpointBuilder> convention)
    {
        foreach (var endpoint in _endpoints)
        {
            endpoint.Add(convention);
        }
    }

    public void Finally(Action<EndpointBuilder> finallyConvention)
    {
        foreach (var endpoint in _endpoints)
        {
            endpoint.Finally(finallyConvention);
        }
    }
}
