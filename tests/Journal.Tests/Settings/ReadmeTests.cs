using Prober.Tests.Settings;

namespace Journal.Tests.Settings;

public sealed class ReadmeTests
{
    [Fact]
    public void Table_OfTheSettings_NamesThemAll() =>
        NamedSettings.ShouldBeThoseOfTheReadme("Journal", JournalApp.Host, services => services.AddJournalSettings());
}
