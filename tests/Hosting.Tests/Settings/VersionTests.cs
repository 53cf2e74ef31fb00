using System.Net.Http.Json;
using System.Text.Json.Nodes;
using Hosting.Outgoing;
using Hosting.Settings;
using Hosting.Tests.Hello;

namespace Hosting.Tests.Settings;

public sealed class VersionTests
{
    private const string Commit = "7776bb51dcf377a79416b2ef85af1b5eece49a40";

    [Theory]
    [InlineData($"1.2.3+{Commit}", Commit, false, "x 1.2.3, 7776bb51")]
    [InlineData($"1.2.3+{Commit}.dirty", Commit, true, "x 1.2.3, 7776bb51, dirty")]
    [InlineData("1.2.3", null, false, "x 1.2.3")]
    [InlineData("1.2.3+abc", "abc", false, "x 1.2.3, abc")]
    public void Parse_VersionOfAnAssembly_GivesItsParts(string informational, string? commit, bool dirty, string text)
    {
        var build = BuildVersion.Parse("x", informational);

        build.ShouldBe(new BuildVersion("x", "1.2.3", commit, dirty));
        build.ToString().ShouldBe(text);
    }

    [Fact]
    public async Task Get_Version_NeedsNoKeyAndAgreesWithTheMetrics()
    {
        using var keys = new ClientKeys();
        var key = keys.Add("scraper", ["metrics"]);
        await using var host = await HelloHost.StartAsync($"Keys={keys.File}");
        using var http = new HttpClient { BaseAddress = host.Http1 };

        var version = (await http.GetFromJsonAsync<JsonObject>("/version", TestContext.Current.CancellationToken).Within())!;
        http.DefaultRequestHeaders.Add("x-api-key", key);
        var metrics = await http.GetStringAsync("/metrics", TestContext.Current.CancellationToken).Within();

        version["name"]!.GetValue<string>().ShouldBe("hello");
        version["version"]!.GetValue<string>().ShouldBe(typeof(HelloApp).Assembly.GetName().Version!.ToString(3));
        metrics.ShouldContain($"hello_build_info{{version=\"{HelloApp.Host.Version}\"");
        HelloApp.Host.Version.ShouldStartWith(version["version"]!.GetValue<string>());
    }

    [Fact]
    public void UserAgent_OfAProgram_HasItsNameAndVersion() => UserAgent.OfThisProgram.ShouldMatch(@"^Hosting\.Tests/\d+\.\d+\.\d+$");
}
