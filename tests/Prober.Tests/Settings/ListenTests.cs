using Hosting.Listeners;
using Hosting.Settings;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;

namespace Prober.Tests.Settings;

/// <summary>Where the prober listens: as the settings say, or else as <c>settings.http</c> does.</summary>
public sealed class ListenTests : IDisposable
{
    private readonly TempDirectory _folder = new("listen");

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("127.0.0.2:9000")]
    [InlineData("127.0.0.3:9000", "--Prober:Address=127.0.0.3")]
    [InlineData("127.0.0.2:9001", "--Prober:HttpPort=9001")]
    [InlineData("127.0.0.3:9001", "--Prober:Address=127.0.0.3", "--Prober:HttpPort=9001")]
    public async Task Build_FileThatSaysWhere_IsHeardUnlessASettingSaysSo(string expected, params string[] settings)
    {
        await WriteAsync("settings: { http: { ip: 127.0.0.2, port: 9000 } }");

        (await FindAsync(["--config", _folder.Combine("probes.yaml"), .. settings])).ShouldBe(expected);
    }

    [Theory]
    [InlineData("settings: { http: {} }")]
    [InlineData("settings: { probe: { interval: 20s } }")]
    public async Task Build_NobodySaysWhere_IsEaseProbesPortOnLoopback(string text)
    {
        await WriteAsync(text);

        (await FindAsync("--config", _folder.Combine("probes.yaml"))).ShouldBe("127.0.0.1:8181");
        (await FindAsync()).ShouldBe("127.0.0.1:8181");
    }

    private Task WriteAsync(string text) =>
        File.WriteAllTextAsync(_folder.Combine("probes.yaml"), text, TestContext.Current.CancellationToken);

    /// <summary>The address, and the port that the listener takes.</summary>
    private static async Task<string> FindAsync(params string[] arguments)
    {
        await using var app = ProberHost.Build(new LogSink(), arguments);
        var address = app.Services.GetRequiredService<IOptions<HostSettings>>().Value.Address;
        var listener = app.Services.GetServices<Listener>().Single(listener => !listener.IsTls);
        return $"{address}:{app.Configuration[ProberApp.Host.Key(listener.Key)] ?? $"{listener.Port}"}";
    }
}
