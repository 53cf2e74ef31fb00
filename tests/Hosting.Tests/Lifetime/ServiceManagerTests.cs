using System.Net.Sockets;
using System.Text;
using Hosting.Lifetime;
using Hosting.Tests.Hello;
using Microsoft.Extensions.Logging;

namespace Hosting.Tests.Lifetime;

/// <summary>The environment is one for the whole process: other tests may run under this manager too, and do not care.</summary>
public sealed class ServiceManagerTests : IDisposable
{
    private readonly TempDirectory _folder = new();

    public void Dispose()
    {
        Environment.SetEnvironmentVariable(ForgivingNotifier.Variable, null);
        _folder.Dispose();
    }

    [Fact]
    public async Task Host_UnderAManager_TellsThatItIsReadyAndThatItStops()
    {
        using var manager = new Socket(AddressFamily.Unix, SocketType.Dgram, ProtocolType.Unspecified);
        manager.Bind(new UnixDomainSocketEndPoint(_folder.Combine("notify")));
        Environment.SetEnvironmentVariable(ForgivingNotifier.Variable, _folder.Combine("notify"));
        var log = new LogSink();
        await using var app = HelloHost.Build(log, "HttpPort=0", "GrpcPort=0");
        app.UseHello();

        await app.StartAsync(TestContext.Current.CancellationToken).Within();
        await UntilAsync("READY=1");
        await app.StopAsync(TestContext.Current.CancellationToken).Within();
        await UntilAsync("STOPPING=1");

        log.Records.ShouldNotContain(record => record.Level >= LogLevel.Warning);

        async Task UntilAsync(string state)
        {
            var buffer = new byte[1024];
            while (!Encoding.UTF8.GetString(
                buffer, 0, await manager.ReceiveAsync(buffer, TestContext.Current.CancellationToken).AsTask().Within())
                .Contains(state, StringComparison.Ordinal))
            {
                // Another state.
            }
        }
    }

    [Theory]
    [InlineData("nobody/notify")]
    [InlineData("")]
    public async Task Host_UnderAManagerThatIsNotThere_ServesAndSaysSoOnce(string socket)
    {
        Environment.SetEnvironmentVariable(ForgivingNotifier.Variable, _folder.Combine(socket));
        var log = new LogSink();
        await using var app = HelloHost.Build(log, "HttpPort=0", "GrpcPort=0");
        app.UseHello();

        await app.StartAsync(TestContext.Current.CancellationToken).Within();
        await app.StopAsync(TestContext.Current.CancellationToken).Within();

        log.Records.Count(record => record.Message.Contains("NOTIFY_SOCKET=", StringComparison.Ordinal)).ShouldBe(1);
        log.Records.ShouldNotContain(record => record.Level >= LogLevel.Error);
    }
}
