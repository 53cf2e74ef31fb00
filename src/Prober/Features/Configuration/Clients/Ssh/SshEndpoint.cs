using System.Globalization;

namespace Prober.Features.Configuration.Clients.Ssh;

/// <summary>An SSH server and the login there.</summary>
/// <param name="KeyFile">A private key; null for none.</param>
/// <param name="HostKey">The only accepted host key, as in <c>SHA256:…</c>; null for the one that is remembered.</param>
internal sealed record SshEndpoint(
    string Host, int Port, string User, string? Password, string? KeyFile, string? Passphrase, string? HostKey)
{
    private const int UsualPort = 22;

    /// <summary>The keys <c>host</c> (which may hold a user), <c>username</c>, <c>password</c>, <c>key</c> and <c>passphrase</c>.</summary>
    public static SshEndpoint? Read(ConfigSection section)
    {
        var text = section.Required("host", "ada@example.com:22");
        var at = text.LastIndexOf('@');
        var (user, address) = (at > 0 ? text[..at] : section.User() ?? "", text[(at + 1)..]);
        section.User();
        var (password, key, phrase) = (section.Text("password"), section.Text("key"), section.Text("passphrase"));
        var pinned = section.Text("host_key");
        var colon = address.LastIndexOf(':');
        var hasPort = colon >= 0 && (address.IndexOf(':') == colon || address[..colon].EndsWith(']'));
        var host = (hasPort ? address[..colon] : address).Trim('[', ']');
        host = host.Length > 0 ? host : "localhost";
        var port = UsualPort;
        if (text.Length > 0 && (Uri.CheckHostName(host) == UriHostNameType.Unknown
            || (hasPort && address[(colon + 1)..] is { Length: > 0 } number
                && !(int.TryParse(number, NumberStyles.None, CultureInfo.InvariantCulture, out port) && port is > 0 and <= 65535))))
        {
            section.Add(section.LineOf("host"), "host has to be a name or an address, such as ada@example.com:22");
            return null;
        }

        if (user.Length == 0 && text.Length > 0)
        {
            section.Unready("host", "there is no username, neither as username nor before an @ in host");
        }

        if (key is not null && !File.Exists(key))
        {
            section.Unready("key", $"the file {key} does not exist");
        }

        if (key is null && password is null)
        {
            section.Unready("host", "there is neither a password nor a key to log in with");
        }

        return new(host, port, user, password, key, phrase, pinned);
    }
}
