using Hosting.Tests.Hello;

namespace Hosting.Tests.Settings;

public sealed class DocumentTests
{
    [Fact]
    public void Table_OfTheSettingsOfEveryHost_TellsThemAll() => SettingsTable.OfEveryHost(HelloApp.Host).ShouldTellTheSettings();
}
