using Hosting.CommandLine;
using Hosting.Lifetime;
using Hosting.Tests.Hello;

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
    public async Task Health_WhereNothingAnswers_IsNotDone() =>
        (await RunAsync($"--Hello:HttpPort={LoopbackPort.FindFree()}").Within()).ShouldBe(ExitCode.NotDone);

    private static Task<int> RunAsync(string setting) =>
        new HealthCommand(HelloApp.Host, [setting], services => services.AddHelloSettings()).Create().Parse([]).InvokeAsync();
}
