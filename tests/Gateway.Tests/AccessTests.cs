namespace Gateway.Tests;

public sealed class AccessTests
{
    [Fact]
    public async Task Endpoints_All_NameTheirScopeOrThatTheyNeedNone()
    {
        await using var host = await GatewayHost.StartUnreadyAsync("Backends=http://127.0.0.1:1");

        OpenEndpoints.Of(host.Services).ShouldBeEmpty();
    }
}
