using System.Collections.Concurrent;
using System.Security.Cryptography;
using System.Text;
using Hosting.Errors;
using Microsoft.Extensions.Options;
using Microsoft.IdentityModel.JsonWebTokens;
using Microsoft.IdentityModel.Tokens;

namespace Hosting.Access;

/// <summary>
/// Identifies clients by tokens (JWT, RFC 7519) that an issuer has signed for this host. A verified token is remembered until it expires,
/// so that its signature is checked once. Every second the issuer's keys and the revocations are looked at.
/// </summary>
internal sealed partial class TokenClients : IDisposable
{
    /// <summary>With more, one is given up, with the long requests of its client.</summary>
    private const int MaxRemembered = 100_000;

    /// <summary>A longer subject of a token is named by its digest.</summary>
    private const int MaxSubject = 100;

    private static readonly TimeSpan Look = TimeSpan.FromSeconds(1), Skew = TimeSpan.FromSeconds(30);

    private static readonly Error Unreadable = new(
        AccessErrors.KeysUnreadable,
        "The keys of the tokens' issuer, or the revoked tokens, cannot be read. The log of this host has the reason.",
        TimeSpan.FromSeconds(2));

    private readonly AccessOptions _options;
    private readonly TimeProvider _time;
    private readonly ILogger<TokenClients> _log;
    private readonly JsonWebTokenHandler _handler = new() { MapInboundClaims = false };
    private readonly ConcurrentDictionary<string, Remembered> _remembered = [];
    private readonly IssuerKeys _keys;
    private readonly TokenRevocations _revocations;
    private readonly ITimer _timer;
    private int _unreadable;
    private int _looking;

    /// <exception cref="InvalidDataException">A file does not hold what it should.</exception>
    /// <exception cref="IOException">A file cannot be read.</exception>
    public TokenClients(IOptions<AccessOptions> options, TimeProvider time, ILogger<TokenClients> log)
    {
        (_options, _time, _log) = (options.Value, time, log);
        _keys = new(_options.TokenIssuer!, _options.TokenKeys, time);
        _revocations = new(_options.TokenRevocations);
        _timer = time.CreateTimer(_ => _ = RefreshAsync(), null, Look, Look);
    }

    /// <returns>The client, or why there is none.</returns>
    public async ValueTask<Result<KnownClient>> FindAsync(string token, CancellationToken cancellationToken)
    {
        if (Volatile.Read(ref _unreadable) == 1)
        {
            return Unreadable;
        }

        var digest = Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(token)));
        if (_remembered.TryGetValue(digest, out var known) && known.Expires > _time.GetUtcNow() - Skew)
        {
            return known.Client;
        }

        ICollection<SecurityKey> keys;
        try
        {
            keys = await _keys.GetAsync(cancellationToken);
        }
        catch (Exception gone) when (IsUnreadable(gone))
        {
            SetUnreadable(gone);
            return Unreadable;
        }

        var result = await _handler.ValidateTokenAsync(token, Rules(keys));
        if (!result.IsValid || result.SecurityToken is not JsonWebToken verified)
        {
            if (result.Exception is SecurityTokenSignatureKeyNotFoundException)
            {
                _keys.AskAgain();
            }

            return Refused(ReasonOf(result.Exception));
        }

        if (verified.TryGetHeaderValue<object>("crit", out _))
        {
            return Refused("This token has conditions that are not understood here (crit).");
        }

        if (IsOfAnotherKind(verified.Typ))
        {
            return Refused("This token was made for another purpose than access (typ).");
        }

        if (string.IsNullOrEmpty(verified.Subject))
        {
            return Refused("This token names no client (sub).");
        }

        if (_revocations.Has(verified.Id, verified.Subject))
        {
            return Refused("This token was revoked.");
        }

        return Remember(digest, verified);
    }

    public void Dispose()
    {
        _timer.Dispose();
        _keys.Dispose();
    }

    /// <summary>Ends the long requests of clients whose tokens have expired, were revoked, or whose key is the issuer's no more.</summary>
    internal async Task RefreshAsync()
    {
        if (Interlocked.Exchange(ref _looking, 1) == 1)
        {
            return; // the issuer is slow
        }

        try
        {
            _revocations.Refresh();
            var isReadable = Volatile.Read(ref _unreadable) == 0;
            var names = _remembered.IsEmpty && isReadable ? [] : (await _keys.GetAsync(CancellationToken.None)).Select(Name).ToHashSet();
            var now = _time.GetUtcNow() - Skew;
            foreach (var (digest, known) in _remembered)
            {
                if (known.Expires <= now || !names.Contains(known.Key) || _revocations.Has(known.Id, known.Subject))
                {
                    Forget(digest);
                }
            }

            if (!isReadable)
            {
                Volatile.Write(ref _unreadable, 0);
            }
        }
        catch (Exception gone) when (IsUnreadable(gone))
        {
            SetUnreadable(gone);
            foreach (var digest in _remembered.Keys)
            {
                Forget(digest);
            }
        }
        finally
        {
            Volatile.Write(ref _looking, 0);
        }
    }

    private static bool IsUnreadable(Exception gone) =>
        gone is InvalidOperationException or TimeoutException or InvalidDataException or IOException or UnauthorizedAccessException;

    /// <summary>A token that names its kind must not be taken for one of another kind (RFC 8725, section 3.11).</summary>
    private static bool IsOfAnotherKind(string? typ) =>
        typ is not null
        && typ.EndsWith("+jwt", StringComparison.OrdinalIgnoreCase)
        && !typ.EndsWith("at+jwt", StringComparison.OrdinalIgnoreCase);

    private static Error Refused(string detail) => new(AccessErrors.Unauthenticated, detail);

    private static string Name(SecurityKey key) => Convert.ToBase64String(key.ComputeJwkThumbprint());

    private static string ReasonOf(Exception? problem) => problem switch
    {
        SecurityTokenExpiredException => "This token has expired.",
        SecurityTokenNotYetValidException => "This token is not valid yet.",
        SecurityTokenInvalidIssuerException => "This token is of another issuer.",
        SecurityTokenInvalidAudienceException => "This token is for somebody else: it has another audience.",
        SecurityTokenNoExpirationException => "This token has no end (exp): such tokens are not taken.",
        SecurityTokenSignatureKeyNotFoundException => "This token is signed by a key that is not its issuer's.",
        SecurityTokenInvalidAlgorithmException => "This token is signed in a way that is not taken here: use RS, PS or ES.",
        SecurityTokenInvalidSignatureException => "The signature of this token is not right, or it has none.",
        _ => "This is not a token that can be read.",
    };

    /// <summary>It goes into a header, and into limits: so it has few characters, which all headers bear.</summary>
    private static string IdOf(string subject) =>
        $"token:{(subject.Length <= MaxSubject && subject.All(IsPlain) ? subject : Digest(subject))}";

    private static bool IsPlain(char character) => character is > ' ' and <= '~';

    private static string Digest(string subject) => Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(subject)));

    /// <summary>
    /// Until the keys have been read again, which is tried each second, no request waits for them. So the log has a line a second at most.
    /// </summary>
    private void SetUnreadable(Exception gone)
    {
        if (Interlocked.Exchange(ref _unreadable, 1) == 0)
        {
            Log.Unreadable(_log, gone.Message);
        }
    }

    private TokenValidationParameters Rules(ICollection<SecurityKey> keys) => new()
    {
        ValidIssuer = _options.TokenIssuer,
        ValidAudience = _options.TokenAudience,
        IssuerSigningKeys = keys,
        ValidAlgorithms = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512"],
        ClockSkew = Skew,
        LifetimeValidator = (from, until, _, rules) =>
        {
            var now = _time.GetUtcNow().UtcDateTime;
            return until is not { } end ? throw new SecurityTokenNoExpirationException()
                : from > now + rules.ClockSkew ? throw new SecurityTokenNotYetValidException()
                : end < now - rules.ClockSkew ? throw new SecurityTokenExpiredException()
                : true;
        },
    };

    private KnownClient Remember(string digest, JsonWebToken token)
    {
        if (_remembered.Count >= MaxRemembered)
        {
            Forget(_remembered.First().Key);
        }

        var ended = new CancellationTokenSource();
        var client = new KnownClient(IdOf(token.Subject), token.Subject, ScopesOf(token)) { Ended = ended.Token };
        var expires = new DateTimeOffset(token.ValidTo, TimeSpan.Zero);
        return _remembered.GetOrAdd(
            digest, new Remembered(client, token.Id, token.Subject, Name(token.SigningKey), expires, ended)).Client;
    }

    /// <summary>Others than ours, such as openid, are for others. Case counts (RFC 6749, section 3.3).</summary>
    private Scopes ScopesOf(JsonWebToken token) => token.Claims
        .Where(claim => claim.Type == _options.TokenScopes)
        .SelectMany(claim => claim.Value.Split(' ', StringSplitOptions.RemoveEmptyEntries))
        .Where(ScopeNames.All.Contains)
        .Aggregate(Scopes.None, (all, name) => ScopeNames.TryParse([name], out var scope) ? all | scope : all);

    private void Forget(string digest)
    {
        if (_remembered.TryRemove(digest, out var known))
        {
            _ = known.Ended.CancelAsync();
        }
    }

    private sealed record Remembered(
        KnownClient Client, string Id, string Subject, string Key, DateTimeOffset Expires, CancellationTokenSource Ended);

    private static partial class Log
    {
        [LoggerMessage(63, LogLevel.Error, "Tokens cannot be checked, and are refused: {Reason}")]
        public static partial void Unreadable(ILogger logger, string reason);
    }
}
