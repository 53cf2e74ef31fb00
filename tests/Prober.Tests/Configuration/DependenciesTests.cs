using Prober.Engine.Tests.Probing;
using Prober.Features.Configuration;

namespace Prober.Tests.Configuration;

public sealed class DependenciesTests : IDisposable
{
    private readonly TempDirectory _folder = new("dependencies");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Read_TargetsBehindOthers_KnowThem()
    {
        var file = Read("""
            tcp:
              - { name: router, host: "x:1" }
              - { name: shop, host: "x:2", depends_on: [router], max_duration: 300ms }
              - { name: till, host: "x:3", depends_on: tcp/shop }
            """);

        file.Problems.ShouldBeEmpty();
        file.Targets[1].DependsOn.ShouldBe([("tcp", "router")]);
        file.Targets[1].MaxDuration.ShouldBe(TimeSpan.FromMilliseconds(300));
        file.Targets[2].DependsOn.ShouldBe([("tcp", "shop")]);
    }

    [Fact]
    public async Task Probe_ThatTakesLongerThanItsTargetMay_IsDown()
    {
        await using var server = new RawServer(async (socket, token) =>
        {
            await RawServer.ReadHeadAsync(socket, token);
            await Task.Delay(100, token);
            await socket.SendAsync("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"u8.ToArray(), token);
        });
        File.WriteAllText(
            _folder.Combine("slow.yaml"), $"http:\n  - {{ name: a, url: \"{server.Url}\", max_duration: 50ms, interval: 1s }}\n");
        await using var host = await ProberHost.StartAsync("--config", _folder.Combine("slow.yaml"));

        var targets = await host.UntilAsync(targets => targets.Count == 1 && $"{targets[0]!["state"]}" == "down");

        $"{targets[0]!["last"]!["failure"]}".ShouldBe("slow");
        $"{targets[0]!["last"]!["message"]}".ShouldContain("longer than max_duration (50 ms)");
    }

    [Theory]
    [InlineData("[a]", "[]", "2: depends_on leads back to the target itself: a → a")]
    [InlineData("[b]", "[a]", "2: depends_on leads back to the target itself: a → b → a")]
    [InlineData("[none]", "[]", "2: depends_on names none, but there is no such target")]
    public void Read_CircleOrUnknownName_IsRefusedByFileAndLine(string first, string second, string problem) =>
        Read($"tcp:\n  - {{ name: a, host: 'x:1', depends_on: {first} }}\n  - {{ name: b, host: 'x:2', depends_on: {second} }}\n")
            .Problems.ShouldContain(one => $"{one}".Contains($"probes.yaml:{problem}"));

    /// <summary>Down, it would make its group down, and then itself unknown.</summary>
    [Fact]
    public void Read_TargetBehindAGroupOfItself_IsRefused()
    {
        var problems = Read("""
            tcp:
              - { name: a, host: "x:1", depends_on: [web] }
            group:
              - { name: web, members: [a] }
            """).Problems;

        problems.ShouldContain(one => $"{one}".Contains("probes.yaml:2: depends_on leads back to the target itself: a → web → a"));
        problems.ShouldContain(one => $"{one}".Contains("probes.yaml:4: members leads back to the target itself: web → a → web"));
    }

    private ProbesFile Read(string text)
    {
        File.WriteAllText(_folder.Combine("probes.yaml"), text);
        return ProbesFile.Read(_folder.Combine("probes.yaml"), _ => null);
    }
}
