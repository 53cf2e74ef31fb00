using Hosting.Access;
using Hosting.Settings;
using Microsoft.Extensions.Options;

namespace Gateway.Features.Settings;

/// <summary>Ensures that the key for the backends, which may do whatever any client may, never crosses a network unencrypted.</summary>
internal sealed class BackendExposure(HostDescription host, IOptions<AccessOptions> access) : IValidateOptions<GatewayOptions>
{
    public ValidateOptionsResult Validate(string? name, GatewayOptions options) =>
        Problem(options.BackendKey, options.Backends) is { } problem ? ValidateOptionsResult.Fail(problem) : ValidateOptionsResult.Success;

    /// <param name="key">The key for the backends; null or empty for none.</param>
    /// <param name="backends">Their addresses, separated by commas.</param>
    /// <returns>The problem, as a sentence; null if there is none.</returns>
    public string? Problem(string? key, string backends) => SentKey.Problem(
        host,
        nameof(GatewayOptions.BackendKey),
        key,
        BackendAddressesAttribute.Parse(backends).Select(address => KeyValuePair.Create(address.Authority, address)),
        access.Value);
}
