using System.Diagnostics;
using System.Text.Json;

namespace Prober.Tests.Notifications;

/// <summary>
/// aiosmtpd, a mail server that nobody here wrote. It knows ada's password and everybody's mailbox but nobody's; what it takes it prints.
/// With a certificate it insists on TLS and on a log-in.
/// </summary>
internal sealed class MailServer : IDisposable
{
    private const string Script =
        """
        import asyncio, json, ssl, sys
        from aiosmtpd.smtp import SMTP, AuthResult

        class Mailboxes:
            async def handle_RCPT(self, server, session, envelope, address, options):
                if address.startswith('nobody'):
                    return '550 There is no such mailbox'
                envelope.rcpt_tos.append(address)
                return '250 OK'

            async def handle_DATA(self, server, session, envelope):
                print(json.dumps({
                    'secured': server.transport.get_extra_info('ssl_object') is not None,
                    'login': session.auth_data, 'from': envelope.mail_from, 'to': envelope.rcpt_tos,
                    'text': envelope.content.decode()}), flush=True)
                return '250 OK'

        def log_in(server, session, envelope, mechanism, data):
            good = (data.login, data.password) == (b'ada', b's3cret')
            return AuthResult(success=good, handled=False, auth_data=data.login.decode())  # it has not answered yet

        async def main(certificate=None, key=None, implicit=None):
            context = None
            if certificate:
                context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
                context.load_cert_chain(certificate, key)
            later = None if implicit else context  # with STARTTLS
            server = await asyncio.get_running_loop().create_server(
                lambda: SMTP(Mailboxes(), tls_context=later, require_starttls=later is not None, authenticator=log_in,
                             auth_required=context is not None, auth_require_tls=later is not None),
                '127.0.0.1', 0, ssl=context if implicit else None)
            print(server.sockets[0].getsockname()[1], flush=True)
            await server.serve_forever()

        asyncio.run(main(*sys.argv[1:]))
        """;

    private readonly Process _process;

    private MailServer(Process process, int port) => (_process, Port) = (process, port);

    public int Port { get; }

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    /// <param name="certificate">
    /// Files of its certificate and key, for STARTTLS, or these and <c>implicit</c>, for TLS from the first byte; empty for no TLS.
    /// </param>
    public static async Task<MailServer> StartAsync(params string[] certificate)
    {
        SkipUnlessPresent();
        var process = DebianPython.Start(["-W", "ignore", "-c", Script, .. certificate]);
        return new(process, int.Parse((await process.StandardOutput.ReadLineAsync(Token).AsTask().Within())!, null));
    }

    /// <summary>The next mail that it took.</summary>
    public async Task<Mail> ReadAsync() => JsonSerializer.Deserialize<Mail>(
        (await _process.StandardOutput.ReadLineAsync(Token).AsTask().Within())!, JsonSerializerOptions.Web)!;

    public void Dispose()
    {
        _process.Kill();
        _process.Dispose();
    }

    private static void SkipUnlessPresent()
    {
        if (!File.Exists("/usr/bin/python3"))
        {
            MissingPeer.Skip("python3 is not installed: this test needs its aiosmtpd (Debian: apt-get install python3-aiosmtpd).");
        }

        using var probe = DebianPython.Start("-c", "import aiosmtpd");
        probe.WaitForExit();
        if (probe.ExitCode != 0)
        {
            MissingPeer.Skip("aiosmtpd is not installed: this test needs it (Debian: apt-get install python3-aiosmtpd).");
        }
    }

    /// <param name="Login">Who logged in; null for nobody.</param>
    internal sealed record Mail(bool Secured, string? Login, string From, IReadOnlyList<string> To, string Text);
}
