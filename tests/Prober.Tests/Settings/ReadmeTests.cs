namespace Prober.Tests.Settings;

public sealed class ReadmeTests
{
    [Fact]
    public void Table_OfTheSettings_NamesThemAll() =>
        NamedSettings.ShouldBeThoseOfTheReadme("Prober", ProberApp.Host, services => services.AddProberSettings());
}
