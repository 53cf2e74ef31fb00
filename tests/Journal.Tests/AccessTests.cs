namespace Journal.Tests;

public sealed class AccessTests
{
    [Fact]
    public async Task Endpoints_All_NameTheirScopeOrThatTheyNeedNone()
    {
        await using var host = await JournalHost.StartAsync();

        OpenEndpoints.Of(host.Services).ShouldBeEmpty();
    }
}
