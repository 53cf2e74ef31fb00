using Hosting.Tests.Settings;
using Sigma.Streams.Settings;

namespace Sigma.Streams.Tests;

public sealed class ReadmeTests
{
    [Fact]
    public void Table_OfTheSettings_TellsThoseOfSigmaAlone() =>
        SettingsTable.Of(SigmaApp.Host, "Sigma.Streams", services => services.AddSigmaSettings())
            .ShouldTellTheSettings(nameof(SigmaOptions.Sources), nameof(SigmaOptions.Sinks));
}
