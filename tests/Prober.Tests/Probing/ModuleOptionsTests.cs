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

        var series = await ProbeAsync(host, "target=web&module=own");
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

        (await ProbeAsync(host, "target=web&module=own")).ShouldContain("probe_success 1\n");

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
    public async Task Start_OptionsThatDoNotFit_AreToldWithTheirLine(string options, string problem)
    {
        var refused = await Should.ThrowAsync<ConfigRefusedException>(() => StartAsync(
            "tcp:\n  - { name: one, host: \"127.0.0.1:9\" }\n", $"modules:\n  own: {{ prober: http, http: {{ {options} }} }}\n"));

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

        (await ProbeAsync(host, "target=one&module=own")).ShouldContain($"probe_success {success}\n");
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

        (await ProbeAsync(host, "target=one&module=own")).ShouldContain("probe_success 1\n");
        using var refused = await host.Http.GetAsync("/probe?target=one&module=none", Token).Within();

        using var mine = X509CertificateLoader.LoadCertificateFromFile(own);
        shown.ShouldBe(mine.GetCertHashString(HashAlgorithmName.SHA256));
        refused.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        (await refused.Content.ReadAsStringAsync(Token)).ShouldContain("cert_file, which cannot be read");
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

    private async Task<ProberHost> StartAsync(string targets, string? modules = null)
    {
        File.WriteAllText(_folder.Combine("probes.yaml"), targets);
        List<string> arguments = ["--config", _folder.Combine("probes.yaml")];
        if (modules is not null)
        {
            File.WriteAllText(_folder.Combine("blackbox.yml"), modules);
            arguments.AddRange(["--modules", _folder.Combine("blackbox.yml")]);
        }

        return await ProberHost.StartAsync([.. arguments]);
    }

    private static async Task<string> ProbeAsync(ProberHost host, string query)
    {
        using var response = await host.Http.GetAsync($"/probe?{query}", Token).Within();
        var text = await response.Content.ReadAsStringAsync(Token);
        response.StatusCode.ShouldBe(HttpStatusCode.OK, text);
        return text;
    }
}
