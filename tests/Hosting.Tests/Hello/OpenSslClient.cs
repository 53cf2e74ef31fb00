namespace Hosting.Tests.Hello;

/// <summary>The program openssl as a client over TLS.</summary>
internal static class OpenSslClient
{
    /// <summary>Sends a request for a page that needs a scope.</summary>
    /// <returns>The answer, with whatever openssl says.</returns>
    public static async Task<string> GetAsync(Uri tls, IEnumerable<string> options) => await OpenSslAuthority.RunAsync(
        ["s_client", "-connect", $"{tls.Host}:{tls.Port}", "-ign_eof", .. options],
        "GET /hello/world HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        mayFail: true);
}
