using System.Runtime.CompilerServices;
using Microsoft.AspNetCore.Authentication;
using Microsoft.AspNetCore.Authorization;
using Microsoft.AspNetCore.Authorization.Policy;

namespace Hosting.Access;

/// <summary>
/// ASP.NET Core's evaluation of policies, with a short way for those that are one scope: its own makes a dozen objects for each request.
/// Every other policy goes its way.
/// </summary>
internal sealed class ScopeEvaluator(IAuthorizationService authorization, IAuthenticationService authentication)
    : PolicyEvaluator(authorization)
{
    private static readonly Task<PolicyAuthorizationResult> Allowed = Task.FromResult(PolicyAuthorizationResult.Success());
    private static readonly Task<PolicyAuthorizationResult> Forbidden = Task.FromResult(PolicyAuthorizationResult.Forbid());
    private static readonly Task<PolicyAuthorizationResult> Challenged = Task.FromResult(PolicyAuthorizationResult.Challenge());

    /// <summary>
    /// The one scope that an endpoint asks for, once ASP.NET Core has put its policy together and a client was let in. What an endpoint
    /// asks for does not change, and an endpoint that is replaced is forgotten.
    /// </summary>
    private readonly ConditionalWeakTable<Endpoint, ScopeRequirement> _scopes = [];

    /// <summary>
    /// Whether ASP.NET Core would let the request in without a further look, which would cost it more than the check of a key. False says
    /// nothing.
    /// </summary>
    public bool LetsIn(HttpContext context) =>
        context.GetEndpoint() is { } endpoint && _scopes.TryGetValue(endpoint, out var scope) && scope.IsMetBy(context.User);

    public override Task<AuthenticateResult> AuthenticateAsync(AuthorizationPolicy policy, HttpContext context) =>
        authentication.AuthenticateAsync(context, scheme: null);

    public override Task<PolicyAuthorizationResult> AuthorizeAsync(
        AuthorizationPolicy policy, AuthenticateResult authenticationResult, HttpContext context, object? resource)
    {
        if (policy.Requirements is not [ScopeRequirement scope])
        {
            return base.AuthorizeAsync(policy, authenticationResult, context, resource);
        }

        if (!scope.IsMetBy(context.User))
        {
            return authenticationResult.Succeeded ? Forbidden : Challenged;
        }

        if (context.GetEndpoint() is { } endpoint)
        {
            _scopes.TryAdd(endpoint, scope);
        }

        return Allowed;
    }
}
