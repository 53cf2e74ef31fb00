using Hosting.Audit;
using Hosting.Settings;
using Microsoft.Extensions.Options;

namespace Hosting.Access;

/// <summary>The audit trail goes to an address that can be one, and the key for it does not cross a network in the clear.</summary>
internal sealed class AuditExposure(HostDescription host, IOptions<AccessOptions> access) : IValidateOptions<AuditOptions>
{
    public ValidateOptionsResult Validate(string? name, AuditOptions options)
    {
        if (options.Url is not { Length: > 0 } text)
        {
            return ValidateOptionsResult.Success;
        }

        if (AuditOptions.JournalOf(text) is not { } journal)
        {
            return ValidateOptionsResult.Fail(
                $"{Key(nameof(AuditOptions.Url))} has to be the address of a journal, such as http://127.0.0.1:5580.");
        }

        if (options.Key is not { Length: > 0 } key)
        {
            return ValidateOptionsResult.Success;
        }

        if (key.Any(letter => letter is <= ' ' or > '~'))
        {
            return ValidateOptionsResult.Fail(
                $"{Key(nameof(AuditOptions.Key))} is no key: it holds more than ASCII letters, digits and signs.");
        }

        return journal.Scheme == Uri.UriSchemeHttps || journal.IsLoopback || access.Value.AllowPlaintext
            ? ValidateOptionsResult.Success
            : ValidateOptionsResult.Fail(
                $"{Key(nameof(AuditOptions.Key))} would be sent in the clear: {Key(nameof(AuditOptions.Url))} needs https, "
                + $"or {host.Key(nameof(AccessOptions.AllowPlaintext))}=true where others secure the network.");
    }

    private string Key(string name) => host.Key($"{AuditOptions.Section}:{name}");
}
