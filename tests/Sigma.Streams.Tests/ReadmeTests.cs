using Prober.Tests.Settings;

namespace Sigma.Streams.Tests;

public sealed class ReadmeTests
{
    [Fact]
    public void Table_OfTheSettings_NamesThemAll() =>
        NamedSettings.ShouldBeThoseOfTheReadme("Sigma.Streams", SigmaApp.Host, services => services.AddSigmaSettings());
}
