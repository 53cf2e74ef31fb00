using Load.Comparing;
using Load.Measuring;
using Load.Results.Summary;

namespace Load.Tests.Comparing;

public sealed class EnvironmentsTests
{
    private static readonly SummaryDocument Run = Runs.Document();

    private static readonly Dictionary<string, Func<RunEnvironment, RunEnvironment>> Changes = new()
    {
        ["machine"] = environment => environment with { Machine = "Other CPU" },
        ["cores"] = environment => environment with { Cores = 4 },
        ["memory (GiB)"] = environment => environment with { MemoryBytes = 16_000_000_000 },
        ["operatingSystem"] = environment => environment with { OperatingSystem = "Windows" },
        ["runtime"] = environment => environment with { Runtime = ".NET 11" },
        ["configuration"] = environment => environment with { Configuration = "Debug" },
        ["labGarbageCollector"] = environment => environment with { LabGarbageCollector = "server" },
        ["seed"] = environment => environment with { Seed = 2 },
        ["corpus"] = environment => Other(environment, "corpus", "/files"),
        ["store"] = environment => Other(environment, "store", "elasticsearch"),
        ["service started by"] = environment => environment with { Target = "http://host:5080/" },
        ["service.configuration"] = environment => environment with { Service = environment.Service! with { Configuration = "Debug" } },
        ["service.runtime"] = environment => environment with { Service = environment.Service! with { Runtime = ".NET 11" } },
        ["service.serverGc"] = environment => environment with { Service = environment.Service! with { ServerGc = false } },
    };

    [Theory]
    [InlineData("machine", "Test CPU", "Other CPU")]
    [InlineData("cores", "2", "4")]
    [InlineData("memory (GiB)", "7", "15")]
    [InlineData("operatingSystem", "Test OS", "Windows")]
    [InlineData("runtime", ".NET 10", ".NET 11")]
    [InlineData("configuration", "Release", "Debug")]
    [InlineData("labGarbageCollector", "workstation", "server")]
    [InlineData("seed", "1", "2")]
    [InlineData("corpus", "generated", "/files")]
    [InlineData("store", "sqlite", "elasticsearch")]
    [InlineData("service started by", "the lab", "others")]
    [InlineData("service.configuration", "Release", "Debug")]
    [InlineData("service.runtime", ".NET 10", ".NET 11")]
    [InlineData("service.serverGc", "True", "False")]
    public void Unlike_AFieldDiffers_IsNamedWithBothValues(string field, string before, string after) =>
        Environments.Unlike(Run, Run with { Environment = Changes[field](Run.Environment) })
            .ShouldBe([new Difference(field, before, after)]);

    [Fact]
    public void Unlike_AnotherBuildOrSetting_IsWhatIsCompared()
    {
        var other = Run with
        {
            Environment = Run.Environment with
            {
                Build = "1.0.0+def",
                Service = Run.Environment.Service! with { Version = "1.0.0+def" },
                MemoryBytes = Run.Environment.MemoryBytes + 100_000,
                Settings = new Dictionary<string, string> { ["Analyzer:Ceilings:SlowdownPercent"] = "10" },
            },
        };

        Environments.Unlike(Run, other).ShouldBeEmpty();
        Environments.Subject(Run, other).Select(difference => $"{difference}").ShouldBe(
        [
            "service.version: 1.0.0+abc against 1.0.0+def",
            "build of the lab: 1.0.0+abc against 1.0.0+def",
            "settings: (none) against Analyzer:Ceilings:SlowdownPercent=10",
        ]);
        Environments.Subject(Run, Run).ShouldBeEmpty();
    }

    private static RunEnvironment Other(RunEnvironment environment, string name, string value) =>
        environment with { Others = new(environment.Others) { [name] = Reports.Rows.Text(value) } };
}
