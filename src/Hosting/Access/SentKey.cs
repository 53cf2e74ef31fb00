using Hosting.Settings;

namespace Hosting.Access;

/// <summary>Ensures that a key which a host shows to another one never crosses a network unencrypted.</summary>
public static class SentKey
{
    /// <param name="host">The host that has the setting.</param>
    /// <param name="setting">The key's setting, without the host's section.</param>
    /// <param name="key">The key; null or empty for none.</param>
    /// <param name="targets">The addresses that it is sent to, by their names in messages.</param>
    /// <param name="access">Whether plaintext is allowed, because the network is secured otherwise.</param>
    /// <returns>The problem and its remedy, as a sentence; null if there is no problem.</returns>
    public static string? Problem(
        HostDescription host, string setting, string? key, IEnumerable<KeyValuePair<string, Uri>> targets, AccessOptions access)
    {
        if (string.IsNullOrEmpty(key))
        {
            return null;
        }

        if (key.Any(letter => letter is <= ' ' or > '~'))
        {
            return $"{host.Key(setting)} is not a key: it has characters other than ASCII letters, digits and signs.";
        }

        var open = targets.FirstOrDefault(target => target.Value.Scheme != Uri.UriSchemeHttps && !target.Value.IsLoopback);
        return open.Value is null || access.AllowPlaintext ? null
            : $"{host.Key(setting)} would be sent without TLS: {open.Key} needs https, "
                + $"or {host.Key(nameof(AccessOptions.AllowPlaintext))}=true if the network is secured otherwise.";
    }
}
