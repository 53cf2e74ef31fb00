using Microsoft.AspNetCore.Authorization;

namespace Hosting.Access;

/// <summary>For long requests: their client may lose its access before they end.</summary>
public static class LastingAccess
{
    /// <param name="context">The request.</param>
    /// <param name="needed">The key is needed although the endpoint needs none.</param>
    /// <returns>
    /// Fires within two seconds when the key of the request is revoked, changed or removed, expires, or cannot be read any more; and when
    /// its certificate expires or is revoked, or no revocation list says that it is not. Never fires where no key is needed.
    /// </returns>
    public static CancellationToken AccessEnded(this HttpContext context, bool needed = false) =>
        context.User.Identity is KnownClient client
        && (needed || context.GetEndpoint()?.Metadata.GetMetadata<IAuthorizeData>() is not null)
            ? client.Ended
            : CancellationToken.None;
}
