using Microsoft.AspNetCore.Authorization;

namespace Hosting.Access;

/// <summary>For long requests: their client may lose its access before they end.</summary>
public static class LastingAccess
{
    /// <returns>
    /// Fires within two seconds when the key of the request is revoked, changed or removed, expires, or cannot be read any more; and when
    /// its certificate expires or is revoked, or no revocation list says that it is not. Never fires at an endpoint that needs no key.
    /// </returns>
    public static CancellationToken AccessEnded(this HttpContext context) =>
        context.User.Identity is KnownClient client && context.GetEndpoint()?.Metadata.GetMetadata<IAuthorizeData>() is not null
            ? client.Ended
            : CancellationToken.None;
}
