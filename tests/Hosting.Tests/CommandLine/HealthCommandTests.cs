using Hosting.CommandLine;
using Hosting.Lifetime;
using Hosting.Tests.Hello;
using Microsoft.AspNetCore.Builder;

namespace Hosting.Tests.CommandLine;

public sealed class HealthCommandTests
{
    [Fact]
    public async Task Health_OfAHostThatRuns_IsDone()
    {
        await using var host = await HelloHost.StartAsync();

        (await RunAsync($"--Hello:HttpPort={host.Http1.Port}").Within()).ShouldBe(ExitCode.Done);
    }

    [Fact]
    public async Task Health_OfAHostThatHasAName_AsksForIt()
    {
        // Refuses every other name, as a host does that listens beyond loopback.
        await using var app = WebApplication.CreateSlimBuilder().Build();
        app.Urls.Add("http://127.0.0.1:0");
        app.Run(context =>
        {
            context.Response.StatusCode = context.Request.Host.Value == "hello.example" ? 200 : 421;
            return Task.CompletedTask;
        });
        await app.StartAsync(TestContext.Current.CancellationToken).Within();

        var port = new Uri(app.Urls.Single()).Port;
        (await RunAsync($"--Hello:HttpPort={port}", "--Hello:AllowedHosts=hello.example, b.example").Within()).ShouldBe(ExitCode.Done);
        (await RunAsync($"--Hello:HttpPort={port}").Within()).ShouldBe(ExitCode.Found);
    }

    [Fact]
    public async Task Health_WhereNothingAnswers_IsNotDone() =>
        (await RunAsync($"--Hello:HttpPort={LoopbackPort.FindFree()}").Within()).ShouldBe(ExitCode.NotDone);

    private static Task<int> RunAsync(params string[] settings) =>
        new HealthCommand(HelloApp.Host, settings, services => services.AddHelloSettings()).Create().Parse([]).InvokeAsync();
}
