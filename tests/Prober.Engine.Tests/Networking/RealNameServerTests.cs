using System.Diagnostics;
using System.Net;
using Prober.Engine.Networking;
using Prober.Engine.Networking.Naming;

namespace Prober.Engine.Tests.Networking;

/// <summary>The resolver against dnsmasq.</summary>
public sealed class RealNameServerTests
{
    [Fact]
    public async Task Resolve_NamesOfDnsmasq_AreWhatItSays()
    {
        var program = InstalledProgram.SkipUnlessPresent("dnsmasq", package: "dnsmasq-base");
        var port = LoopbackPort.FindFree();
        var start = new ProcessStartInfo(program)
        {
            ArgumentList =
            {
                "--keep-in-foreground", "--conf-file=/dev/null", "--pid-file=", $"--port={port}", "--listen-address=127.0.0.1",
                "--bind-interfaces", "--no-resolv", "--no-hosts", $"--user={Environment.UserName}", "--local=/test/", "--local-ttl=7",
                "--host-record=www.test,192.0.2.7", "--host-record=six.test,2001:db8::7", "--cname=alias.test,www.test",
            },
            RedirectStandardError = true,
        };
        for (var i = 0; i < 60; i++)
        {
            start.ArgumentList.Add($"--host-record=many.test,192.0.2.{100 + i}"); // More than 512 bytes: truncated over UDP.
        }

        using var process = Process.Start(start)!;
        try
        {
            using var resolver = new CachingResolver(
                new() { Servers = [new(IPAddress.Loopback, port)], HostsPath = null }, TimeProvider.System);
            await AnsweringAsync(resolver, process).Within();

            (await ResolveAsync("www.test")).Addresses.ShouldBe([IPAddress.Parse("192.0.2.7")]);
            (await ResolveAsync("alias.test")).Addresses.ShouldBe([IPAddress.Parse("192.0.2.7")]);
            (await ResolveAsync("six.test")).Addresses.ShouldBe([IPAddress.Parse("2001:db8::7")]);
            (await ResolveAsync("none.test")).Status.ShouldBe(ResolutionStatus.NoSuchName);
            (await ResolveAsync("many.test")).Addresses.Length.ShouldBe(60);

            Task<Resolution> ResolveAsync(string name) => resolver.ResolveAsync(name, always: true).Within();
        }
        finally
        {
            process.Kill();
            await process.WaitForExitAsync(CancellationToken.None);
        }
    }

    /// <summary>Its own names go on; those of the world are nobody's to judge.</summary>
    [Fact]
    public async Task Resolve_DnsmasqWhoseUpstreamIsDown_CannotTell()
    {
        var program = InstalledProgram.SkipUnlessPresent("dnsmasq", package: "dnsmasq-base");
        var port = LoopbackPort.FindFree();
        var start = new ProcessStartInfo(program)
        {
            ArgumentList =
            {
                "--keep-in-foreground", "--conf-file=/dev/null", "--pid-file=", $"--port={port}", "--listen-address=127.0.0.1",
                "--bind-interfaces", "--no-resolv", "--no-hosts", $"--user={Environment.UserName}",
                $"--server=127.0.0.1#{LoopbackPort.FindFree()}", "--host-record=www.test,192.0.2.7",
            },
            RedirectStandardError = true,
        };
        using var process = Process.Start(start)!;
        try
        {
            using var resolver = new CachingResolver(
                new() { Servers = [new(IPAddress.Loopback, port)], HostsPath = null, Patience = TimeSpan.FromMilliseconds(500) },
                TimeProvider.System);
            await AnsweringAsync(resolver, process).Within();

            var world = await resolver.ResolveAsync("www.example.org", always: true).Within();

            world.Status.ShouldBe(ResolutionStatus.Unknown, world.Reason);
        }
        finally
        {
            process.Kill();
            await process.WaitForExitAsync(CancellationToken.None);
        }
    }

    private static async Task AnsweringAsync(CachingResolver resolver, Process process)
    {
        while ((await resolver.ResolveAsync("www.test", always: true)).Status != ResolutionStatus.Found)
        {
            process.HasExited.ShouldBeFalse();
            await Task.Delay(50, TestContext.Current.CancellationToken);
        }
    }
}
