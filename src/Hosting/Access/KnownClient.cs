using System.Security.Claims;
using Microsoft.AspNetCore.Authentication;
using Trust;

namespace Hosting.Access;

/// <summary>A client that was identified by a key or a certificate. Made once, and used for all of its requests.</summary>
internal sealed class KnownClient : ClaimsIdentity
{
    private const string Scheme = "Client";

    /// <param name="id">Identifies it in limits and in the audit trail; not secret.</param>
    /// <param name="name">For people.</param>
    /// <param name="scopes">Its rights.</param>
    public KnownClient(string id, string name, Scopes scopes)
        : base([new(DefaultNameClaimType, name), new(ClaimTypes.NameIdentifier, id)], Scheme)
    {
        (Id, Scopes) = (id, scopes);
        Principal = new(this);
        Result = Task.FromResult(AuthenticateResult.Success(new AuthenticationTicket(Principal, Scheme)));
    }

    public string Id { get; }

    public Scopes Scopes { get; }

    /// <summary>Fires when the client's key or certificate is no longer valid.</summary>
    public CancellationToken Ended { get; init; }

    /// <summary>The names of its certificate; null for a key.</summary>
    public CertificateNames? Names { get; init; }

    public ClaimsPrincipal Principal { get; }

    public Task<AuthenticateResult> Result { get; }
}
