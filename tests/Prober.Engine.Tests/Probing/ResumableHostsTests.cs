using Prober.Engine.Certificates;

namespace Prober.Engine.Tests.Probing;

public sealed class ResumableHostsTests
{
    [Fact]
    public void Admits_MoreHostsThanPlaces_KeepsToTheFirst()
    {
        var hosts = new ResumableHosts();
        for (var number = 0; number < ResumableHosts.Max; number++)
        {
            hosts.Admits($"host-{number}").ShouldBeTrue();
        }

        hosts.Admits("one-too-many").ShouldBeFalse();
        hosts.Admits("HOST-0").ShouldBeTrue();
        hosts.Admits("one-too-many").ShouldBeFalse();
    }
}
