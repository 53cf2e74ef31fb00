using Hosting.Settings;

namespace Hosting.Access;

/// <summary>A key that a host shows to another one does not cross a network in the clear.</summary>
public static class SentKey
{
    /// <param name="host">Whose setting it is.</param>
    /// <param name="setting">The key's setting, without the host's section.</param>
    /// <param name="key">The key; null or empty for none.</param>
    /// <param name="targets">Where it is sent, by the words that name the place to a person.</param>
    /// <param name="access">Whether others secure the network.</param>
    /// <returns>A sentence that says what is wrong and what to do; null when nothing is.</returns>
    public static string? Problem(
        HostDescription host, string setting, string? key, IEnumerable<KeyValuePair<string, Uri>> targets, AccessOptions access)
    {
        if (string.IsNullOrEmpty(key))
        {
            return null;
        }

        if (key.Any(letter => letter is <= ' ' or > '~'))
        {
            return $"{host.Key(setting)} is no key: it holds more than ASCII letters, digits and signs.";
        }

        var open = targets.FirstOrDefault(target => target.Value.Scheme != Uri.UriSchemeHttps && !target.Value.IsLoopback);
        return open.Value is null || access.AllowPlaintext ? null
            : $"{host.Key(setting)} would be sent in the clear: {open.Key} needs https, "
                + $"or {host.Key(nameof(AccessOptions.AllowPlaintext))}=true where others secure the network.";
    }
}
