using Microsoft.AspNetCore.Authorization;

namespace Hosting.Access;

/// <summary>For requests that go on and on: whoever began one may be shut out before it ends.</summary>
public static class LastingAccess
{
    /// <returns>
    /// Fires within two seconds when the key of the request is revoked, changed or removed, expires, or cannot be read any more; never for
    /// a certificate, nor at an endpoint that needs no key.
    /// </returns>
    public static CancellationToken AccessEnded(this HttpContext context) =>
        context.User.Identity is KnownClient client && context.GetEndpoint()?.Metadata.GetMetadata<IAuthorizeData>() is not null
            ? client.Ended
            : CancellationToken.None;
}
