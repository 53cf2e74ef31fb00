using Hosting.Errors;
using Microsoft.AspNetCore.Authentication;

namespace Hosting.Access;

/// <summary>The one scheme of ASP.NET Core's authentication: who the client is, and what it is told when it may not.</summary>
internal sealed class ClientAuthentication(KeyAuthentication? keys, CertificateClients? certificates) : IAuthenticationHandler
{
    private HttpContext _context = null!;
    private Error? _refusal;

    public Task InitializeAsync(AuthenticationScheme scheme, HttpContext context)
    {
        _context = context;
        return Task.CompletedTask;
    }

    public Task<AuthenticateResult> AuthenticateAsync() => Task.FromResult(Find()?.Result ?? AuthenticateResult.NoResult());

    /// <summary>401 with the reason, as RFC 6750 has it.</summary>
    public Task ChallengeAsync(AuthenticationProperties? properties)
    {
        _context.Response.Headers.WWWAuthenticate = "Bearer";
        return _context.RefuseAsync(_refusal!);
    }

    /// <summary>A key that is sent decides; without one, the certificate.</summary>
    private KnownClient? Find()
    {
        var certificate = certificates is null ? null : _context.Connection.ClientCertificate;
        if (keys is not null && (certificate is null || KeyAuthentication.HasKey(_context.Request)))
        {
            return keys.Find(_context, out _refusal);
        }

        var reason = "Show a certificate that this host knows.";
        var client = certificate is null ? null : certificates!.Find(certificate, out reason);
        _refusal = client is null ? new(AccessErrors.Unauthenticated, reason) : null;
        return client;
    }

    public Task ForbidAsync(AuthenticationProperties? properties) => _context.RefuseAsync(new(
        AccessErrors.Forbidden, $"You have not the scope {ScopePolicies.Needed(_context.GetEndpoint())}. Ask whoever runs this host."));
}
