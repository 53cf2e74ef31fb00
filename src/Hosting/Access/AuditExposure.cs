using Hosting.Audit;
using Hosting.Settings;
using Microsoft.Extensions.Options;

namespace Hosting.Access;

/// <summary>Ensures that the address of the audit journal is valid, and that the key for it never crosses a network unencrypted.</summary>
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

        return SentKey.Problem(
            host, KeyOf(nameof(AuditOptions.Key)), options.Key, [KeyValuePair.Create(Key(nameof(AuditOptions.Url)), journal)], access.Value)
            is { } problem ? ValidateOptionsResult.Fail(problem) : ValidateOptionsResult.Success;
    }

    private string Key(string name) => host.Key(KeyOf(name));

    private static string KeyOf(string name) => $"{AuditOptions.Section}:{name}";
}
