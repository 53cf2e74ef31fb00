using Gateway.Features.Routing;
using Microsoft.Extensions.DependencyInjection;

namespace Gateway.Tests.Routing;

public sealed class RouteTableTests
{
    [Theory]
    [InlineData("/acme.v1.Orders/Get", "service")]
    [InlineData("/acme.v1.Orders/GetAll", "service")]
    [InlineData("/acme.v1.Orders/List", "method")]
    [InlineData("/acme.v1.Ordersx/Get", "package")]
    [InlineData("/acme.v2.Orders/Get", "package")]
    [InlineData("/ACME.v1.Orders/Get", "all")]
    [InlineData("/other.Service/Get", "all")]
    public void Find_SeveralMatch_TakesTheLongest(string path, string expected)
    {
        using var app = GatewayHost.Build(
            new LogSink(),
            "Sets:s:Backends=127.0.0.1:1",
            "Routes:all:Match=/", "Routes:all:Set=s",
            "Routes:package:Match=/acme.", "Routes:package:Set=s",
            "Routes:service:Match=acme.v1.Orders", "Routes:service:Set=S",
            "Routes:method:Match=/acme.v1.Orders/List", "Routes:method:Set=s");

        app.Services.GetRequiredService<RouteTable>().Find(path)!.Name.ShouldBe(expected);
    }

    [Theory]
    [InlineData("acme.v1.Orders", "/acme.v1.Orders/")]
    [InlineData("/", "/")]
    [InlineData("/acme.", "/acme.")]
    [InlineData("/a/b", "/a/b")]
    [InlineData("", null)]
    [InlineData("//", null)]
    [InlineData("/a/b/", null)]
    [InlineData("a/b", null)]
    [InlineData("/a%2Fb", null)]
    [InlineData("/a?b", null)]
    public void Of_ServiceOrPrefix_IsHowPathsBegin(string match, string? expected) => RoutePrefix.Of(match).ShouldBe(expected);
}
