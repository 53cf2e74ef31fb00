using System.Net;
using Hosting.Listeners;
using Microsoft.AspNetCore.Connections;

namespace Hosting.Tests.Listeners;

public sealed class ConnectionsEachTests
{
    private readonly TaskCompletionSource _end = new();
    private int _served;
    private int _closed;

    [Theory]
    [InlineData("2001:db8:0:1::1", "2001:db8:0:1::2", 1)] // one network of one customer
    [InlineData("2001:db8:0:1::1", "2001:db8:0:2::1", 2)]
    [InlineData("192.0.2.1", "::ffff:192.0.2.1", 1)]
    [InlineData("192.0.2.1", "192.0.2.2", 2)]
    public async Task Limit_OneConnectionEach_CountsClientsAsTheOtherLimitsDo(string one, string other, int served)
    {
        var limit = new ConnectionsEach(1, sparesLoopback: false, () => _closed++);

        var connections = new[] { one, other }.Select(address => limit.ServeAsync(From(address), ServedAsync)).ToArray();
        _end.SetResult();
        await Task.WhenAll(connections).Within();

        (_served, _closed).ShouldBe((served, 2 - served));
    }

    [Fact]
    public async Task Limit_TheFirstHasEnded_ServesTheNext()
    {
        var limit = new ConnectionsEach(1, sparesLoopback: false, () => _closed++);
        _end.SetResult();

        await limit.ServeAsync(From("192.0.2.1"), ServedAsync);
        await limit.ServeAsync(From("192.0.2.1"), ServedAsync);

        _served.ShouldBe(2);
    }

    [Theory]
    [InlineData("127.0.0.1", 2)]
    [InlineData("::1", 2)]
    [InlineData("::ffff:127.0.0.1", 2)]
    [InlineData("192.0.2.1", 1)]
    public async Task Limit_ThatNobodySet_IsNotForThisMachine(string address, int served)
    {
        var limit = new ConnectionsEach(1, sparesLoopback: true, () => _closed++);

        var connections = new[] { 1, 2 }.Select(_ => limit.ServeAsync(From(address), ServedAsync)).ToArray();
        _end.SetResult();
        await Task.WhenAll(connections).Within();

        _served.ShouldBe(served);
    }

    private Task ServedAsync()
    {
        _served++;
        return _end.Task;
    }

    private static DefaultConnectionContext From(string address) => new() { RemoteEndPoint = new IPEndPoint(IPAddress.Parse(address), 1) };
}
