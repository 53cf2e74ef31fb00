using Elastic.Transport;

namespace Elasticsearch.Client.Transport;

/// <summary>How the client logs in, in the package's words.</summary>
internal static class Credentials
{
    /// <returns>Null when nobody has to log in.</returns>
    public static AuthorizationHeader? Of(ClusterOptions options) =>
        options.ApiKey is { } key ? new ApiKey(key)
        : options.BearerToken is { } token ? new BearerToken(token)
        : options.UserName is { } user ? new BasicAuthentication(user, options.Password!)
        : null;

    /// <summary>The package has none of its own (RFC 6750).</summary>
    private sealed class BearerToken(string token) : AuthorizationHeader
    {
        public override string AuthScheme => "Bearer";

        public override bool TryGetAuthorizationParameters(out string value)
        {
            value = token;
            return true;
        }
    }
}
