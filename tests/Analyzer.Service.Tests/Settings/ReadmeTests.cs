using Hosting.Tests.Settings;

namespace Analyzer.Service.Tests.Settings;

public sealed class ReadmeTests
{
    [Fact]
    public void Table_OfTheSettings_TellsThemAll() =>
        new SettingsTable(
            Path.Combine(SharedData.RepositoryRoot, "README.md"), AnalyzerApp.Host.Section,
            SettingsTable.Registered(services => services.AddAnalyzerSettings()))
            .ShouldTellTheSettings();
}
