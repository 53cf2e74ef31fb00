using Prober.Engine.Probing;
using Prober.Features.Configuration;

namespace Prober.Tests.Clients;

public sealed class MongoTests : IDisposable
{
    private readonly TempDirectory _folder = new("mongo");

    public static TheoryData<string, FailureClass> Keys => new()
    {
        { "", FailureClass.None },
        { ", data: { 'shop:product': '{\"name\":\"Book\"}' }", FailureClass.None },
        { ", data: { 'shop:product': '{\"name\":\"Pen\"}' }", FailureClass.Content },
        { ", username: u, password: wrong", FailureClass.Status },
    };

    public void Dispose() => _folder.Dispose();

    [Theory]
    [MemberData(nameof(Keys))]
    public async Task Probe_Server_IsAskedForItsDocuments(string keys, FailureClass failure)
    {
        await using var server = MongoServer.Start();
        var result = await OneTarget.ProbeAsync(Read(server.Port, keys));

        result.Failure.ShouldBe(failure, result.Message);
    }

    [Theory]
    [InlineData("HTTP/1.1 400 Bad Request\r\n\r\n")]
    [InlineData("\u0010\0\0\0garbage")]
    [InlineData("\u00ff\u00ff\u00ff\u007f\0\0\0\0\0\0\0\0\0\0\0\0")] // announces 2 GiB
    [InlineData("")]
    public async Task Probe_ServerThatSpeaksGarbage_IsDownWithAClearSentence(string answer)
    {
        await using var server = await GarbageServer.StartAsync(answer);
        var result = await OneTarget.ProbeAsync(Read(server.Port, ", timeout: 10s"));

        result.Failure.ShouldBe(FailureClass.Protocol, result.Message);
        result.Message.ShouldStartWith("The server does not speak as MongoDB does: ");
    }

    [Fact]
    public async Task Probe_ClosedPort_IsRefusedAtOnce()
    {
        var result = await OneTarget.ProbeAsync(Read(LoopbackPort.FindFree(), ""));

        result.Failure.ShouldBe(FailureClass.Refused, result.Message);
    }

    private ProbesFile Read(int port, string keys)
    {
        File.WriteAllText(
            _folder.Combine("probes.yaml"), $"client:\n  - {{ name: one, driver: mongo, host: '127.0.0.1:{port}'{keys} }}\n");
        return ProbesFile.Read(_folder.Combine("probes.yaml"), _ => null);
    }
}
