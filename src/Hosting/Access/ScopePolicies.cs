using System.Security.Claims;
using Grpc.AspNetCore.Server;
using Microsoft.AspNetCore.Authorization;
using Microsoft.AspNetCore.Authorization.Policy;
using Microsoft.Extensions.DependencyInjection.Extensions;

namespace Hosting.Access;

/// <summary>
/// The policies of the endpoints: one for each scope, and one for endpoints without a scope, which any known client may use.
/// </summary>
public static class ScopePolicies
{
    /// <summary>The policy of endpoints that store something.</summary>
    internal static string Submit { get; } = NameOf(Scopes.Submit);

    /// <summary>Only clients with the scope reach the endpoint, if the host needs keys at all.</summary>
    public static TBuilder RequireScope<TBuilder>(this TBuilder endpoint, Scopes scope)
        where TBuilder : IEndpointConventionBuilder => endpoint.RequireAuthorization(NameOf(scope));

    /// <summary>A scope for each method of a gRPC service.</summary>
    /// <param name="service">Mapped.</param>
    /// <param name="scopeOf">By the method's name.</param>
    public static void RequireScopes(this GrpcServiceEndpointConventionBuilder service, Func<string, Scopes> scopeOf) =>
        service.Add(endpoint =>
        {
            if (endpoint.Metadata.OfType<GrpcMethodMetadata>().FirstOrDefault() is { } method)
            {
                endpoint.Metadata.Add(new AuthorizeAttribute(NameOf(scopeOf(method.Method.Name))));
            }
        });

    internal static void AddScopePolicies(this IServiceCollection services)
    {
        services.TryAddSingleton<IPolicyEvaluator, ScopeEvaluator>();
        services.TryAddSingleton<IAuthorizationMiddlewareResultHandler, AuthorizationMiddlewareResultHandler>(); // else one per request
        services.AddAuthorization(options =>
        {
            foreach (var scope in Enum.GetValues<Scopes>().Where(scope => scope != Scopes.None))
            {
                options.AddPolicy(NameOf(scope), policy => policy.AddRequirements(new ScopeRequirement(scope)));
            }

            options.FallbackPolicy = new AuthorizationPolicyBuilder().RequireAuthenticatedUser().Build();
        });
    }

    /// <summary>The scope that an endpoint needs, for a message.</summary>
    internal static string Needed(Endpoint? endpoint) => endpoint?.Metadata.GetMetadata<IAuthorizeData>()?.Policy ?? "for it";

    private static string NameOf(Scopes scope) => ScopeNames.Of(scope).Single();
}

/// <summary>The requirement is its own handler, so that none is looked up.</summary>
internal sealed class ScopeRequirement(Scopes scope) : AuthorizationHandler<ScopeRequirement>, IAuthorizationRequirement
{
    public bool IsMetBy(ClaimsPrincipal user) => user.Identity is KnownClient client && (client.Scopes & scope) == scope;

    protected override Task HandleRequirementAsync(AuthorizationHandlerContext context, ScopeRequirement requirement)
    {
        if (IsMetBy(context.User))
        {
            context.Succeed(requirement);
        }

        return Task.CompletedTask;
    }
}
