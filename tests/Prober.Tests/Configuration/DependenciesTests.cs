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
