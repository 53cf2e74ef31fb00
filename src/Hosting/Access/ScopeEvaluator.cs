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

    public override Task<AuthenticateResult> AuthenticateAsync(AuthorizationPolicy policy, HttpContext context) =>
        authentication.AuthenticateAsync(context, scheme: null);

    public override Task<PolicyAuthorizationResult> AuthorizeAsync(
        AuthorizationPolicy policy, AuthenticateResult authenticationResult, HttpContext context, object? resource) =>
        policy.Requirements is not [ScopeRequirement scope] ? base.AuthorizeAsync(policy, authenticationResult, context, resource)
            : scope.IsMetBy(context.User) ? Allowed
            : authenticationResult.Succeeded ? Forbidden : Challenged;
}
