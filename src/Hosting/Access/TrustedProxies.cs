using System.Net;
using Hosting.Audit;
using Microsoft.Extensions.Options;
using Trust;

namespace Hosting.Access;

/// <summary>
/// Gateways that check a client's key themselves, and name the client in <c>x-client</c>. The header of any other sender is removed, and
/// kept as <see cref="ClaimedClient"/>.
/// </summary>
internal sealed class TrustedProxies
{
    private const int MaxName = 128;

    /// <summary>A gateway of ours writes its client's address, and nothing else.</summary>
    private const string ForwardedFor = "x-forwarded-for";

    private readonly List<IPNetwork> _networks = [];
    private readonly HashSet<string> _names = [];
    private readonly bool _asksClients;

    /// <exception cref="InvalidDataException">An entry is neither an address, nor a network, nor a name with its kind.</exception>
    public TrustedProxies(IOptions<AccessOptions> options)
    {
        _asksClients = options.Value.AsksClients;
        foreach (var entry in AccessOptions.List(options.Value.TrustedProxies))
        {
            if (entry.IndexOf('=') is > 0 and var end && CertificateNames.IsKind(entry[..end]))
            {
                _names.Add(CertificateNames.Normal(entry));
            }
            else if (Networks.TryParse(entry, out var network))
            {
                _networks.Add(network);
            }
            else
            {
                throw new InvalidDataException(
                    $"{nameof(AccessOptions.TrustedProxies)} has {entry}: "
                    + "write an address, a network (10.0.0.0/8), or CN=NAME, DNS=NAME or URI=NAME of a certificate.");
            }
        }
    }

    /// <summary>
    /// Replaces a trusted gateway by the client that it names; the client gets the gateway's rights. A gateway that was refused itself
    /// stays unknown, and gets the reason.
    /// </summary>
    public void Believe(HttpContext context)
    {
        var named = context.Request.Headers[AccessOptions.ClientField];
        if (named.Count == 0)
        {
            return;
        }

        context.Request.Headers.Remove(AccessOptions.ClientField);
        if (named is not [{ Length: > 0 and <= MaxName } name])
        {
            return;
        }

        if (!IsTrusted(context))
        {
            context.Features.Set(new ClaimedClient(name));
        }
        else
        {
            var gateway = context.User.Identity as KnownClient;
            if (gateway is not null || !_asksClients)
            {
                context.User = new KnownClient(name, name, gateway?.Scopes ?? Scopes.None) { Ended = gateway?.Ended ?? default }.Principal;
                if (context.Request.Headers[ForwardedFor] is [{ } client] && IPAddress.TryParse(client, out var address))
                {
                    context.AuditAddress($"{address}");
                }
            }
        }
    }

    private bool IsTrusted(HttpContext context)
    {
        if (context.Connection.RemoteIpAddress is { } address && Networks.Contain(_networks, address))
        {
            return true;
        }

        // Only a certificate that authentication has accepted counts.
        return context.User.Identity is KnownClient { Names: { } names } && names.All.Any(_names.Contains);
    }
}
