using System.Net;
using System.Net.Http.Headers;
using System.Text;
using System.Text.Json.Nodes;
using Prober.Engine.Networking;
using Prober.Engine.Networking.Naming;
using Prober.Engine.Probing;
using Prober.Engine.Tests.Watching;
using Prober.Features.Pushes;

namespace Prober.Tests.Pushes;

/// <summary>Targets that report their own state.</summary>
public sealed class PushTests : IDisposable
{
    private const string Secret = "0123456789abcdef";
    private readonly TempDirectory _folder = new("pushes");

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Push_UpAndDown_IsTheStateOfItsTarget()
    {
        var name = $"backup {Guid.NewGuid():N}";
        await using var host = await StartAsync(name);

        (await PushAsync(host, name, Secret, "")).ShouldBe(HttpStatusCode.NoContent);
        await UntilAsync(host, "up");
        (await PushAsync(host, name, Secret, """{"state":"down","message":"disk full"}""")).ShouldBe(HttpStatusCode.NoContent);
        var down = await UntilAsync(host, "down");
        (await PushAsync(host, name, Secret, """{"state":"up","duration":"1.5s"}""")).ShouldBe(HttpStatusCode.NoContent);
        var up = await UntilAsync(host, "up");

        ((string)down["last"]!["message"]!).ShouldBe("disk full");
        up.ToJsonString().ShouldContain("1500");
    }

    [Theory]
    [InlineData(true, "wrong-token-of-16")]
    [InlineData(true, "")]
    [InlineData(false, Secret)]
    public async Task Push_UnknownNameOrWrongToken_IsRefusedAlike(bool isKnown, string token)
    {
        await using var host = await StartAsync("backup");

        (await PushAsync(host, isKnown ? "backup" : "other", token, "")).ShouldBe(HttpStatusCode.Forbidden);
    }

    [Theory]
    [InlineData("""{"state":"sideways"}""")]
    [InlineData("""{"duration":"soon"}""")]
    [InlineData("""{"status":"down"}""")] // a key of another product: taken for "up", it would hide an outage
    [InlineData("""{"state":"down","state":"up"}""")]
    [InlineData("not json")]
    [InlineData("[]")]
    public async Task Push_OddBody_IsRefused(string body)
    {
        await using var host = await StartAsync("backup");

        (await PushAsync(host, "backup", Secret, body)).ShouldBe(HttpStatusCode.BadRequest);
        (await PushAsync(host, "backup", Secret, $$"""{"message":"{{new string('x', 501)}}"}""")).ShouldBe(HttpStatusCode.BadRequest);
        (await PushAsync(host, "backup", Secret, $$"""{"message":"{{new string('x', 5000)}}"}"""))
            .ShouldBe(HttpStatusCode.RequestEntityTooLarge);
    }

    [Theory]
    [InlineData("success=false")]
    [InlineData("status=down")]
    [InlineData("state=up&state=down")]
    [InlineData("state=broken")]
    [InlineData("duration=soon")]
    public async Task Push_OddQuery_IsRefused(string query)
    {
        await using var host = await StartAsync("backup");

        (await SendAsync(host, $"/api/v1/push/backup?token={Secret}&{query}", "")).ShouldBe(HttpStatusCode.BadRequest);
        (await SendAsync(host, $"/api/v1/push/backup?token={Secret}&state=up", """{"state":"down"}""")).ShouldBe(HttpStatusCode.BadRequest);
    }

    [Theory]
    [InlineData("backup", "/api/v1/push/backup?")]
    [InlineData("..", "/api/v1/push?name=..&")]
    [InlineData("a%2Fb", "/api/v1/push/a%252Fb?")]
    [InlineData("a/b?c#d", "/api/v1/push/a%2Fb%3Fc%23d?")]
    [InlineData("a/b?c#d %2F", "/api/v1/push?name=a%2Fb%3Fc%23d%20%252F&")]
    public async Task Push_InTheQuery_ReachesEachName(string name, string path)
    {
        await using var host = await StartAsync(name);

        (await SendAsync(host, $"{path}token={Secret}&state=down&message=disk%20full", "")).ShouldBe(HttpStatusCode.NoContent);

        ((string)(await UntilAsync(host, "down"))["last"]!["message"]!).ShouldBe("disk full");
    }

    [Fact]
    public async Task Restart_OfTheProber_KeepsWhatATargetSaidLast()
    {
        string[] arguments = [$"--Prober:DataDirectory={_folder.Path}"];
        await using (var first = await StartAsync("backup", arguments))
        {
            (await PushAsync(first, "backup", Secret, """{"state":"down","message":"disk full"}""")).ShouldBe(HttpStatusCode.NoContent);
        }

        await using (var second = await StartAsync("backup", arguments))
        {
            ((string)(await UntilAsync(second, "down"))["last"]!["message"]!).ShouldBe("disk full");
            (await PushAsync(second, "backup", Secret, """{"duration":"1.5s"}""")).ShouldBe(HttpStatusCode.NoContent);
        }

        await using var third = await StartAsync("backup", arguments);
        (await UntilAsync(third, "up")).ToJsonString().ShouldContain("1500");
    }

    /// <summary>An interval of a day must not begin again with each change of the configuration.</summary>
    [Fact]
    public async Task Probe_AfterAReload_GoesOnAwaiting()
    {
        var (time, board) = (new ManualTime(), new PushBoard());

        (await ProbeAsync(time, board)).Failure.ShouldBe(FailureClass.Limit);
        time.Pass(61_000);

        (await ProbeAsync(time, board)).Failure.ShouldBe(FailureClass.Timeout);
    }

    /// <summary>A job whose message found nobody sends it again after a restart of seconds, but not after an absence of hours.</summary>
    [Theory]
    [InlineData(10, FailureClass.Timeout)]
    [InlineData(3600, FailureClass.Limit)]
    public async Task Probe_SilenceOverAnAbsenceOfTheProber_IsDownOnlyIfThatWasShort(int away, FailureClass expected)
    {
        var (time, board) = (new ManualTime(), new PushBoard());
        var now = time.GetUtcNow().ToUnixTimeMilliseconds();

        board.Load([("job", new(now - 50_000, IsUp: true, "", null))], now, TimeSpan.FromSeconds(away), time);

        (await ProbeAsync(time, board)).IsGood.ShouldBeTrue();
        time.Pass(11_000);
        (await ProbeAsync(time, board)).Failure.ShouldBe(expected);
        time.Pass(50_000);
        (await ProbeAsync(time, board)).Failure.ShouldBe(FailureClass.Timeout);
    }

    [Fact]
    public async Task Probe_SilenceLongerThanTheInterval_IsDown()
    {
        var (time, board) = (new ManualTime(), new PushBoard());

        (await ProbeAsync(time, board)).Failure.ShouldBe(FailureClass.Limit, "Nothing is known after a start.");
        time.Pass(61_000);
        (await ProbeAsync(time, board)).Failure.ShouldBe(FailureClass.Timeout);
        board.Set("job", new(time.GetTimestamp(), IsUp: true, "", null));
        time.Pass(59_000);
        (await ProbeAsync(time, board)).IsGood.ShouldBeTrue();
        time.Pass(2_000);
        (await ProbeAsync(time, board)).Message.ShouldBe("It has not reported for 61 s.");
    }

    [Theory]
    [InlineData("state", "image/svg+xml", "down")]
    [InlineData("availability", "image/svg+xml", "%")]
    [InlineData("duration", "image/svg+xml", "unknown")]
    [InlineData("nonsense", "application/problem+json", "show has to be")]
    public async Task Badge_OfATarget_IsAPictureWithoutMarkupOfItsName(string show, string type, string text)
    {
        File.WriteAllText(
            _folder.Combine("probes.yaml"), "tcp: [{ name: \"<script>x</script>\", host: \"127.0.0.1:9\", interval: 1s, timeout: 1s }]\n");
        await using var host = await ProberHost.StartAsync("--config", _folder.Combine("probes.yaml"));
        await UntilAsync(host, "down");

        using var response = await host.Http.GetAsync(
            $"/badge?kind=tcp&name={Uri.EscapeDataString("<script>x</script>")}&show={show}", Token);

        response.Content.Headers.ContentType!.MediaType.ShouldBe(type);
        var picture = await response.Content.ReadAsStringAsync(Token);
        picture.ShouldContain(text);
        picture.ShouldNotContain("<script>");
    }

    /// <summary>With a new probe each time, as after a change of the configuration.</summary>
    private static Task<ProbeResult> ProbeAsync(ManualTime time, PushBoard board)
    {
        var network = new ProbeNetwork(new CachingResolver(new() { HostsPath = null }, time), time);
        var probe = new PushProbe("job", Secret, TimeSpan.FromMinutes(1), board);
        return ProbeRunner.RunAsync(probe, network, TimeSpan.FromSeconds(1), false, Token).Within();
    }

    private async Task<ProberHost> StartAsync(string name, params string[] arguments)
    {
        File.WriteAllText(_folder.Combine("probes.yaml"), $"push: [{{ name: \"{name}\", token: {Secret}, interval: 30s }}]\n");
        return await ProberHost.StartAsync(["--config", _folder.Combine("probes.yaml"), .. arguments]);
    }

    private static async Task<HttpStatusCode> SendAsync(ProberHost host, string address, string body)
    {
        using var content = new StringContent(body, Encoding.UTF8, "application/json");
        using var response = await host.Http.PostAsync(address, content, Token).Within();
        return response.StatusCode;
    }

    private static async Task<JsonNode> UntilAsync(ProberHost host, string state) =>
        (await host.UntilAsync(targets => (string)targets.Single()!["state"]! == state)).Single()!;

    private static async Task<HttpStatusCode> PushAsync(ProberHost host, string name, string token, string body)
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, $"/api/v1/push/{Uri.EscapeDataString(name)}")
        {
            Content = new StringContent(body, Encoding.UTF8, "application/json"),
        };
        request.Headers.Authorization = token.Length > 0 ? new AuthenticationHeaderValue("Bearer", token) : null;
        using var response = await host.Http.SendAsync(request, Token).Within();
        return response.StatusCode;
    }
}
