using Hosting.Settings;
using Microsoft.Extensions.DependencyInjection;

namespace Analyzer.Service.Tests.Settings;

public sealed class ReadmeTests
{
    [Fact]
    public void Table_OfTheSettings_TellsThemAll()
    {
        var services = new ServiceCollection();
        services.AddAnalyzerSettings();
        var settings = services.Select(service => service.ImplementationInstance).OfType<Setting>();

        new SettingsTable(Path.Combine(SharedData.RepositoryRoot, "README.md"), "Analyzer", settings).ShouldTellTheSettings();
    }
}
