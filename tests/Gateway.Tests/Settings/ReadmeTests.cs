using Gateway.Features.Settings;
using Hosting.Tests.Settings;

namespace Gateway.Tests.Settings;

public sealed class ReadmeTests
{
    [Fact]
    public void Table_OfTheSettings_TellsThoseOfTheGatewayAlone() =>
        SettingsTable.Of(GatewayApp.Host, "Gateway", services => services.AddGatewaySettings())
            .ShouldTellTheSettings(nameof(GatewayOptions.ConnectionsPerBackend));
}
