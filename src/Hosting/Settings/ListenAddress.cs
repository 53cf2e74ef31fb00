using System.Net;

namespace Hosting.Settings;

/// <summary>The address that a host listens on, as people write it.</summary>
internal static class ListenAddress
{
    /// <returns>
    /// The address without brackets and spaces, and 127.0.0.1 for <c>localhost</c>; any other text as it is, for <see cref="Problem"/>.
    /// </returns>
    public static string Normal(string? text) => text?.Trim() switch
    {
        null => "",
        var name when name.Equals("localhost", StringComparison.OrdinalIgnoreCase) => $"{IPAddress.Loopback}",
        ['[', .. var inner, ']'] => inner,
        var other => other,
    };

    /// <returns>How to write it, in a sentence; null if it is an address.</returns>
    /// <param name="text">As <see cref="Normal"/> returns it.</param>
    /// <param name="port">The key of the host's port.</param>
    public static string? Problem(string text, string port)
    {
        // The framework ignores what follows the bracket of [::1]:5080, and takes 5080 and 127.1 for addresses.
        var isAddress = IPAddress.TryParse(text, out _) && !text.Contains('[')
            && (text.Contains(':') || text.Split('.') is [_, _, _, _]);
        return isAddress ? null
            : "it has to be an IP address, such as 127.0.0.1 or ::1, or localhost; 0.0.0.0 is every address of this machine"
                + $"{Port(text, port)}.";
    }

    private static string Port(string text, string port) =>
        text.LastIndexOf(':') is >= 0 and var colon && ushort.TryParse(text.AsSpan(colon + 1), out _)
            ? $". The port stands in {port}" : "";
}
