namespace Sigma.Streams.Tests;

/// <summary>Settings that choose among rules, as confluent-sigma has them.</summary>
public sealed class RuleChoiceTests : IDisposable
{
    private readonly TempDirectory _folder = new();

    public RuleChoiceTests() => File.WriteAllText(
        _folder.Combine("rules.yml"), string.Join("\n---\n", Rule("one", "p", "s"), Rule("two", "p", "t"), Rule("three", "q", "s")));

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("one two three")]
    [InlineData("one two", "--Sigma:Products:0=P")]
    [InlineData("one three", "--Sigma:Services:0=s")]
    [InlineData("one", "--Sigma:Services:0=s", "--Sigma:Products:0=p")]
    [InlineData("two three", "--Sigma:Titles:0=two", "--Sigma:Titles:1=three")]
    [InlineData("one two", "--Sigma:MaxRules=2")]
    [InlineData("one", "--Sigma:FirstMatch=true")]
    [InlineData("one two three", "--legacy")]
    public async Task Post_WithAChoice_AlertsByTheChosenRules(string titles, params string[] arguments)
    {
        await using var host = await SigmaHost.StartAsync(_folder, ["--rules", _folder.Combine("rules.yml"), .. arguments]);

        (await host.PostAsync("{\"a\":1}\n")).Status.ShouldBe(200);

        (await host.AlertsAsync()).Select(alert => (string)alert["rule"]!["title"]!).Order()
            .ShouldBe(titles.Split(' ').Order());
    }

    [Fact]
    public async Task Start_WithAChoiceThatLeavesNoRule_SaysWhoChose()
    {
        var start = () => SigmaHost.StartAsync(_folder, "--rules", _folder.Combine("rules.yml"), "--Sigma:Services:0=none");

        var said = await start.ShouldThrowAsync<InvalidDataException>().Within();
        said.Message.ShouldContain("Sigma:Products, Sigma:Services and Sigma:Titles");
    }

    private static string Rule(string title, string product, string service) =>
        $"title: {title}\nlogsource: {{ product: {product}, service: {service} }}\ndetection: {{ s: {{ a: 1 }}, condition: s }}";
}
