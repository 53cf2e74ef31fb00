using Hosting.Access;
using Hosting.Settings;
using Microsoft.Extensions.Options;

namespace Gateway.Features.Settings;

/// <summary>The key for the backends, which may do what all clients may, does not cross a network in the clear.</summary>
internal sealed class BackendExposure(HostDescription host, IOptions<AccessOptions> access) : IValidateOptions<GatewayOptions>
{
    public ValidateOptionsResult Validate(string? name, GatewayOptions options) =>
        Problem(options.BackendKey, options.Backends) is { } problem ? ValidateOptionsResult.Fail(problem) : ValidateOptionsResult.Success;

    /// <param name="key">The key that backends are shown; null or empty for none.</param>
    /// <param name="backends">Their addresses, separated by commas.</param>
    /// <returns>A sentence that says what is wrong; null when nothing is.</returns>
    public string? Problem(string? key, string backends) => SentKey.Problem(
        host,
        nameof(GatewayOptions.BackendKey),
        key,
        BackendAddressesAttribute.Parse(backends).Select(address => KeyValuePair.Create(address.Authority, address)),
        access.Value);
}
