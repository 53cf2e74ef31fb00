using System.Runtime.InteropServices;

namespace Hosting.Lifetime;

/// <summary>
/// .NET takes its cryptography on Linux from OpenSSL, and aborts the process without a word of help where that is missing. Asked first, a
/// host can say what to install.
/// </summary>
internal static class OpenSsl
{
    /// <summary>In the order in which .NET looks for them.</summary>
    private static readonly string[] Libraries = ["libssl.so.3", "libssl.so.1.1"];

    /// <returns>Null when it is there, or not needed here.</returns>
    public static string? Problem() => OperatingSystem.IsLinux() ? Problem(IsThere) : null;

    internal static string? Problem(Func<string, bool> isThere) => Libraries.Any(isThere)
        ? null
        : $"OpenSSL is missing: there is no {Libraries[0]}. Install it: `apt install libssl3` on Debian 12 and Ubuntu 22.04 "
            + "(libssl3t64 on later ones), `dnf install openssl-libs` on Fedora and RHEL, `apk add libssl3` on Alpine.";

    private static bool IsThere(string library) => NativeLibrary.TryLoad(library, out _); // kept: .NET loads it next
}
