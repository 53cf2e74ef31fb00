using Hosting.Access;
using Hosting.Settings;
using Microsoft.Extensions.Options;

namespace Gateway.Features.Settings;

/// <summary>Ensures that the keys for the backends, which may do whatever any client may, never cross a network unencrypted.</summary>
internal sealed class BackendExposure(HostDescription host, IOptions<AccessOptions> access) : IValidateOptions<GatewayOptions>
{
    public ValidateOptionsResult Validate(string? name, GatewayOptions options)
    {
        List<string> problems =
        [
            .. Problems(nameof(GatewayOptions.BackendKey), options.BackendKey, options.Backends),
            .. options.Sets.SelectMany(set => Problems($"{nameof(GatewayOptions.Sets)}:{set.Key}:Key", set.Value.Key, set.Value.Backends)),
        ];
        return problems.Count == 0 ? ValidateOptionsResult.Success : ValidateOptionsResult.Fail(problems);
    }

    private IEnumerable<string> Problems(string setting, string? key, string backends) =>
        SentKey.Problem(
            host,
            setting,
            key,
            BackendAddressesAttribute.Parse(backends).Select(address => KeyValuePair.Create(address.Authority, address)),
            access.Value) is { } problem ? [problem] : [];
}
