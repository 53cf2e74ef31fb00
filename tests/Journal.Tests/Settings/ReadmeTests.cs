using Hosting.Tests.Settings;
using Journal.Features.Settings;

namespace Journal.Tests.Settings;

public sealed class ReadmeTests
{
    [Fact]
    public void Table_OfTheSettings_TellsThoseOfTheJournalAlone() =>
        SettingsTable.Of(JournalApp.Host, "Journal", services => services.AddJournalSettings())
            .ShouldTellTheSettings(nameof(JournalOptions.KeyDirectory));
}
