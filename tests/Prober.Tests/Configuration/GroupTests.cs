using Microsoft.Extensions.DependencyInjection;
using Prober.Engine.Timelines;
using Prober.Engine.Watching;
using Prober.Features.Configuration;

namespace Prober.Tests.Configuration;

/// <summary>Groups: the sum of their members' states.</summary>
public sealed class GroupTests : IDisposable
{
    private readonly TempDirectory _folder = new("groups");

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("group:\n  - { name: a, members: [a] }\n", "2: members leads back to the target itself: a → a")]
    [InlineData(
        "group:\n  - { name: a, members: [b] }\n  - { name: b, members: [group/a] }\n",
        "2: members leads back to the target itself: a → b → a")]
    [InlineData("group:\n  - { name: a, members: [nobody] }\n", "2: members names nobody, but there is no such target")]
    [InlineData("group:\n  - { name: a }\n", "2: members is missing")]
    [InlineData(
        "group:\n  - { name: a, down: some, members: [b] }\ntcp:\n  - { name: b, host: 'x:1' }\n",
            "2: down has to be any, all, or how many")]
    [InlineData(
        "group:\n  - { name: a, members: [b, tcp/b], down: 2 }\ntcp:\n  - { name: b, host: 'x:1' }\n",
            "2: the group would never be down: down is 2, and it has 1 members")]
    public void Read_GroupThatIsWrong_IsRefusedWithItsLine(string text, string problem)
    {
        File.WriteAllText(_folder.Combine("probes.yaml"), text);
        var problems = ProbesFile.Read(_folder.Combine("probes.yaml"), _ => null).Problems;

        problems.ShouldContain(one => $"{one}".Contains($"probes.yaml:{problem}"), string.Join('\n', problems));
    }

    [Fact]
    public async Task State_OfGroups_IsTheSumOfTheirMembers()
    {
        await using var server = await Clients.GarbageServer.StartAsync("hi");
        var closed = LoopbackPort.FindFree();
        File.WriteAllText(_folder.Combine("probes.yaml"), $$"""
            tcp:
              - { name: good, host: "127.0.0.1:{{server.Port}}" }
              - { name: bad, host: "127.0.0.1:{{closed}}" }
            push:
              - { name: silent, token: 0123456789abcdef, interval: 24h }
            group:
              - { name: any, members: [good, bad, silent] }
              - { name: all, members: [good, bad, silent], down: all }
              - { name: two, members: [tcp/good, bad, silent], down: 2 }
              - { name: nested, members: [any] }
            settings: { probe: { interval: 1s, timeout: 1s } }
            """);
        await using var host = await ProberHost.StartAsync(
            "--config", _folder.Combine("probes.yaml"), $"--Prober:DataDirectory={_folder.Path}");
        var engine = host.Services.GetRequiredService<ProbeEngine>();
        TargetState StateOf(string name) => engine.Targets.Single(target => target.Definition.Name == name).State;

        for (var i = 0; i < 1200 && (StateOf("nested") != TargetState.Down || StateOf("all") != TargetState.Up); i++)
        {
            await Task.Delay(50, TestContext.Current.CancellationToken);
        }

        (StateOf("any"), StateOf("nested")).ShouldBe((TargetState.Down, TargetState.Down));
        StateOf("all").ShouldBe(TargetState.Up); // one member is up, whatever the silent one is
        StateOf("two").ShouldBe(TargetState.Unknown); // the silent one decides
        engine.Targets.Single(target => target.Definition.Name == "any").Last!.Message.ShouldBe("1 of 3 are down: tcp bad.");
    }
}
