using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Net.WebSockets;
using System.Text;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Prober.Engine.Tests.Probing;
using Prober.Features.Configuration;
using Prober.Tests.Clients;

namespace Prober.Tests.Probing;

/// <summary>The newer options of blackbox_exporter's modules: bytes, labels, WebSockets, metadata, names and versions.</summary>
public sealed class ConversationModulesTests : IDisposable
{
    private readonly TempDirectory _folder = new("conversations");

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public void Dispose() => _folder.Dispose();

    /// <summary>PostgreSQL's request for TLS, as the exporter's example has it.</summary>
    [Theory]
    [InlineData("S", 1)]
    [InlineData("N", 0)]
    public async Task Probe_Bytes_AreSentAndExpectedAsTheyAre(string answer, int success)
    {
        using var authority = new Authority();
        using var certificate = authority.Sign("localhost", -1, 30);
        File.WriteAllText(_folder.Combine("ca.pem"), authority.Pem);
        await using var server = new RawServer(async (socket, token) =>
        {
            await using var plain = new NetworkStream(socket);
            var asked = new byte[8];
            await plain.ReadExactlyAsync(asked, token);
            asked.ShouldBe([0, 0, 0, 8, 4, 0xD2, 0x16, 0x2F]);
            await plain.WriteAsync(Encoding.ASCII.GetBytes(answer), token);
            if (answer == "S")
            {
                await using var secured = new SslStream(plain);
                await secured.AuthenticateAsServerAsync(new() { ServerCertificate = certificate }, token);
                (await secured.ReadAsync(new byte[1], token)).ShouldBe(0); // a goodbye in TLS
            }
        });

        var text = await ProbeAsync($"tcp:\n  - {{ name: one, host: \"localhost:{server.Port}\" }}\n", $$"""
            {
              prober: tcp, tcp: { tls_config: { ca_file: {{_folder.Combine("ca.pem")}} }, query_response: [
                { send: !!binary AAAACATSFi8= }, { expect_bytes: S }, { starttls: true } ] } }
            """);

        text.ShouldContain($"probe_success {success}\n");
        text.ShouldContain(success == 1 ? "probe_ssl_earliest_cert_expiry" : "did not answer 53, but 4E.");
        text.ShouldContain("probe_failed_due_to_regex 0\n");
        text.ShouldContain($"probe_failed_due_to_bytes {1 - success}\n");
    }

    [Fact]
    public async Task Probe_OverTls_TellsOfTheHandshake()
    {
        using var authority = new Authority();
        using var certificate = authority.Sign("127.0.0.1", -1, 30);
        await using var app = await GrpcHealthProbeTests.StartAsync(certificate);
        File.WriteAllText(_folder.Combine("ca.pem"), authority.Pem);
        var targets = $"grpc:\n  - {{ name: one, host: \"127.0.0.1:{GrpcHealthProbeTests.Port(app)}\" }}\n";
        var text = "";

        await Deadline.UntilAsync(async () => (text = await ProbeAsync(targets, $$"""
            { prober: grpc, timeout: 7s, grpc: { tls: true, tls_config: { ca_file: {{_folder.Combine("ca.pem")}} } } }
            """)).Contains("probe_success 1\n")); // a server learns of its own health a moment after its start

        text.ShouldContain("probe_grpc_ssl 1\n");
        text.ShouldContain("probe_timeout_seconds 7\n");
        text.ShouldMatch("probe_tls_cipher_info{cipher=\"TLS_[A-Z0-9_]+\"} 1\n");
        var serial = Convert.ToHexStringLower(certificate.SerialNumberBytes.Span.TrimStart((byte)0));
        text.ShouldContain($",serialnumber=\"{serial}\",");
    }

    [Fact]
    public async Task Probe_Labels_TellWhatTheServerSaid()
    {
        await using var server = new RawServer((socket, token) =>
            socket.SendAsync("hello\r\nSSH-2.0-Open\"SSH_9.2 Debian\r\n"u8.ToArray(), token).AsTask());

        var text = await ProbeAsync($"tcp:\n  - {{ name: one, host: \"127.0.0.1:{server.Port}\" }}\n", """
            {
              prober: tcp, tcp: { query_response: [ { expect: "^SSH-2.0-([^ -]+)(?: (.*))?$",
                labels: [ { name: ssh_version, value: "${1}" }, { name: ssh_comments, value: "${2}" } ] } ] } }
            """);

        text.ShouldContain("probe_expect_info{ssh_version=\"Open\\\"SSH_9.2\",ssh_comments=\"Debian\"} 1\n");
    }

    [Theory]
    [InlineData("{ prober: websocket }", 1)]
    [InlineData("{ prober: websocket, websocket: { headers: { X-Key: k }, query_response: [ { send: hello }, "
        + "{ expect: '^hello k$' } ] } }", 1)] // as the exporter's own example has it
    [InlineData("{ prober: websocket, websocket: { headers: { X-Key: { values: [k] } }, query_response: [ { send: hello }, "
        + "{ expect: '^(he)llo k$', send: '${1}y' }, { expect: '^hey k$' } ] } }", 1)]
    [InlineData("{ prober: websocket, websocket: { query_response: [ { send: hello }, { expect: '^bye' } ] } }", 0)]
    public async Task Probe_WebSocket_IsATalkInMessages(string module, int success)
    {
        await using var web = await WebSocketServer.StartAsync(web => web.Map("/", EchoAsync));

        var port = WebSocketServer.PortOf(web);
        var text = await ProbeAsync($"websocket:\n  - {{ name: one, url: \"ws://127.0.0.1:{port}/\" }}\n", module);

        text.ShouldContain($"probe_success {success}\n");
        text.ShouldContain("probe_websocket_status_code 101\n");
        text.ShouldContain("probe_websocket_connection_upgraded 1\n");
    }

    /// <summary>The exporter asks for the certificate of the site that the header Host names.</summary>
    [Theory]
    [InlineData("site.test", "{ Host: site.test }", 1)]
    [InlineData("site.test", "{ Host: other.test }", 0)]
    [InlineData("localhost", "{}", 1)]
    public async Task Probe_HostOfAModule_IsTheNameInTheCertificate(string name, string headers, int success)
    {
        using var authority = new Authority();
        using var certificate = authority.Sign(name, -1, 30);
        File.WriteAllText(_folder.Combine("ca.pem"), authority.Pem);
        await using var server = RawServer.Secured(certificate, async (stream, token) =>
        {
            _ = await stream.ReadAsync(new byte[4096], token);
            await stream.WriteAsync("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"u8.ToArray(), token);
        });

        var text = await ProbeAsync(
            $"http:\n  - {{ name: one, url: \"https://localhost:{server.Port}/\", ca: {_folder.Combine("ca.pem")} }}\n",
            $"{{ prober: http, http: {{ headers: {headers} }} }}");

        text.ShouldContain($"probe_success {success}\n");
    }

    [Theory]
    [InlineData("[HTTP/1.1, HTTP/2.0]", 0)]
    [InlineData("[HTTP/1.0]", 1)]
    [InlineData("[HTTP/1.0, HTTP/1.1, HTTP/2.0]", 1)]
    public async Task Probe_VersionOfTheResponse_HasToBeValid(string versions, int success)
    {
        await using var server = RawServer.Answering("HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n");

        var text = await ProbeAsync(
            $"http:\n  - {{ name: one, url: \"{server.Url}\" }}\n", $"{{ prober: http, http: {{ valid_http_versions: {versions} }} }}");

        text.ShouldContain($"probe_success {success}\n");
    }

    [Theory]
    [InlineData("{ prober: tcp, tcp: { query_response: [{ expect: a, expect_bytes: b }] } }", "expect or expect_bytes, not both")]
    [InlineData("{ prober: tcp, tcp: { query_response: [{ send: a, labels: [{ name: b }] }] } }", "labels need expect")]
    [InlineData("{ prober: tcp, tcp: { query_response: [{ expect: a, labels: [{ name: b-c }] }] } }", "letters, digits and underscores")]
    [InlineData("{ prober: tcp, tcp: { query_response: [{ send: !!binary '%' }] } }", "!!binary has to be base64")]
    public async Task Start_ConversationThatIsWrong_IsToldWithItsLine(string module, string problem)
    {
        var refused = await Should.ThrowAsync<ConfigRefusedException>(
            () => ProbeAsync("tcp:\n  - { name: one, host: \"127.0.0.1:9\" }\n", module));

        refused.Message.ShouldContain(problem);
        refused.Message.ShouldContain("blackbox.yml:2: ");
    }

    private static async Task EchoAsync(HttpContext context)
    {
        using var socket = await context.WebSockets.AcceptWebSocketAsync();
        var buffer = new byte[1000];
        while (await socket.ReceiveAsync(buffer, context.RequestAborted) is { MessageType: WebSocketMessageType.Text } received)
        {
            var reply = $"{Encoding.UTF8.GetString(buffer, 0, received.Count)} {context.Request.Headers["X-Key"]}";
            await socket.SendAsync(Encoding.UTF8.GetBytes(reply), WebSocketMessageType.Text, true, context.RequestAborted);
        }
    }

    [Theory]
    [InlineData("prober: http, http: { source_ip_address: 127.0.0.2 }")]
    [InlineData("prober: tcp, tcp: { source_ip_address: 127.0.0.2 }")]
    [InlineData("prober: dns, dns: { source_ip_address: 127.0.0.2, query_name: a.test, transport_protocol: tcp }")]
    public async Task Probe_FromASource_ComesFromThatAddress(string module)
    {
        var peer = new TaskCompletionSource<EndPoint?>();
        await using var server = new RawServer((socket, _) => Task.FromResult(peer.TrySetResult(socket.RemoteEndPoint)));

        await ProbeAsync($"tcp:\n  - {{ name: one, host: \"localhost:{server.Port}\" }}\n", $"{{ {module} }}");

        ((IPEndPoint)(await peer.Task.Within())!).Address.ShouldBe(IPAddress.Parse("127.0.0.2"));
    }

    [Fact]
    public async Task Probe_DnsFromASource_AsksFromThatAddress()
    {
        using var server = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
        server.Bind(new IPEndPoint(IPAddress.Loopback, 0));

        var probing = ProbeAsync(
            $"dns:\n  - {{ name: one, host: \"{server.LocalEndPoint}\", query: a.test }}\n",
            "{ prober: dns, timeout: 1s, dns: { source_ip_address: 127.0.0.2, query_name: a.test } }");
        var asked = await server.ReceiveFromAsync(new byte[512], new IPEndPoint(IPAddress.Any, 0), Token).AsTask().Within();

        ((IPEndPoint)asked.RemoteEndPoint).Address.ShouldBe(IPAddress.Parse("127.0.0.2"));
        (await probing).ShouldContain("probe_success 0\n");
    }

    /// <summary>Neither an address that this machine lacks, nor one that leads nowhere, says anything about the target.</summary>
    [Theory]
    [InlineData("192.0.2.1", "127.0.0.1:9")]
    [InlineData("127.0.0.2", "192.0.2.1:9")]
    [InlineData("::1", "127.0.0.1:9", "127.0.0.1 is no address of IPv6.")]
    public async Task Probe_FromASourceThatCannotBeUsed_SaysSo(string source, string target, string? problem = null) =>
        (await ProbeAsync(
            $"tcp:\n  - {{ name: one, host: \"{target}\" }}\n", $"{{ prober: tcp, tcp: {{ source_ip_address: '{source}' }} }}"))
            .ShouldContain(problem ?? $"from {source}, or {source} is no address of it.");

    /// <returns>The steps and the series of a module on the only target.</returns>
    private async Task<string> ProbeAsync(string targets, string module)
    {
        await using var host = await ModuleProbes.StartAsync(_folder, targets, $"modules:\n  own: {module.ReplaceLineEndings(" ")}\n");
        return await ModuleProbes.ProbeAsync(host, "target=one&module=own&debug=true");
    }
}
