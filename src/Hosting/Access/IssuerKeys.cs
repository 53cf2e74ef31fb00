using Hosting.Files;
using Microsoft.IdentityModel.Protocols;
using Microsoft.IdentityModel.Protocols.OpenIdConnect;
using Microsoft.IdentityModel.Tokens;

namespace Hosting.Access;

/// <summary>The public keys with which an issuer's tokens are verified: from a file, or from the issuer itself (OpenID Connect).</summary>
internal sealed class IssuerKeys
{
    private readonly string? _file;
    private readonly ConfigurationManager<OpenIdConnectConfiguration>? _issuer;
    private FileState _seen;
    private ICollection<SecurityKey> _keys = [];

    /// <exception cref="InvalidDataException">The file holds no key that can verify a token.</exception>
    /// <exception cref="IOException">The file cannot be read.</exception>
    public IssuerKeys(string issuer, string? file)
    {
        _file = string.IsNullOrEmpty(file) ? null : file;
        if (_file is not null)
        {
            (_seen, _keys) = (FileState.Of(_file), Read(_file));
            return;
        }

        _issuer = new(
            $"{issuer.TrimEnd('/')}/.well-known/openid-configuration",
            new OpenIdConnectConfigurationRetriever(),
            new HttpDocumentRetriever { RequireHttps = !new Uri(issuer).IsLoopback })
        {
            AutomaticRefreshInterval = ConfigurationManager<OpenIdConnectConfiguration>.MinimumAutomaticRefreshInterval,
            RefreshInterval = TimeSpan.FromSeconds(10),
        };
    }

    /// <returns>Whether an issuer's name is an address that may be asked for its keys.</returns>
    public static bool IsAddress(string issuer) => Uri.TryCreate(issuer, UriKind.Absolute, out var address)
        && (address.Scheme == Uri.UriSchemeHttps || (address.Scheme == Uri.UriSchemeHttp && address.IsLoopback));

    /// <summary>The same object as long as the keys are the same.</summary>
    /// <exception cref="InvalidOperationException">The issuer does not answer.</exception>
    /// <exception cref="InvalidDataException">The file has changed, and holds no such key.</exception>
    /// <exception cref="IOException">The file has changed, and cannot be read.</exception>
    public async ValueTask<ICollection<SecurityKey>> GetAsync(CancellationToken cancellationToken)
    {
        if (_issuer is not null)
        {
            return (await _issuer.GetConfigurationAsync(cancellationToken)).SigningKeys;
        }

        var state = FileState.Of(_file!);
        if (state != _seen)
        {
            _keys = Read(_file!);
            _seen = state;
        }

        return _keys;
    }

    /// <summary>A token names a key that is not among them: the issuer is asked again soon.</summary>
    public void AskAgain() => _issuer?.RequestRefresh();

    /// <summary>A shared secret is none of them: with it a host could make tokens itself.</summary>
    private static List<SecurityKey> Read(string path)
    {
        try
        {
            List<SecurityKey> keys = [.. JsonWebKeySet.Create(File.ReadAllText(path)).GetSigningKeys().Where(IsPublic)];
            return keys.Count > 0 ? keys : throw new InvalidDataException(
                $"{path} holds no public key of an issuer: it has to be a JWKS with keys of kind RSA or EC.");
        }
        catch (Exception wrong) when (wrong is ArgumentException or System.Text.Json.JsonException)
        {
            throw new InvalidDataException($"{path} is not a JWKS: {wrong.Message}", wrong);
        }
    }

    private static bool IsPublic(SecurityKey key) => key is not SymmetricSecurityKey and not JsonWebKey { Kty: "oct" };
}
