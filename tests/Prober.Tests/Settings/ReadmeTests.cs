using Hosting.Tests.Settings;
using Prober.Features.Settings;

namespace Prober.Tests.Settings;

public sealed class ReadmeTests
{
    [Fact]
    public void Table_OfTheSettings_TellsThoseOfTheProberAlone() =>
        SettingsTable.Of(ProberApp.Host, "Prober", services => services.AddProberSettings())
            .ShouldTellTheSettings(nameof(ProberOptions.Shard), "Resolver:Servers");
}
