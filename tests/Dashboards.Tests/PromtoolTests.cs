namespace Dashboards.Tests;

/// <summary>Prometheus' own tool on dashboards/prometheus.</summary>
public sealed class PromtoolTests
{
    public static TheoryData<string> Names => new(RuleFile.Names);

    [Fact]
    public Task Configuration_Promtool_FindsNothing() => ShouldPassAsync("check", "config", RuleFile.PathOf("prometheus.yml"));

    [Theory]
    [MemberData(nameof(Names))]
    public Task Rules_Promtool_FindsNothing(string name) =>
        ShouldPassAsync("check", "rules", "--lint=all", "--lint-fatal", RuleFile.PathOf($"{name}.rules.yml"));

    [Theory]
    [MemberData(nameof(Names))]
    public Task Rules_ScrapedEachMinute_DecideAsTheirTestsSay(string name) =>
        ShouldPassAsync("test", "rules", RuleFile.PathOf($"{name}.rules.test.yml"));

    /// <summary>Texts have other numbers then: the tests ask only what fires, for whom.</summary>
    [Theory]
    [MemberData(nameof(Names))]
    public async Task Rules_ScrapedEach15Seconds_FireForTheSame(string name)
    {
        using var folder = new TempDirectory("rules");
        await ShouldPassAsync("test", "rules", RuleTestFile.Load(name).AlertsOnly().ScrapedFourTimesAMinute().Write(folder));
    }

    /// <summary>Each series of the tests with the label that the lab's have: of all that fired, only what misses hosts does.</summary>
    [Theory]
    [MemberData(nameof(Names))]
    public async Task Rules_SeriesOfTheLab_FireNothing(string name)
    {
        using var folder = new TempDirectory("rules");
        await ShouldPassAsync("test", "rules", RuleTestFile.Load(name).AlertsOnly().OfTheLab().Write(folder));
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Rules_Always_AreTested(string name)
    {
        var tests = File.ReadAllText(RuleFile.PathOf($"{name}.rules.test.yml"));
        var questions = RuleTestFile.Load(name).AlertQuestions;

        foreach (var rule in RuleFile.Load(name).Rules)
        {
            if (rule.IsAlert)
            {
                questions.Where(question => question.Alert == rule.Name).Select(question => question.Fires).Distinct()
                    .ShouldBe([false, true], ignoreOrder: true, $"{rule.Name} has to be seen firing, and not firing");
            }
            else
            {
                tests.ShouldContain($"expr: {rule.Name}", Case.Sensitive, rule.Name);
            }
        }
    }

    private static async Task ShouldPassAsync(params IEnumerable<string> arguments)
    {
        var promtool = await Promtool.RunAsync(arguments, "", TestContext.Current.CancellationToken);

        promtool.ExitCode.ShouldBe(0, promtool.Output);
    }
}
