using System.Net.Security;
using System.Text.RegularExpressions;

namespace Prober.Engine.Probing.Securing;

/// <summary>
/// The cipher suites that a probe offers: all with AES or ChaCha20 that curl offers. .NET by itself offers fewer, and a
/// server that has none of these would be down for nobody but the prober.
/// </summary>
internal static partial class OfferedCiphers
{
    /// <summary>Null where the system alone decides. OpenSSL leaves out what it, or its security level, does not allow.</summary>
    public static CipherSuitesPolicy? Policy { get; } = OperatingSystem.IsLinux() ? new(All()) : null;

    /// <summary>The best first, for servers that follow the client: forward secrecy, then ciphers that authenticate.</summary>
    private static IEnumerable<TlsCipherSuite> All() => Enum.GetValues<TlsCipherSuite>()
        .Select(suite => (suite, Match: Suite().Match($"{suite}")))
        .Where(one => one.Match.Success)
        .OrderBy(one => one.Match.Groups["exchange"].Value switch { "" => 0, "ECDHE_ECDSA" or "ECDHE_RSA" => 1, "DHE_RSA" => 2, _ => 3 })
        .ThenBy(one => one.Match.Groups["mode"].Value == "CBC")
        .ThenBy(one => (int)one.suite)
        .Select(one => one.suite);

    /// <summary>Names of TLS 1.3 have no exchange of keys.</summary>
    [GeneratedRegex(
        "^TLS_(?:(?<exchange>ECDHE_ECDSA|ECDHE_RSA|DHE_RSA|RSA)_WITH_)?(?:CHACHA20_POLY1305|AES_(?:128|256)_(?<mode>GCM|CBC))_SHA")]
    private static partial Regex Suite();
}
