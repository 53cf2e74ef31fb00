using System.Runtime.CompilerServices;
using Microsoft.AspNetCore.Authentication;
using Microsoft.AspNetCore.Authorization;
using Microsoft.AspNetCore.Authorization.Policy;

namespace Hosting.Access;

/// <summary>
/// ASP.NET Core's policy evaluation, with a short path for policies that are one scope: ASP.NET Core's own makes a dozen objects for each
/// request. All other policies take the normal path.
/// </summary>
internal sealed class ScopeEvaluator(IAuthorizationService authorization, IAuthenticationService authentication)
    : PolicyEvaluator(authorization)
{
    private static readonly Task<PolicyAuthorizationResult> Allowed = Task.FromResult(PolicyAuthorizationResult.Success());
    private static readonly Task<PolicyAuthorizationResult> Forbidden = Task.FromResult(PolicyAuthorizationResult.Forbid());
    private static readonly Task<PolicyAuthorizationResult> Challenged = Task.FromResult(PolicyAuthorizationResult.Challenge());

    /// <summary>
    /// The single scope that an endpoint needs, cached once ASP.NET Core has combined its policies and admitted a client. An endpoint's
    /// policies do not change, and an endpoint that is replaced is forgotten.
    /// </summary>
    private readonly ConditionalWeakTable<Endpoint, ScopeRequirement> _scopes = [];

    /// <summary>
    /// Whether ASP.NET Core would certainly admit the request; asking it would cost more than checking a key. False means that it has to be
    /// asked.
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
