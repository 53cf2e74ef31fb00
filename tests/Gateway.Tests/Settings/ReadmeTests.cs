using Gateway.Features.Settings;
using Hosting.Tests.Settings;

namespace Gateway.Tests.Settings;

public sealed class ReadmeTests
{
    [Fact]
    public void Table_OfTheSettings_TellsThoseOfTheGatewayAlone() =>
        SettingsTable.Of(GatewayApp.Host, "Gateway", services => services.AddGatewaySettings())
            .ShouldTellTheSettings(nameof(GatewayOptions.ConnectionsPerBackend));

    [Theory]
    [InlineData("Gateway:Sets:NAME", nameof(GatewayOptions.Sets))]
    [InlineData("Gateway:Routes:NAME", nameof(GatewayOptions.Routes))]
    public void Table_OfSetsOrRoutes_TellsTheirSettings(string heading, string key)
    {
        var group = SettingsTable.Registered(services => services.AddGatewaySettings()).Single(setting => setting.Key == key);
        var readme = Path.Combine(SharedData.RepositoryRoot, "src", "Gateway", "README.md");

        new SettingsTable(readme, heading, group.Members).ShouldTellTheSettings();
    }
}
