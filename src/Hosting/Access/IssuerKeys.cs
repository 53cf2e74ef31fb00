using Durable;
using Hosting.Files;
using Hosting.Outgoing;
using Microsoft.IdentityModel.Protocols;
using Microsoft.IdentityModel.Protocols.OpenIdConnect;
using Microsoft.IdentityModel.Tokens;

namespace Hosting.Access;

/// <summary>The public keys with which an issuer's tokens are verified: from a file, or from the issuer itself (OpenID Connect).</summary>
internal sealed class IssuerKeys : IDisposable
{
    /// <summary>Discovery asks the issuer twice: for its description, and for its keys.</summary>
    private static readonly TimeSpan AskTimeout = TimeSpan.FromSeconds(4), LongestWait = 2 * AskTimeout;

    private readonly Lock _gate = new();
    private readonly TimeProvider _time;
    private readonly HttpClient? _http;
    private readonly string? _file;
    private readonly ConfigurationManager<OpenIdConnectConfiguration>? _issuer;
    private FileState _seen;
    private ICollection<SecurityKey> _keys = [];
    private Task<OpenIdConnectConfiguration>? _asking;

    /// <exception cref="InvalidDataException">The file holds no key that can verify a token.</exception>
    /// <exception cref="IOException">The file cannot be read.</exception>
    public IssuerKeys(string issuer, string? file, TimeProvider time)
    {
        _time = time;
        _file = string.IsNullOrEmpty(file) ? null : file;
        if (_file is not null)
        {
            (_seen, _keys) = (FileState.Of(_file), Read(_file));
            return;
        }

        var handler = new SocketsHttpHandler { PooledConnectionLifetime = TimeSpan.FromMinutes(5) }; // its name may get another address
        _http = OutgoingHttp.NewClient(handler, AskTimeout, 1 << 20);
        _issuer = new(
            $"{issuer.TrimEnd('/')}/.well-known/openid-configuration",
            new OpenIdConnectConfigurationRetriever(),
            new HttpDocumentRetriever(_http) { RequireHttps = !new Uri(issuer).IsLoopback })
        {
            AutomaticRefreshInterval = ConfigurationManager<OpenIdConnectConfiguration>.MinimumAutomaticRefreshInterval,
            RefreshInterval = TimeSpan.FromSeconds(10),
        };
    }

    /// <returns>Whether an issuer's name is an address that may be asked for its keys.</returns>
    public static bool IsAddress(string issuer) => Uri.TryCreate(issuer, UriKind.Absolute, out var address)
        && (address.Scheme == Uri.UriSchemeHttps || (address.Scheme == Uri.UriSchemeHttp && address.IsLoopback));

    /// <summary>The same object as long as the keys are the same.</summary>
    /// <exception cref="InvalidOperationException">The issuer does not answer, or not with keys.</exception>
    /// <exception cref="TimeoutException">The issuer has not answered for eight seconds.</exception>
    /// <exception cref="InvalidDataException">The file has changed, and holds no such key.</exception>
    /// <exception cref="IOException">The file has changed, and cannot be read.</exception>
    public async ValueTask<ICollection<SecurityKey>> GetAsync(CancellationToken cancellationToken)
    {
        if (_issuer is not null)
        {
            return (await AskAsync(_issuer).WaitAsync(LongestWait, _time, cancellationToken)).SigningKeys;
        }

        lock (_gate)
        {
            var state = FileState.Of(_file!);
            if (state != _seen)
            {
                _keys = Read(_file!);
                _seen = state;
            }

            return _keys;
        }
    }

    /// <summary>A token names a key that is not among them: the issuer is asked again soon.</summary>
    public void AskAgain() => _issuer?.RequestRefresh();

    public void Dispose() => _http?.Dispose();

    /// <summary>All requests wait for the same answer, and a client that leaves does not end it for the others.</summary>
    private Task<OpenIdConnectConfiguration> AskAsync(ConfigurationManager<OpenIdConnectConfiguration> issuer)
    {
        lock (_gate)
        {
            return _asking is { IsCompleted: false } ? _asking : _asking = issuer.GetConfigurationAsync(CancellationToken.None);
        }
    }

    /// <summary>A shared secret is none of them: with it a host could make tokens itself.</summary>
    private static List<SecurityKey> Read(string path)
    {
        try
        {
            List<SecurityKey> keys = [.. JsonWebKeySet.Create(SharedFile.ReadAllText(path)).GetSigningKeys().Where(IsPublic)];
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
