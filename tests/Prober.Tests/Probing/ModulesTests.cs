using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Text;
using Prober.Engine.Tests.Probing;
using Prober.Features.Configuration;

namespace Prober.Tests.Probing;

/// <summary>Modules of <c>/probe</c>: the built-in ones, and those of a file as blackbox_exporter has it.</summary>
public sealed class ModulesTests : IDisposable
{
    private readonly TempDirectory _folder = new("modules");

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("http_2xx", "200 OK", 1)]
    [InlineData("http_2xx", "404 Not Found", 0)]
    [InlineData("http_2xx", "204 No Content", 1)]
    [InlineData("http_post_2xx", "200 OK", 1)]
    [InlineData("", "404 Not Found", 1)] // the configured target's own codes: EaseProbe's
    public async Task Probe_HttpModule_JudgesTheStatus(string module, string status, int success)
    {
        var method = "";
        await using var server = new RawServer(async (socket, token) =>
        {
            method = (await RawServer.ReadHeadAsync(socket, token)).Split(' ')[0];
            await socket.SendAsync(Encoding.ASCII.GetBytes($"HTTP/1.1 {status}\r\nContent-Length: 0\r\n\r\n"), token);
        });
        await using var host = await StartAsync($"http:\n  - {{ name: web, url: \"{server.Url}\" }}\n");

        (await ModuleProbes.ProbeAsync(host, $"target=web&module={module}")).ShouldContain($"probe_success {success}\n");

        method.ShouldBe(module == "http_post_2xx" ? "POST" : "GET");
    }

    /// <summary>Its own example has all of these.</summary>
    [Fact]
    public async Task Probe_ModuleWithFilesAndHeaders_SendsThem()
    {
        var said = "";
        await using var server = new RawServer(async (socket, token) =>
        {
            said = await RawServer.ReadHeadAsync(socket, token);
            await socket.SendAsync("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"u8.ToArray(), token);
        });
        File.WriteAllText(_folder.Combine("token"), "t0ken\n");
        File.WriteAllText(_folder.Combine("password"), "s3cret\n");
        var modules = $$"""
            modules:
              headers:
                prober: http
                http:
                  compression: gzip
                  http_headers:
                    X-One: { values: [a, b], secrets: [c], files: [{{_folder.Combine("token")}}] }
              bearer: { prober: http, http: { bearer_token_file: {{_folder.Combine("token")}} } }
              basic: { prober: http, http: { basic_auth: { username: ada, password_file: {{_folder.Combine("password")}} } } }
              own: { prober: http, http: { authorization: { type: Own, credentials_file: {{_folder.Combine("token")}} } } }
              body: { prober: http, http: { method: POST, body_file: {{_folder.Combine("token")}} } }
              missing: { prober: http, http: { bearer_token_file: /no/such/file } }
            """;
        await using var host = await StartAsync($"http:\n  - {{ name: web, url: \"{server.Url}\" }}\n", modules);

        (await SaidAsync("headers")).ShouldContain("X-One: a\r\nX-One: b\r\nX-One: c\r\nX-One: t0ken\r\nAccept-Encoding: gzip\r\n");
        (await SaidAsync("bearer")).ShouldContain("Authorization: Bearer t0ken\r\n");
        (await SaidAsync("basic")).ShouldContain("Authorization: Basic YWRhOnMzY3JldA==\r\n");
        (await SaidAsync("own")).ShouldContain("Authorization: Own t0ken\r\n");
        (await SaidAsync("body")).ShouldContain("Content-Length: 5\r\n");
        using var refused = await host.Http.GetAsync("/probe?target=web&module=missing", Token).Within();
        (await refused.Content.ReadAsStringAsync(Token)).ShouldContain("/no/such/file, which cannot be read");

        async Task<string> SaidAsync(string module)
        {
            said = "";
            (await ModuleProbes.ProbeAsync(host, $"target=web&module={module}")).ShouldContain("probe_success 1\n", customMessage: module);
            return said;
        }
    }

    [Fact]
    public async Task Probe_ModuleWhoseTargetLeadsElsewhere_SendsItsSecretsToTheTargetOnly()
    {
        var said = "";
        await using var other = new RawServer(async (socket, token) =>
        {
            said = await RawServer.ReadHeadAsync(socket, token);
            await socket.SendAsync("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"u8.ToArray(), token);
        });
        await using var server = RawServer.Answering($"HTTP/1.1 302 Found\r\nLocation: {other.Url}\r\nContent-Length: 0\r\n\r\n");
        const string Modules = """
            modules:
              m: { prober: http, http: { http_headers: { X-Key: { secrets: [c] }, X-Plain: { values: [a] } } } }
            """;
        await using var host = await StartAsync($"http:\n  - {{ name: web, url: \"{server.Url}\" }}\n", Modules);

        (await ModuleProbes.ProbeAsync(host, "target=web&module=m")).ShouldContain("probe_success 1\n");

        said.ShouldContain("X-Plain: a\r\n");
        said.ShouldNotContain("X-Key");
    }

    [Fact]
    public async Task Probe_DebugTrue_TellsTheStepsBeforeTheSeries()
    {
        await using var server = RawServer.Answering("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
        await using var host = await StartAsync($"http:\n  - {{ name: web, url: \"{server.Url}\" }}\n");

        var steps = await ModuleProbes.ProbeAsync(host, "target=web&module=http_2xx&debug=true");

        steps.ShouldContain("# connected in ");
        steps.ShouldContain("# HTTP/1.1 404, 0 redirects");
        steps.ShouldContain(": The status is 404.");
        steps.ShouldContain("probe_success 0\n");
    }

    [Theory]
    [InlineData("ssh_banner", "SSH-2.0-OpenSSH_9.9\r\n", 1)]
    [InlineData("ssh_banner", "HTTP/1.1 400\r\n", 0)]
    [InlineData("tcp_connect", "", 1)]
    [InlineData("irc", "PING :17\r\n", 1)]
    public async Task Probe_Conversation_IsHeld(string module, string first, int success)
    {
        await using var server = new RawServer(async (socket, token) =>
        {
            await socket.SendAsync(Encoding.ASCII.GetBytes(first), token);
            if (first.StartsWith("HTTP", StringComparison.Ordinal))
            {
                return; // and closes: what is not to be had must not wait for a time-out, which a busy machine may call its own
            }

            var buffer = new byte[1024];
            var got = "";
            while (await socket.ReceiveAsync(buffer, token) is > 0 and var read)
            {
                got += Encoding.ASCII.GetString(buffer, 0, read);
                if (got.Contains("PONG 17\n"))
                {
                    await socket.SendAsync(":server 001 prober\r\n"u8.ToArray(), token);
                }

                if (got.StartsWith("SSH"))
                {
                    return;
                }
            }
        });
        await using var host = await StartAsync($"tcp:\n  - {{ name: one, host: \"127.0.0.1:{server.Port}\", timeout: 30s }}\n", """
            modules:
              irc:
                prober: tcp
                tcp:
                  query_response:
                    - send: "NICK prober"
                    - expect: "PING :([^ ]+)"
                      send: "PONG ${1}"
                    - expect: "^:[^ ]+ 001"
            """);

        (await ModuleProbes.ProbeAsync(host, $"target=one&module={module}")).ShouldContain($"probe_success {success}\n");
    }

    [Theory]
    [InlineData(true, 1)]
    [InlineData(false, 0)] // its certificate is for another name
    public async Task Probe_StartTls_ChangesToTls(bool isForHost, int success)
    {
        using var authority = new Authority();
        using var certificate = authority.Sign(isForHost ? "localhost" : "other.test", -1, 30);
        File.WriteAllText(_folder.Combine("ca.pem"), authority.Pem);
        await using var server = new RawServer(async (socket, token) =>
        {
            await using var plain = new NetworkStream(socket);
            await SayAsync(plain, "220 mail ESMTP\r\n");
            await HearAsync(plain, "EHLO prober\r\n");
            await SayAsync(plain, "250-mail\r\n250-STARTTLS\r\n250 HELP\r\n");
            await HearAsync(plain, "STARTTLS\r\n");
            await SayAsync(plain, "220 go\r\n");
            await using var secured = new SslStream(plain);
            await secured.AuthenticateAsServerAsync(new() { ServerCertificate = certificate }, token);
            await HearAsync(secured, "EHLO prober\r\n");
            await SayAsync(secured, "250 HELP\r\n");
            await HearAsync(secured, "QUIT\r\n");

            async Task SayAsync(Stream stream, string text) => await stream.WriteAsync(Encoding.ASCII.GetBytes(text), token);

            async Task HearAsync(Stream stream, string text) => await stream.ReadExactlyAsync(new byte[text.Length], token);
        });
        await using var host = await StartAsync($"tcp:\n  - {{ name: mail, host: \"localhost:{server.Port}\" }}\n", $$"""
            modules:
              smtp:
                prober: tcp
                tcp:
                  tls_config: { ca_file: "{{_folder.Combine("ca.pem")}}" }
                  query_response:
                    - expect: "^220 ([^ ]+) ESMTP"
                    - send: "EHLO prober\r"
                    - expect: "^250-STARTTLS"
                    - send: "STARTTLS\r"
                    - expect: "^220"
                    - starttls: true
                    - send: "EHLO prober\r"
                    - expect: "^250 "
                    - send: "QUIT\r"
            """);

        (await ModuleProbes.ProbeAsync(host, "target=mail&module=smtp")).ShouldContain($"probe_success {success}\n");
    }

    /// <summary>Prometheus' files name an address, and the site to ask for there.</summary>
    [Theory]
    [InlineData("http_2xx", "shop.test", "Host: shop.test\r\n")]
    [InlineData("own", "shop.test:8080", "Host: shop.test:8080\r\n")]
    [InlineData("own", "", "Host: own.test\r\n")]
    public async Task Probe_Hostname_IsTheSiteThatIsAskedFor(string module, string site, string host)
    {
        var said = "";
        await using var server = new RawServer(async (socket, token) =>
        {
            said = await RawServer.ReadHeadAsync(socket, token);
            await socket.SendAsync("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"u8.ToArray(), token);
        });
        await using var prober = await StartAsync(
            $"http:\n  - {{ name: web, url: \"{server.Url}\" }}\n",
            "modules: { own: { prober: http, http: { headers: { Host: own.test } } } }\n");

        (await ModuleProbes.ProbeAsync(prober, $"target=web&module={module}&hostname={site}")).ShouldContain("probe_success 1\n");

        said.ShouldContain(host);
        said.Split("Host:").Length.ShouldBe(2);
    }

    [Theory]
    [InlineData("http", "shop.test", 1)]
    [InlineData("tcp", "shop.test", 1)]
    [InlineData("tcp", "localhost", 0)] // the certificate is for the site alone
    public async Task Probe_Hostname_IsTheNameThatTheCertificateHasToHave(string kind, string site, int success)
    {
        using var authority = new Authority();
        using var certificate = authority.Sign("shop.test", -1, 30);
        File.WriteAllText(_folder.Combine("ca.pem"), authority.Pem);
        await using var server = RawServer.Secured(certificate, async (stream, token) =>
        {
            _ = await stream.ReadAsync(new byte[4096], token);
            await stream.WriteAsync("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"u8.ToArray(), token);
        });
        var target = kind == "tcp" ? $"tcp:\n  - {{ name: one, host: \"localhost:{server.Port}\" }}\n"
            : $"http:\n  - {{ name: one, url: \"https://localhost:{server.Port}/\" }}\n";
        await using var prober = await StartAsync(target, $$"""
            modules:
              http: { prober: http, http: { tls_config: { ca_file: "{{_folder.Combine("ca.pem")}}" } } }
              tcp: { prober: tcp, tcp: { tls: true, tls_config: { ca_file: "{{_folder.Combine("ca.pem")}}" } } }
            """);

        (await ModuleProbes.ProbeAsync(prober, $"target=one&module={kind}&hostname={site}")).ShouldContain($"probe_success {success}\n");
    }

    [Theory]
    [InlineData("module=icmp&hostname=shop.test")]
    [InlineData("hostname=shop.test")]
    [InlineData("module=http_2xx&hostname=a%0d%0ab")]
    public async Task Probe_HostnameThatHasNoMeaning_IsRefused(string query)
    {
        await using var prober = await StartAsync("tcp:\n  - { name: one, host: \"127.0.0.1:9\" }\n");

        using var refused = await prober.Http.GetAsync($"/probe?target=one&{query}", Token).Within();

        refused.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        (await refused.Content.ReadAsStringAsync(Token)).ShouldContain("hostname is the name of a site");
    }

    [Theory]
    [InlineData("fail_if_body_matches_regexp: [sorry]", 0)]
    [InlineData("fail_if_body_matches_regexp: [nothing]", 1)]
    [InlineData("fail_if_body_not_matches_regexp: [are, sorry]", 1)]
    [InlineData("fail_if_body_not_matches_regexp: [are, happy]", 0)]
    [InlineData("fail_if_header_matches: [{ header: Set-Cookie, regexp: '.*', allow_missing: true }]", 0)]
    [InlineData("fail_if_header_matches: [{ header: X-None, regexp: '.*', allow_missing: true }]", 1)]
    [InlineData("fail_if_header_not_matches: [{ header: X-None, regexp: '.*' }]", 0)]
    [InlineData("fail_if_header_not_matches: [{ header: set-cookie, regexp: '^a=' }]", 1)]
    [InlineData("valid_status_codes: [404]", 0)]
    [InlineData("fail_if_not_ssl: true", 0)]
    [InlineData("fail_if_ssl: true", 1)]
    [InlineData("fail_if_body_not_matches_regexp: ['^[[:alpha:]]+ \\Qare\\E \\pLorry$']", 1)] // Go's expressions
    [InlineData("ip_protocol_fallback: false", 0)] // the target has IPv4 alone, and IPv6 is preferred
    [InlineData("preferred_ip_protocol: ip6\n      ip_protocol_fallback: false", 0)]
    [InlineData("preferred_ip_protocol: ip4\n      ip_protocol_fallback: false", 1)]
    [InlineData("preferred_ip_protocol: ip6", 1)]
    public async Task Probe_OptionOfAnHttpModule_Decides(string option, int success)
    {
        await using var server = RawServer.Answering("HTTP/1.1 200 OK\r\nSet-Cookie: a=b\r\nContent-Length: 12\r\n\r\nwe are sorry");
        await using var host = await StartAsync(
            $"http:\n  - {{ name: web, url: \"{server.Url}\" }}\n", $"modules:\n  own:\n    prober: http\n    http:\n      {option}\n");

        (await ModuleProbes.ProbeAsync(host, "target=web&module=own")).ShouldContain($"probe_success {success}\n");
    }

    [Fact]
    public async Task Probe_ModuleThisProberCannotUse_SaysWhyAndTheOthersWork()
    {
        await using var host = await StartAsync(
            "tcp:\n  - { name: one, host: \"127.0.0.1:9\" }\n",
            "modules:\n  a:\n    prober: http\n    http:\n      enable_http3: true\n  b: { prober: tcp }\n  c: { prober: dns }\n");

        using var refused = await host.Http.GetAsync("/probe?target=one&module=a", Token);
        using var unknown = await host.Http.GetAsync("/probe?target=one&module=none", Token);

        refused.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        using var unnamed = await host.Http.GetAsync("/probe?target=one&module=c", Token);
        (await refused.Content.ReadAsStringAsync(Token)).ShouldContain(":5: enable_http3 is not supported");
        unnamed.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        (await unnamed.Content.ReadAsStringAsync(Token)).ShouldContain("query_name is missing");
        unknown.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        (await ModuleProbes.ProbeAsync(host, "target=one&module=b")).ShouldContain("probe_success 0\n");
    }

    /// <summary>What holds anyway is no reason to refuse a module; what does not hold here is.</summary>
    [Theory]
    [InlineData("{ prober: http, http: { enable_http3: false, proxy_from_environment: false, oauth2: } }", null)]
    [InlineData("{ prober: http, http: { tls_config: { min_version: TLS12, max_version: TLS13, cert: '' } } }", null)]
    [InlineData("{ prober: http, http: { tls_config: { server_name: example.com, min_version: TLS10 } } }", null)]
    [InlineData("{ prober: dns, dns: { query_name: a.test, query_class: IN, recursion_desired: true, dns_over_tls: false } }", null)]
    [InlineData("{ prober: icmp, icmp: { ttl: 5, payload_size: 100, dont_fragment: false, source_ip_address: '' } }", null)]
    [InlineData("{ prober: nagios, nagios: { check: test } }", "nagios is not supported; probers are http")]
    [InlineData("{ prober: http, http: { enable_http3: true, enable_http2: false } }", "enable_http3 is not supported")]
    [InlineData("{ prober: http, http: { tls_config: { max_version: TLS11 } } }", "max_version TLS11 is not supported")]
    [InlineData("{ prober: icmp, icmp: { source_ip_address: 192.0.2.1 } }", "source_ip_address is not supported")]
    public async Task Probe_OptionThatCannotBeSet_IsRefusedUnlessItHoldsAnyway(string module, string? problem)
    {
        await using var host = await StartAsync(
            "tcp:\n  - { name: one, host: \"127.0.0.1:9\" }\n", $"modules:\n  own: {module}\n");

        using var response = await host.Http.GetAsync("/probe?target=one&module=own&debug=true", Token).Within();

        response.StatusCode.ShouldBe(problem is null ? HttpStatusCode.OK : HttpStatusCode.BadRequest);
        (await response.Content.ReadAsStringAsync(Token)).ShouldContain(problem ?? "probe_success");
    }

    [Theory]
    [InlineData("{ prober: http, http: { body: a, body_file: b } }", "there may be body or body_file, not both")]
    [InlineData("{ prober: http, http: { fail_if_header_matches: [{ header: A }] } }", "regexp is missing")]
    [InlineData("{ prober: tcp, tcp: { source_ip_address: eth0 } }", "source_ip_address has to be an address of this machine")]
    [InlineData(
        "{ prober: tcp, tcp: { source_ip_address: '::1', preferred_ip_protocol: ip4, ip_protocol_fallback: false } }",
        "is not of the family that preferred_ip_protocol asks for")]
    [InlineData("{ prober: icmp, icmp: { ttl: 256 } }", "ttl has to be a number from 1 to 255")]
    [InlineData("{ prober: http, http: { tls_config: { min_version: SSL3 } } }", "min_version has to be TLS10")]
    [InlineData("{ prober: http, http: { fail_if_body_matches_regexp: ['('] } }", "is not a regular expression")]
    [InlineData("{ prober: http, http: { fail_if_body_json_matches_cel: 'body.a ==' } }", "_matches_cel is no CEL expression: ")]
    public async Task Start_ModuleThatIsWrong_IsToldWithItsLine(string module, string problem)
    {
        var refused = await Should.ThrowAsync<ConfigRefusedException>(
            () => StartAsync("tcp:\n  - { name: one, host: \"127.0.0.1:9\" }\n", $"modules:\n  own: {module}\n"));

        refused.Message.ShouldContain(problem);
        refused.Message.ShouldContain("blackbox.yml:2: ");
    }

    [Theory]
    [InlineData("example.yml")]
    [InlineData("blackbox.yml")]
    public async Task Start_ExamplesOfBlackboxExporter_AreTaken(string name)
    {
        var path = $"/usr/share/doc/prometheus-blackbox-exporter/examples/{name}";
        _ = InstalledProgram.SkipUnlessPresent("prometheus-blackbox-exporter", package: "prometheus-blackbox-exporter");
        Assert.SkipUnless(File.Exists(path), "The package was installed without its documents.");
        await using var host = await StartAsync("tcp:\n  - { name: one, host: \"127.0.0.1:9\" }\n", File.ReadAllText(path));

        (await ModuleProbes.ProbeAsync(host, "target=one&module=tcp_connect")).ShouldContain("probe_success 0\n");
    }

    private Task<ProberHost> StartAsync(string targets, string? modules = null) => ModuleProbes.StartAsync(_folder, targets, modules);
}
