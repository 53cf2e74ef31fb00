using System.Net;
using System.Net.Security;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Prober.Engine.Tests.Networking;
using Prober.Engine.Tests.Probing;
using Prober.Features.Configuration;

namespace Prober.Tests.Probing;

/// <summary>Options of modules that need more than a key: expressions, proxies, and the prober's own certificate.</summary>
public sealed class ModuleOptionsTests : IDisposable
{
    private readonly TempDirectory _folder = new("options");

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public void Dispose() => _folder.Dispose();

    /// <summary>The expression is the example's of its project.</summary>
    [Theory]
    [InlineData("fail_if_body_json_not_matches_cel", """{ "foo": "bar", "baz": "qux" }""", 1, 0)]
    [InlineData("fail_if_body_json_not_matches_cel", """{ "foo": "bar" }""", 0, 1)]
    [InlineData("fail_if_body_json_matches_cel", """{ "foo": "bar", "baz": "qux" }""", 0, 1)]
    [InlineData("fail_if_body_json_matches_cel", """{ "foo": "qux" }""", 1, 0)]
    [InlineData("fail_if_body_json_matches_cel", "sorry", 0, 1)]
    public async Task Probe_ModuleWithACelExpression_JudgesTheBody(string key, string body, int success, int failed)
    {
        await using var server = RawServer.Answering($"HTTP/1.1 200 OK\r\nContent-Length: {body.Length}\r\n\r\n{body}");
        await using var host = await StartAsync(
            $"http:\n  - {{ name: web, url: \"{server.Url}\" }}\n",
            $"modules:\n  own:\n    prober: http\n    http:\n      {key}: \"body.foo == 'bar' && body.baz.startsWith('q')\"\n");

        var series = await ModuleProbes.ProbeAsync(host, "target=web&module=own");
        series.ShouldContain($"probe_success {success}\n");
        series.ShouldContain($"probe_failed_due_to_cel {failed}\n");
        series.ShouldContain("probe_failed_due_to_regex 0\n");
    }

    [Theory]
    [InlineData("proxy_url: PROXY", true)] // even for this machine
    [InlineData("proxy_url: PROXY\n      no_proxy: example.com", false)] // as in Go, this machine needs none then
    [InlineData("proxy_url: PROXY\n      no_proxy: 127.0.0.0/8", false)]
    [InlineData("proxy_from_environment: true", false)] // this machine again
    public async Task Probe_ProxyOfAModule_IsAskedUnlessTheTargetIsExcepted(string option, bool isAsked)
    {
        await using var server = RawServer.Answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        await using var proxy = RawServer.Answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        await using var host = await StartAsync(
            $"http:\n  - {{ name: web, url: \"{server.Url}\" }}\n",
            $"modules:\n  own:\n    prober: http\n    http:\n      {option.Replace("PROXY", proxy.Url.ToString())}\n");
        var before = server.Connections;

        (await ModuleProbes.ProbeAsync(host, "target=web&module=own")).ShouldContain("probe_success 1\n");

        proxy.Connections.ShouldBe(isAsked ? 1 : 0);
        if (!isAsked)
        {
            server.Connections.ShouldBeGreaterThan(before);
        }
    }

    [Theory]
    [InlineData("no_proxy: a.test", "no_proxy needs proxy_url")]
    [InlineData("proxy_from_environment: true, no_proxy: a.test", "there may be proxy_from_environment, or proxy_url")]
    [InlineData("tls_config: { cert_file: /no/c.pem }", "cert_file and key_file need each other")]
    [InlineData("query_name: a.test, dns_over_tls: true", "dns_over_tls needs transport_protocol: tcp", "dns")]
    [InlineData("query_name: a.test, query_class: XX", "query_class has to be IN, CH or HS", "dns")]
    public async Task Start_OptionsThatDoNotFit_AreToldWithTheirLine(string options, string problem, string prober = "http")
    {
        var refused = await Should.ThrowAsync<ConfigRefusedException>(() => StartAsync(
            "tcp:\n  - { name: one, host: \"127.0.0.1:9\" }\n", $"modules:\n  own: {{ prober: {prober}, {prober}: {{ {options} }} }}\n"));

        refused.Message.ShouldContain(problem);
        refused.Message.ShouldContain("blackbox.yml:2: ");
    }

    [Theory]
    [InlineData("answer", "192.0.2.1", 0)]
    [InlineData("answer", "192.0.2.[23]", 1)]
    [InlineData("authority", "SOA", 0)]
    [InlineData("authority", "192.0.2", 1)]
    [InlineData("additional", "192.0.2.3", 0)]
    [InlineData("additional", "192.0.2.[12]", 1)]
    public async Task Probe_RulesOfADnsModule_AreAboutTheirPartOfTheAnswer(string part, string expression, int success)
    {
        await using var server = new DnsServer((query, _) =>
        {
            var answer = DnsAnswer.To(query, answers: [DnsAnswer.Address("192.0.2.1")], authorities: [DnsAnswer.Authority(60)]);
            answer[11] = 1; // additional records
            return [[.. answer, .. DnsAnswer.Address("192.0.2.3")]];
        });
        await using var host = await StartAsync($"tcp:\n  - {{ name: one, host: \"{server.EndPoint}\" }}\n", $$"""
            modules:
              own:
                prober: dns
                dns:
                  query_name: a.test
                  query_type: A
                  validate_{{part}}_rrs: { fail_if_matches_regexp: ["{{expression}}"] }
            """);

        (await ModuleProbes.ProbeAsync(host, "target=one&module=own")).ShouldContain($"probe_success {success}\n");
    }

    [Theory]
    [InlineData("query_name: version.bind, query_type: TXT, query_class: CH", 1, 3)]
    [InlineData("query_name: a.test, recursion_desired: false", 0, 1)]
    public async Task Probe_QuestionOfADnsModule_IsAskedAsItIs(string options, int asksOthers, int dnsClass)
    {
        await using var server = new DnsServer((query, _) => [DnsAnswer.To(query)]);
        await using var host = await StartAsync(
            $"tcp:\n  - {{ name: one, host: \"{server.EndPoint}\" }}\n",
            $"modules:\n  own: {{ prober: dns, dns: {{ {options} }} }}\n");

        (await ModuleProbes.ProbeAsync(host, "target=one&module=own")).ShouldContain("probe_success 1\n");

        var query = server.Queries.Last(); // the first is a connection's, of the target itself
        (query[2] & 1, query[^1]).ShouldBe((asksOthers, (byte)dnsClass));
    }

    [Theory]
    [InlineData("ca_file: {0}", 1)]
    [InlineData("server_name: other.test, ca_file: {0}", 0)]
    public async Task Probe_DnsOverTls_JudgesCertificateAndAnswer(string tls, int success)
    {
        using var authority = new Authority();
        using var certificate = authority.Sign("localhost", -1, 30);
        File.WriteAllText(_folder.Combine("ca.pem"), authority.Pem);
        await using var server = RawServer.Secured(certificate, async (secured, token) =>
        {
            var length = new byte[2];
            await secured.ReadExactlyAsync(length, token);
            var query = new byte[(length[0] << 8) | length[1]];
            await secured.ReadExactlyAsync(query, token);
            var answer = DnsAnswer.To(query, answers: [DnsAnswer.Address("192.0.2.1")]);
            await secured.WriteAsync((byte[])[(byte)(answer.Length >> 8), (byte)answer.Length, .. answer], token);
        });
        const string options = "query_name: a.test, query_type: A, transport_protocol: tcp, dns_over_tls: true";
        var rules = string.Format(tls, _folder.Combine("ca.pem"));
        await using var host = await StartAsync(
            $"tcp:\n  - {{ name: one, host: \"localhost:{server.Port}\" }}\n",
            $"modules:\n  own: {{ prober: dns, dns: {{ {options}, tls_config: {{ {rules} }} }} }}\n");

        var series = await ModuleProbes.ProbeAsync(host, "target=one&module=own");

        series.ShouldContain($"probe_success {success}\n");
        series.ShouldContain($"probe_dns_answer_rrs {success}\n");
        series.Contains("probe_dns_duration_seconds{phase=\"request\"} 0\n").ShouldBe(success == 0);
    }

    /// <summary>A server may know the client by its header alone, or by the form alone.</summary>
    [Theory]
    [InlineData("Authorization: Basic cHJvYmVyOnMlM0Ex")]
    [InlineData("client_id=prober&client_secret=s%3A1")]
    public async Task Probe_WithAToken_ShowsItUntilItEnds(string known)
    {
        var asked = new List<string>();
        await using var tokens = new RawServer(async (socket, token) =>
        {
            var request = await ReadAsync(socket, token);
            var body = request.Contains(known) ? """{"access_token":"t1","expires_in":3600}""" : "";
            asked.Add(request);
            await socket.SendAsync(System.Text.Encoding.ASCII.GetBytes(
                $"HTTP/1.1 {(body.Length > 0 ? 200 : 401)} X\r\nConnection: close\r\nContent-Length: {body.Length}\r\n\r\n{body}"), token);
        });
        var shown = new List<string>();
        await using var server = new RawServer(async (socket, token) =>
        {
            shown.Add(await ReadAsync(socket, token));
            await socket.SendAsync("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"u8.ToArray(), token);
        });
        await using var host = await StartWithTokensAsync(server.Url, tokens.Url);

        (await ModuleProbes.ProbeAsync(host, "target=web&module=own")).ShouldContain("probe_success 1\n");
        var count = asked.Count;
        (await ModuleProbes.ProbeAsync(host, "target=web&module=own")).ShouldContain("probe_success 1\n");

        shown.Count(request => request.Contains("Authorization: Bearer t1\r\n")).ShouldBe(2);
        asked[^1].ShouldContain("grant_type=client_credentials&scope=a+b&audience=c");
        asked.Count.ShouldBe(count); // it is kept
    }

    [Fact]
    public async Task Probe_WithoutAToken_IsNoEvidence()
    {
        await using var tokens = RawServer.Answering("HTTP/1.1 403 X\r\nContent-Length: 0\r\n\r\n");
        await using var server = RawServer.Answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        await using var host = await StartWithTokensAsync(server.Url, tokens.Url);

        var steps = await ModuleProbes.ProbeAsync(host, "target=web&module=own&debug=true");

        steps.ShouldContain("There is no token for the target: 127.0.0.1 answers 403.");
        steps.ShouldContain("setup");
    }

    [Fact]
    public async Task Probe_HeadersForTheProxy_GoThereAlone()
    {
        var asked = new TaskCompletionSource<string>();
        await using var proxy = new RawServer(async (socket, token) =>
        {
            var head = new byte[1024];
            asked.TrySetResult(System.Text.Encoding.ASCII.GetString(head, 0, await socket.ReceiveAsync(head, token)));
            await socket.SendAsync("HTTP/1.1 502 X\r\n\r\n"u8.ToArray(), token);
        });
        await using var host = await StartAsync(
            "http:\n  - { name: web, url: \"https://a.test/\" }\n", $$"""
            modules:
              own: { prober: http, http: { proxy_url: "{{proxy.Url}}", proxy_connect_header: { X-Key: [one, two] } } }
            """);

        (await ModuleProbes.ProbeAsync(host, "target=web&module=own")).ShouldContain("probe_success 0\n");

        (await asked.Task.Within()).ShouldBe("CONNECT a.test:443 HTTP/1.1\r\nHost: a.test:443\r\nX-Key: one\r\nX-Key: two\r\n\r\n");
    }

    [Fact]
    public async Task Probe_CertificateOfAModule_IsShownToTheServer()
    {
        using var authority = new Authority();
        using var certificate = authority.Sign("localhost", -1, 30);
        File.WriteAllText(_folder.Combine("ca.pem"), authority.Pem);
        var own = WriteCertificate();
        string? shown = null;
        await using var server = new RawServer(async (socket, token) =>
        {
            await using var secured = new SslStream(new System.Net.Sockets.NetworkStream(socket));
            var options = new SslServerAuthenticationOptions
            {
                ServerCertificate = certificate,
                ClientCertificateRequired = true,
                RemoteCertificateValidationCallback = (_, client, _, _) => client is not null,
            };
            await secured.AuthenticateAsServerAsync(options, token);
            shown = secured.RemoteCertificate?.GetCertHashString(HashAlgorithmName.SHA256);
            await secured.WriteAsync("hello\r\n"u8.ToArray(), token);
            _ = await secured.ReadAsync(new byte[1], token); // until the prober goes
        });
        var tls = $"ca_file: {_folder.Combine("ca.pem")}, key_file: {_folder.Combine("key.pem")}";
        await using var host = await StartAsync($"tcp:\n  - {{ name: one, host: \"localhost:{server.Port}\" }}\n", $$"""
            modules:
              own: { prober: tcp, tcp: { tls: true, query_response: [{ expect: hello }], tls_config: { {{tls}}, cert_file: {{own}} } } }
              none: { prober: tcp, tcp: { tls: true, tls_config: { {{tls}}, cert_file: /no/c.pem } } }
            """);

        (await ModuleProbes.ProbeAsync(host, "target=one&module=own")).ShouldContain("probe_success 1\n");
        using var refused = await host.Http.GetAsync("/probe?target=one&module=none", Token).Within();

        using var mine = X509CertificateLoader.LoadCertificateFromFile(own);
        shown.ShouldBe(mine.GetCertHashString(HashAlgorithmName.SHA256));
        refused.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        (await refused.Content.ReadAsStringAsync(Token)).ShouldContain("cert_file, which cannot be read");
    }

    private Task<ProberHost> StartWithTokensAsync(Uri server, Uri tokens) => StartAsync(
        $"http:\n  - {{ name: web, url: \"{server}\" }}\n", $$"""
        modules:
          own:
            prober: http
            http:
              oauth2:
                client_id: prober
                client_secret: "s:1"
                token_url: "{{tokens}}"
                scopes: [a, b]
                endpoint_params: { audience: c }
        """);

    /// <returns>The head of a request, and what came with its body.</returns>
    private static async Task<string> ReadAsync(System.Net.Sockets.Socket socket, CancellationToken cancellationToken)
    {
        var (text, buffer, got) = ("", new byte[4096], 1);
        while (got > 0 && (!text.Contains("\r\n\r\n") || (text.StartsWith("POST", StringComparison.Ordinal) && !text.Contains("audience"))))
        {
            got = await socket.ReceiveAsync(buffer, cancellationToken);
            text += System.Text.Encoding.ASCII.GetString(buffer, 0, got);
        }

        return text;
    }

    private string WriteCertificate()
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        using var certificate = new CertificateRequest("CN=prober", key, HashAlgorithmName.SHA256)
            .CreateSelfSigned(TimeProvider.System.GetUtcNow().AddDays(-1), TimeProvider.System.GetUtcNow().AddDays(1));
        File.WriteAllText(_folder.Combine("key.pem"), key.ExportPkcs8PrivateKeyPem());
        File.WriteAllText(_folder.Combine("cert.pem"), certificate.ExportCertificatePem());
        return _folder.Combine("cert.pem");
    }

    private Task<ProberHost> StartAsync(string targets, string? modules = null) => ModuleProbes.StartAsync(_folder, targets, modules);
}
