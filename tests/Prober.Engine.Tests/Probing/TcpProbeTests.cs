using System.Text;
using Prober.Engine.Probing;
using Prober.Engine.Probing.Tcp;

namespace Prober.Engine.Tests.Probing;

public sealed class TcpProbeTests
{
    [Fact]
    public async Task Probe_OpenPort_IsGoodAndClosedOneRefused()
    {
        await using var server = new RawServer((_, _) => Task.CompletedTask);

        (await Probes.RunAsync(new TcpProbe("127.0.0.1", server.Port))).Failure.ShouldBe(FailureClass.None);
        (await Probes.RunAsync(new TcpProbe("127.0.0.1", LoopbackPort.FindFree()))).Failure.ShouldBe(FailureClass.Refused);
    }

    [Theory]
    [InlineData("PONG", FailureClass.None)]
    [InlineData("PANG", FailureClass.Content)]
    public async Task Probe_SendAndExpect_LooksAtTheAnswer(string expect, FailureClass failure)
    {
        await using var server = new RawServer(async (socket, token) =>
        {
            var question = new byte[6];
            await socket.ReceiveAsync(question, token);
            await socket.SendAsync("+PO"u8.ToArray(), token);
            await socket.SendAsync(Encoding.ASCII.GetBytes("NG\r\n"), token);
            await socket.SendAsync(question, token);
            await Task.Delay(expect == "PONG" ? Timeout.Infinite : 0, token);
        });

        var result = await Probes.RunAsync(new TcpProbe("127.0.0.1", server.Port, "PING\r\n", expect));

        result.Failure.ShouldBe(failure);
    }

    [Fact]
    public async Task Probe_AnswerForEver_IsBounded()
    {
        await using var server = new RawServer(async (socket, token) =>
        {
            while (true)
            {
                await socket.SendAsync(new byte[4096], token);
            }
        });

        var result = await Probes.RunAsync(new TcpProbe("127.0.0.1", server.Port, expect: "never"));

        result.Failure.ShouldBe(FailureClass.TooLarge);
    }

    [Fact]
    public async Task Probe_SilentServer_TimesOut()
    {
        var accepted = new TaskCompletionSource();
        await using var server = new RawServer(async (_, token) =>
        {
            accepted.SetResult();
            await Task.Delay(Timeout.Infinite, token);
        });

        var result = await Probes.TimeOutAsync(new TcpProbe("127.0.0.1", server.Port, expect: "never"), accepted.Task);

        result.Failure.ShouldBe(FailureClass.Timeout);
    }
}
