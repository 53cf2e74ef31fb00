using System.Runtime.InteropServices;
using Hosting.Lifetime;
using Hosting.Tests.Hello;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging.Abstractions;

namespace Hosting.Tests.Lifetime;

public sealed class HostSignalsTests
{
    [Fact]
    public async Task Stop_WithAReason_IsLoggedWithIt()
    {
        var log = new LogSink();
        await using var app = HelloHost.Build(log, "HttpPort=0", "GrpcPort=0");
        app.UseHello();
        await app.StartAsync(TestContext.Current.CancellationToken).Within();

        app.Services.GetRequiredService<StopReason>().Give("it got SIGTERM");
        app.Services.GetRequiredService<StopReason>().Give("it got SIGINT");
        await app.StopAsync(TestContext.Current.CancellationToken).Within();

        log.Records.ShouldContain(record => record.Message == "The hello stops: it got SIGTERM.");
    }

    [Fact]
    public async Task Stop_BeforeTheStartIsOver_IsLoggedAsAStartThatFailed()
    {
        await using var app = HelloHost.Build(new LogSink());
        var lifetime = app.Services.GetRequiredService<IHostApplicationLifetime>();
        var reason = new StopReason();
        using var signals = new HostSignals(reason, HelloApp.Host, lifetime, NullLogger<HostSignals>.Instance);
        await signals.StartAsync(TestContext.Current.CancellationToken);

        lifetime.StopApplication();

        reason.ToString().ShouldBe("its start failed");
    }

    [Theory]
    [InlineData(PosixSignal.SIGINT)]
    [InlineData(PosixSignal.SIGQUIT)]
    [InlineData(PosixSignal.SIGTERM)]
    public async Task Signal_ToStop_StopsInGoodOrder(PosixSignal signal)
    {
        await using var app = HelloHost.Build(new LogSink());
        var lifetime = app.Services.GetRequiredService<IHostApplicationLifetime>();
        var reason = new StopReason();
        using var signals = new HostSignals(reason, HelloApp.Host, lifetime, NullLogger<HostSignals>.Instance);
        var context = new PosixSignalContext(signal);

        signals.Stop(context, signal.ToString());

        context.Cancel.ShouldBeTrue();
        lifetime.ApplicationStopping.IsCancellationRequested.ShouldBeTrue();
        reason.ToString().ShouldBe($"it got {signal}");
    }

    [Theory]
    [InlineData(true, false, true)]
    [InlineData(true, true, false)] // a closed console: it stops in good order instead
    [InlineData(false, false, false)]
    public void ReadsFilesOnHangUp_OnWindows_IsNever(bool reads, bool isWindows, bool expected) =>
        HostSignals.ReadsFilesOnHangUp(HelloApp.Host with { ReadsFilesOnHangUp = reads }, isWindows).ShouldBe(expected);

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task HangUp_OfAClosedTerminal_StopsAndWithoutOneChangesNothing(bool hasTerminal)
    {
        await using var app = HelloHost.Build(new LogSink());
        var lifetime = app.Services.GetRequiredService<IHostApplicationLifetime>();
        var reason = new StopReason();
        using var signals = new HostSignals(reason, HelloApp.Host, lifetime, NullLogger<HostSignals>.Instance);
        var context = new PosixSignalContext(PosixSignal.SIGHUP);

        signals.HangUp(context, hasTerminal);

        context.Cancel.ShouldBeTrue();
        lifetime.ApplicationStopping.IsCancellationRequested.ShouldBe(hasTerminal);
        reason.ToString().Contains("terminal", StringComparison.Ordinal).ShouldBe(hasTerminal);
    }
}
