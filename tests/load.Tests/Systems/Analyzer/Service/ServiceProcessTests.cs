using System.Net;
using System.Net.Sockets;
using Load.Machine;
using Load.Systems.Analyzer.Service;

namespace Load.Tests.Systems.Analyzer.Service;

public sealed class ServiceProcessTests
{
    private readonly CancellationToken _cancellationToken = TestContext.Current.CancellationToken;

    [Fact]
    public async Task StartAsync_Service_IsReadyAndGoneWhenDisposed()
    {
        using var folder = new TempDirectory();
        var service = await StartAsync(folder, ServiceStart.BuiltAssembly).Within();

        using (var client = new HttpClient())
        {
            (await client.GetAsync(new Uri(service.Http, "/healthz/ready"), _cancellationToken).Within()).StatusCode
                .ShouldBe(HttpStatusCode.OK);
        }

        service.Http.Port.ShouldNotBe(service.Grpc.Port);
        var usage = service.Observed.Usage.ShouldNotBeNull();
        usage.Cpu.ShouldBeGreaterThan(TimeSpan.Zero);
        usage.WorkingSet.ShouldBeGreaterThan(0);
        usage.Threads.ShouldBeGreaterThan(0);

        await service.DisposeAsync().Within();

        using var socket = new TcpClient();
        await Should.ThrowAsync<SocketException>(() =>
            socket.ConnectAsync(IPAddress.Loopback, service.Http.Port, _cancellationToken).AsTask().Within());
        File.ReadAllText(folder.Combine("service.log")).ShouldNotBeEmpty();
        Directory.GetFileSystemEntries(folder.Combine("data")).ShouldNotBeEmpty();
    }

    [Fact]
    public async Task StartAsync_NotAService_SaysHowItEnded()
    {
        using var folder = new TempDirectory();

        var failure = await Should.ThrowAsync<LabException>(() => StartAsync(folder, folder.Combine("missing.dll")).Within());

        failure.Message.ShouldContain("Analyzer.Service ended with exit code");
        failure.Message.ShouldContain("missing.dll");
    }

    [Fact]
    public async Task StartAsync_SettingItRefuses_ShowsWhatItSaid()
    {
        using var folder = new TempDirectory();
        var settings = ServiceSettings.Default.With("store", "papyrus", ("Analyzer:Store", "papyrus"));

        var failure = await Should.ThrowAsync<LabException>(() => StartAsync(folder, ServiceStart.BuiltAssembly, settings).Within());

        failure.Message.ShouldContain("Store");
    }

    [Fact]
    public async Task StartAsync_Stopped_LeavesNothingBehind()
    {
        using var folder = new TempDirectory();
        using var stop = new CancellationTokenSource(TimeSpan.FromMilliseconds(100));

        await Should.ThrowAsync<OperationCanceledException>(() => ServiceProcess.StartAsync(
            new ServiceStart(ServiceStart.BuiltAssembly, folder.Combine("service.log")), ServiceSettings.Default, folder.Combine("data"),
            stop.Token).Within());
    }

    [Fact]
    public void Name_EqualSettings_IsEqual()
    {
        var one = ServiceSettings.Default.With("threads", "50").With("block", "yes");
        var other = ServiceSettings.Default.With("block", "yes").With("threads", "50");

        one.Name.ShouldBe("block=yes threads=50");
        other.Name.ShouldBe(one.Name);
        ServiceSettings.Default.Name.ShouldBe("default");
    }

    private Task<ServiceProcess> StartAsync(TempDirectory folder, string assembly, ServiceSettings? settings = null) =>
        ServiceProcess.StartAsync(
        new ServiceStart(assembly, folder.Combine("service.log")), settings
            ?? ServiceSettings.Default, folder.Combine("data"), _cancellationToken);
}
