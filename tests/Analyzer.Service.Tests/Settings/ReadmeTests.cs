using Hosting.Tests.Settings;

namespace Analyzer.Service.Tests.Settings;

public sealed class ReadmeTests
{
    [Fact]
    public void Table_OfTheSettings_TellsThemAll() =>
        SettingsTable.Of(AnalyzerApp.Host, "Analyzer.Service", services => services.AddAnalyzerSettings()).ShouldTellTheSettings();
}
