using Hosting.Access;
using Hosting.Settings;
using Microsoft.Extensions.Options;

namespace Hosting.Listeners;

/// <summary>A host that others can reach does not start without keys and TLS, unless it is explicitly allowed.</summary>
internal sealed class Exposure(HostDescription host, IOptions<AccessOptions> access, IEnumerable<Listener> listeners)
    : IValidateOptions<HostSettings>
{
    public ValidateOptionsResult Validate(string? name, HostSettings options)
    {
        if (ListenAddress.Problem(options.Address, "") is not null || AccessOptions.IsLoopback(options))
        {
            return ValidateOptionsResult.Success;
        }

        // Without TLS no client can show a certificate.
        var hasTls = options.Certificate is not null && listeners.Any(listener => listener is { IsTls: true, Name: null });
        var isOpen = string.IsNullOrEmpty(access.Value.Keys) && !access.Value.TakesTokens && !(hasTls && access.Value.AsksClients);
        var isClear = !hasTls && !access.Value.AllowPlaintext;
        if (!isOpen && !isClear)
        {
            return ValidateOptionsResult.Success;
        }

        var lacks = (isOpen, isClear) switch
        {
            (true, true) => "needs no keys, and has no certificate",
            (true, false) => "needs no keys",
            _ => "has no certificate",
        };
        var key = host.Key("");
        return ValidateOptionsResult.Fail(
            $"""
            {key}Address={options.Address} can be reached by others, and this host {lacks}. Three settings mend it:
              {key}{nameof(AccessOptions.Keys)}=keys.json  (the command keys add NAME --scopes submit,read makes it)
              {key}{nameof(HostSettings.Certificate)}=server.pem  (the certificate and its key)
              {key}{nameof(AccessOptions.AllowPlaintext)}=true  (instead of the certificate, where others secure the network)
            """);
    }
}
