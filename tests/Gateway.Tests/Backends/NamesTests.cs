using System.Net;
using Gateway.Features.Upstream;
using Gateway.Tests.Foreign;
using Gateway.Tests.Foreign.V1;
using Grpc.Net.Client;
using Microsoft.Extensions.DependencyInjection;
using Rpc = Gateway.Tests.Foreign.V1.Foreign;

namespace Gateway.Tests.Backends;

/// <summary>Backends by name: several addresses, IPv6, and a name that gets another address.</summary>
public sealed class NamesTests
{
    private static readonly IPAddress Second = IPAddress.Parse("127.0.0.2");

    [Theory]
    [InlineData("127.0.0.2,127.0.0.1")]
    [InlineData("::1,127.0.0.1,127.0.0.2")]
    [InlineData("127.0.0.1")]
    public async Task Name_OneAddressAnswers_EachConnectionFindsIt(string addresses)
    {
        await using var backend = await ForeignHost.StartAsync();
        await using var gateway = await StartAsync(
            backend.Address.Port, () => [.. addresses.Split(',').Select(IPAddress.Parse)], "ConnectionsPerBackend=4");

        for (var i = 0; i < 8; i++)
        {
            (await AskAsync(gateway)).ShouldBe("hello");
        }
    }

    [Fact]
    public async Task Address_OfIPv6_IsReached()
    {
        await using var backend = await ForeignHost.StartAsync(at: new(IPAddress.IPv6Loopback, 0));
        await using var gateway = await GatewayHost.StartAsync([backend.Address]);
        using var clean = gateway.Log.ExpectClean();

        (await AskAsync(gateway)).ShouldBe("hello");
    }

    [Fact]
    public async Task Name_HasNoAddressAtFirst_ServesWhenItHas()
    {
        await using var backend = await ForeignHost.StartAsync();
        IPAddress[] addresses = [];
        var starting = StartAsync(backend.Address.Port, () => addresses);
        await Task.Delay(100, TestContext.Current.CancellationToken);
        starting.IsCompleted.ShouldBeFalse("nothing serves yet");

        addresses = [IPAddress.Loopback];

        await using var gateway = await starting.Within();
        gateway.Log.Records.ShouldContain(record => record.Message.Contains("Its name has no address."));
        (await AskAsync(gateway)).ShouldBe("hello");
    }

    [Fact]
    public async Task Name_GetsAnotherAddress_CallsMoveWhenConnectionsAreOld()
    {
        await using var old = await ForeignHost.StartAsync();
        await using var other = await ForeignHost.StartAsync(at: new(Second, old.Address.Port));
        var address = IPAddress.Loopback;
        await using var gateway = await StartAsync(old.Address.Port, () => [address], "ConnectionLifetime=1s");
        using var clean = gateway.Log.ExpectClean();
        (await AskAsync(gateway)).ShouldBe("hello");
        old.Events.Headers.ShouldNotBeEmpty();
        other.Events.Headers.ShouldBeEmpty();

        address = Second; // the old one goes on to answer

        await Deadline.UntilAsync(async () => await AskAsync(gateway) == "hello" && other.Events.Headers.Count > 0);
    }

    private static Task<GatewayHost> StartAsync(int port, Func<IPAddress[]> resolve, params string[] settings) =>
        GatewayHost.StartAsync(
            [new Uri($"http://backend.example:{port}")],
            services =>
            {
                var made = services.Last(service => service.ServiceType == typeof(ConnectionOptions)).ImplementationFactory!;
                services.AddSingleton(provider =>
                    (ConnectionOptions)made(provider) with { Resolve = (_, _) => Task.FromResult(resolve()) });
            },
            settings);

    private static async Task<string> AskAsync(GatewayHost gateway)
    {
        using var channel = GrpcChannel.ForAddress(gateway.Http2);
        var answer = await new Rpc.ForeignClient(channel).AskAsync(
            new Letter { Text = "hello" }, cancellationToken: TestContext.Current.CancellationToken);
        return answer.Text;
    }
}
