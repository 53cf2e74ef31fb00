using Analyzer.Service.Tests.Settings;
using Gateway.Features.Settings;
using Hosting.Settings;

namespace Gateway.Tests.Settings;

public sealed class ReadmeTests
{
    [Fact]
    public void Table_OfTheSettings_TellsThoseOfTheGatewayAlone() =>
        new SettingsTable(
            Path.Combine(SharedData.RepositoryRoot, "src", "Gateway", "README.md"), "Gateway", Setting.Of(typeof(GatewayOptions), ""))
            .ShouldTellTheSettings(nameof(GatewayOptions.ConnectionsPerBackend));
}
