using System.Net;
using Gateway.Features.Settings;

namespace Gateway.Tests.Settings;

/// <summary>The forms of a backend's address, and a name behind which there is nothing.</summary>
public sealed class BackendAddressesTests
{
    [Theory]
    [InlineData("http://a:1", "http://a:1/")]
    [InlineData("https://a", "https://a/")]
    [InlineData("a:5081", "http://a:5081/")]
    [InlineData("a.example.org:5081, b:1", "http://a.example.org:5081/ http://b:1/")]
    [InlineData("dns:///a:5081", "http://a:5081/")]
    [InlineData("DNS:///10.0.0.1:5081", "http://10.0.0.1:5081/")]
    [InlineData("[::1]:5081,dns:///[::1]:5082", "http://[::1]:5081/ http://[::1]:5082/")]
    [InlineData("a:1,http://a:1,dns:///a:1", "http://a:1/")]
    public void Parse_FormsOfGrpcAndOfHttp_AreAddresses(string list, string expected) =>
        string.Join(' ', BackendAddressesAttribute.Parse(list)).ShouldBe(expected);

    [Theory]
    [InlineData("a")]
    [InlineData("a:")]
    [InlineData("a:65536")]
    [InlineData("a:-1")]
    [InlineData(":5081")]
    [InlineData("a:1/b")]
    [InlineData("a b:1")]
    [InlineData("dns:///a")]
    [InlineData("dns://8.8.8.8/a:1")]
    [InlineData("unix:/run/a.sock")]
    public void Parse_OtherForms_AreNoAddresses(string list) => BackendAddressesAttribute.Parse(list).ShouldBeEmpty();

    [Fact]
    public async Task Name_ThatResolvesToNothing_IsUnreadyWithTheReasonUntilAnotherIsGiven()
    {
        await using var analyzer = await AnalyzerBackend.StartAsync();
        await using var gateway = await GatewayHost.StartUnreadyAsync("Backends=nothing.invalid:5081");
        using var http = new HttpClient { BaseAddress = gateway.Http1 };

        using var ready = await http.GetAsync("/healthz/ready", TestContext.Current.CancellationToken).Within();
        ready.StatusCode.ShouldBe(HttpStatusCode.ServiceUnavailable);
        await Deadline.UntilAsync(async () =>
            (await http.GetAsync("/healthz/ready", TestContext.Current.CancellationToken)) is var answer
            && (await answer.Content.ReadAsStringAsync(TestContext.Current.CancellationToken)) is var notes
            && notes.Contains("nothing.invalid:5081: Its name has no address."));

        gateway.Reconfigure("Backends", $"nothing.invalid:5081,{analyzer.Http2.Authority}");
        await gateway.ReadyAsync();
    }
}
