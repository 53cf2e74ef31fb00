using System.Security.Cryptography.X509Certificates;
using System.Text;
using Prober.Engine.Probing;
using Prober.Engine.Tests.Probing;
using Prober.Features.Configuration;

namespace Prober.Tests.Clients;

/// <summary>Databases that nobody here wrote, and servers that only look like them.</summary>
[Trait("Category", "EndToEnd")]
public sealed class DatabaseTests : IDisposable
{
    private readonly TempDirectory _folder = new("databases");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Probe_MariaDb_LogsInAndFindsItsData()
    {
        await using var server = await MariaServer.StartAsync();
        var address = $"driver: mysql, host: '127.0.0.1:{server.Port}', username: demo";

        await UpAsync($"{address}, password: secret");
        (await ProbeAsync($"{address}, password: secret, data: {{ 'shop:product:name:id:1': EaseProbe }}")).Failure.ShouldBe(FailureClass.None);
        (await ProbeAsync($"{address}, password: secret, data: {{ 'shop:product:name:id:1': Other }}")).Failure.ShouldBe(FailureClass.Content);
        (await ProbeAsync($"{address}, password: secret, data: {{ 'shop:product:name:id:2': x }}")).Message.ShouldBe("There is no row of product whose id is 2.");
        (await ProbeAsync($"{address}, password: secret, data: {{ 'shop:none:name:id:2': x }}")).Failure.ShouldBe(FailureClass.Status);
        (await ProbeAsync($"{address}, password: wr0ngpass")).ShouldSatisfyAllConditions(
            result => result.Failure.ShouldBe(FailureClass.Status), result => result.Message.ShouldContain("Access denied"),
            result => result.Message.ShouldNotContain("wr0ngpass"));
    }

    [Fact]
    public async Task Probe_MariaDbOverTls_IsJudgedByItsCertificate()
    {
        using var authority = new Authority();
        using var certificate = authority.Sign("localhost", -1, 30);
        File.WriteAllText(_folder.Combine("ca.pem"), authority.Pem);
        File.WriteAllText(_folder.Combine("own.pem"), certificate.ExportCertificatePem());
        File.WriteAllText(_folder.Combine("own.key"), certificate.GetECDsaPrivateKey()!.ExportPkcs8PrivateKeyPem());
        await using var server = await MariaServer.StartAsync((_folder.Combine("own.pem"), _folder.Combine("own.key")));

        await UpAsync($"driver: mysql, host: 'localhost:{server.Port}', username: demo, password: secret, ca: {_folder.Combine("ca.pem")}");
        var other = await ProbeAsync($"driver: mysql, host: '127.0.0.1:{server.Port}', username: demo, password: secret, ca: {_folder.Combine("ca.pem")}");

        other.Failure.ShouldBe(FailureClass.Certificate, other.Message);
    }

    [Fact]
    public async Task Probe_PostgreSql_LogsInAndFindsItsData()
    {
        await using var server = await PostgresServer.StartAsync();
        await server.FillAsync();
        var address = $"driver: postgres, host: '127.0.0.1:{server.Port}', username: demo";

        await UpAsync($"{address}, password: secret");
        (await ProbeAsync($"{address}, password: secret, data: {{ 'postgres:product:name:id:1': EaseProbe }}")).Failure.ShouldBe(FailureClass.None);
        (await ProbeAsync($"{address}, password: secret, data: {{ 'postgres:product:name:id:1': Other }}")).Failure.ShouldBe(FailureClass.Content);
        (await ProbeAsync($"{address}, password: secret, data: {{ 'postgres:none:name:id:1': x }}")).Failure.ShouldBe(FailureClass.Status);
        (await ProbeAsync($"{address}, password: wr0ngpass")).ShouldSatisfyAllConditions(
            result => result.Failure.ShouldBe(FailureClass.Status), result => result.Message.ShouldNotContain("wr0ngpass"));
    }

    [Fact]
    public async Task Probe_PostgreSqlOverTls_IsJudgedByItsCertificate()
    {
        using var authority = new Authority();
        using var certificate = authority.Sign("localhost", -1, 30);
        File.WriteAllText(_folder.Combine("ca.pem"), authority.Pem);
        await using var server = await PostgresServer.StartAsync(
            (certificate.ExportCertificatePem(), certificate.GetECDsaPrivateKey()!.ExportPkcs8PrivateKeyPem()));

        await UpAsync($"driver: postgres, host: 'localhost:{server.Port}', username: demo, password: secret, ca: {_folder.Combine("ca.pem")}");
        var other = await ProbeAsync($"driver: postgres, host: '127.0.0.1:{server.Port}', username: demo, password: secret, ca: {_folder.Combine("ca.pem")}");

        other.Failure.ShouldBe(FailureClass.Certificate, other.Message);
    }

    [Theory]
    [InlineData("mysql", "SSH-2.0-OpenSSH_9.9\r\n")]
    [InlineData("mysql", "\u0001\0\0\0\u00ff")]
    [InlineData("mysql", "")]
    [InlineData("mysql", "\u00ff\u00ff\u00ff\0\n")]
    [InlineData("postgres", "SSH-2.0-OpenSSH_9.9\r\n")]
    [InlineData("postgres", "R\0\0\0\u0008\0\0\0c")]
    [InlineData("postgres", "")]
    [InlineData("postgres", "E\u007f\u00ff\u00ff\u00ff")]
    [InlineData("redis", "HTTP/1.1 400 Bad Request\r\n\r\n")]
    [InlineData("redis", "$-1\r\n")]
    public async Task Probe_ServerThatSpeaksGarbage_IsDownAtOnceOrInTime(string driver, string garbage)
    {
        await using var server = new RawServer(async (socket, token) =>
        {
            await socket.SendAsync(Encoding.Latin1.GetBytes(garbage), token);
            var buffer = new byte[4096];
            while (await socket.ReceiveAsync(buffer, token) > 0)
            {
            }
        });

        var result = await ProbeAsync($"driver: {driver}, host: '127.0.0.1:{server.Port}', username: demo, password: x, timeout: 1s");

        result.IsGood.ShouldBeFalse();
        result.Failure.IsEvidence().ShouldBeTrue(result.Message);
    }

    [Theory]
    [InlineData("mysql")]
    [InlineData("postgres")]
    public async Task Probe_ClosedPort_IsRefused(string driver) =>
        (await ProbeAsync($"driver: {driver}, host: '127.0.0.1:{LoopbackPort.FindFree()}'")).Failure.ShouldBe(FailureClass.Refused);

    [Theory]
    [InlineData("data: { 'a:b:c': x }")]
    [InlineData("data: { 'a:b`:c:d:1': x }")]
    [InlineData("data: { 'a:b;DROP TABLE x:c:d:1': x }")]
    public void Read_DataThatIsNoPath_IsNamed(string data) =>
        Read($"driver: mysql, host: 'x:1', {data}").Problems.ShouldHaveSingleItem().Message.ShouldStartWith("data has to be like");

    private async Task UpAsync(string keys)
    {
        ProbeResult? last = null;
        await Deadline.UntilAsync(async () => (last = await ProbeAsync(keys)).Failure is not (FailureClass.Refused or FailureClass.Status));
        last!.Failure.ShouldBe(FailureClass.None, last.Message);
    }

    private async Task<ProbeResult> ProbeAsync(string keys)
    {
        var file = Read(keys);
        return await OneTarget.ProbeAsync(file);
    }

    private ProbesFile Read(string keys)
    {
        File.WriteAllText(_folder.Combine("probes.yaml"), $"client:\n  - {{ name: one, {keys} }}\n");
        return ProbesFile.Read(_folder.Combine("probes.yaml"), _ => null);
    }
}
