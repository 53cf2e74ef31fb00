using System.Security.Claims;
using Hosting.Errors;
using Microsoft.AspNetCore.Authentication;
using Microsoft.AspNetCore.Http.Features;

namespace Hosting.Access;

/// <summary>
/// ASP.NET Core's authentication service for a host with one way to identify its clients: who the client is, and what the refusal says.
/// There is no choice of schemes, and so none of the objects that the choice would cost each request.
/// </summary>
internal sealed class ClientAuthentication(KeyAuthentication? keys, CertificateClients? certificates, TokenAuthentication? tokens)
    : IAuthenticationService
{
    private static readonly Task<AuthenticateResult> Unknown = Task.FromResult(AuthenticateResult.NoResult());

    /// <summary>Call it before anything asks for the request's user. An unknown client fails at the first policy.</summary>
    public ValueTask TellAsync(HttpContext context)
    {
        if (tokens is not null && TokenAuthentication.TokenOf(context.Request) is { } token)
        {
            return TellAsync(context, tokens.FindAsync(token, context));
        }

        Tell(context, Find(context, out var refusal), refusal);
        return ValueTask.CompletedTask;
    }

    private static async ValueTask TellAsync(HttpContext context, ValueTask<Result<KnownClient>> finding)
    {
        var found = await finding;
        Tell(context, found.IsError(out var refusal, out var client) ? null : client, refusal);
    }

    private static void Tell(HttpContext context, KnownClient? client, Error? refusal)
    {
        if (client is not null)
        {
            context.User = client.Principal;
        }
        else
        {
            context.Features.Set(refusal); // for the challenge: a wrong key is checked only once, like a right one
        }
    }

    public Task<AuthenticateResult> AuthenticateAsync(HttpContext context, string? scheme) =>
        context.User.Identity is KnownClient client ? client.Result : Unknown;

    /// <summary>401 with the reason, as RFC 6750 has it.</summary>
    public Task ChallengeAsync(HttpContext context, string? scheme, AuthenticationProperties? properties)
    {
        context.Response.Headers.WWWAuthenticate = "Bearer";
        return context.RefuseAsync(context.Features.GetRequiredFeature<Error>());
    }

    public Task ForbidAsync(HttpContext context, string? scheme, AuthenticationProperties? properties) => context.RefuseAsync(new(
        AccessErrors.Forbidden,
        $"{(tokens is null ? "Your key lacks" : "You lack")} the scope {ScopePolicies.Needed(context.GetEndpoint())}. "
            + "Ask the administrator of this host."));

    /// <summary>There is no sign-in: each request carries its key.</summary>
    public Task SignInAsync(HttpContext context, string? scheme, ClaimsPrincipal principal, AuthenticationProperties? properties) =>
        throw new NotSupportedException();

    /// <inheritdoc cref="SignInAsync"/>
    public Task SignOutAsync(HttpContext context, string? scheme, AuthenticationProperties? properties) =>
        throw new NotSupportedException();

    /// <summary>If a key is sent, it decides; otherwise the certificate.</summary>
    /// <returns>The client, or why there is none.</returns>
    private KnownClient? Find(HttpContext context, out Error? refusal)
    {
        var certificate = certificates is null ? null : context.Connection.ClientCertificate;
        var isSilent = !KeyAuthentication.HasKey(context.Request);
        if (keys is not null && (certificate is null || !isSilent))
        {
            var known = keys.Find(context, out refusal);
            refusal = known is null && tokens is not null && isSilent
                ? new(AccessErrors.Unauthenticated, "Send a key or a token: Authorization: Bearer KEY or TOKEN.") : refusal;
            return known;
        }

        var reason = certificates is null ? "Send a token: Authorization: Bearer TOKEN."
            : "Use a client certificate that this host accepts.";
        var client = certificate is null ? null : certificates!.Find(certificate, out reason);
        refusal = client is null ? new(AccessErrors.Unauthenticated, reason) : null;
        return client;
    }
}
