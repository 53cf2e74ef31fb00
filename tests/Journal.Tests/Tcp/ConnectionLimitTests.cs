using System.Net;
using Journal.Features.Settings;
using Journal.Features.Tcp;
using Microsoft.Extensions.Options;

namespace Journal.Tests.Tcp;

public sealed class ConnectionLimitTests
{
    private readonly ConnectionLimit _limit = new(Options.Create(new JournalOptions { MaxConnections = 5 }));

    [Theory]
    [InlineData("192.0.2.1", "::ffff:192.0.2.1", "192.0.2.2")]
    [InlineData("2001:db8:0:1::1", "2001:db8:0:1::2", "2001:db8:0:2::1")] // one network of one customer
    public void TryEnter_HalfIsOneClients_LeavesTheOthersToOthers(string one, string again, string other)
    {
        Enter(one).ShouldBeTrue();
        Enter(again).ShouldBeTrue();
        Enter(one).ShouldBeFalse();

        Enter(other).ShouldBeTrue();
        _limit.Leave(From(again));
        Enter(one).ShouldBeTrue();
    }

    [Fact]
    public void TryEnter_OnLoopback_MayHaveAll()
    {
        Enumerable.Range(0, 5).ShouldAllBe(_ => Enter("127.0.0.1"));

        Enter("127.0.0.1").ShouldBeFalse();
        Enter("192.0.2.1").ShouldBeFalse();
        _limit.Leave(From("127.0.0.1"));
        Enter("192.0.2.1").ShouldBeTrue();
    }

    private bool Enter(string address) => _limit.TryEnter(From(address));

    private static IPEndPoint From(string address) => new(IPAddress.Parse(address), 1);
}
