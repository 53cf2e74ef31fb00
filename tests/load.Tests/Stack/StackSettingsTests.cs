using System.Globalization;
using System.Text.Json;
using Load.Machine;
using Load.Stack;
using YamlDotNet.RepresentationModel;

namespace Load.Tests.Stack;

/// <summary>What stands in dashboards/stack and docs is what the stack starts.</summary>
public sealed class StackSettingsTests
{
    private const string Folder = "/var/lib/stack";

    private static readonly StackPaths Paths = new(Folder);
    private static readonly StackPorts Ports = StackPorts.Usual(1);

    private static readonly string Settings = Path.Combine(SharedData.RepositoryRoot, "dashboards", "stack");

    public static TheoryData<string, string> Hosts => new()
    {
        { "journal", StackMembers.Journal },
        { "sigma", StackMembers.Sigma },
        { "analyzer", StackMembers.AnalyzerOf(0) },
        { "gateway", StackMembers.Gateway },
        { "prober", StackMembers.Prober },
    };

    [Theory]
    [MemberData(nameof(Hosts))]
    public void File_OfAHost_HoldsWhatTheStackStarts(string file, string member)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "the files name folders of Unix");
        using var json = JsonDocument.Parse(File.ReadAllBytes(Path.Combine(Settings, $"{file}.json")));

        Flat("", json.RootElement).ShouldBe(ArgumentsOf(member), ignoreOrder: true);
    }

    [Fact]
    public void Probes_AreThoseThatTheStackWrites()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "the file names a folder of Unix");

        File.ReadAllText(Path.Combine(Settings, "probes.yaml")).ReplaceLineEndings("\n")
            .ShouldBe(StackProbes.Yaml(new(Folder), Paths, Ports).ReplaceLineEndings("\n"));
    }

    /// <summary>Each member is a container, which has its file beside compose.yaml, or the arguments that the stack gives it.</summary>
    [Fact]
    public void Compose_EachService_StartsWhatTheStackStarts()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "the file names folders of Unix");
        var yaml = new YamlStream();
        yaml.Load(new StringReader(File.ReadAllText(Path.Combine(Settings, "compose.yaml"))));
        var services = ((YamlMappingNode)yaml.Documents[0].RootNode["services"]).Children
            .ToDictionary(service => $"{service.Key}", service => ((YamlSequenceNode)service.Value["command"]).Select(word => $"{word}"));
        var files = Hosts.ToDictionary(host => host.Data.Item2, host => host.Data.Item1);

        services.Keys.ShouldBe(
            StackMembers.Of(new(Folder), Paths, Ports).Select(member => files.GetValueOrDefault(member.Name, member.Name)),
            ignoreOrder: true);
        foreach (var (name, command) in services)
        {
            IEnumerable<string> expected = name switch
            {
                "sigma" => ["run", .. ConfigOf(name), "--rules", "/etc/stack-rules/rules", "--mapping", "/etc/stack-rules/mapping.yml"],
                "prober" => [$"--Prober:DataDirectory={Folder}/prober", "--Prober:Config=/etc/stack/probes.yaml"],
                StackMembers.Forwarder or StackMembers.Reader => CommandOf(name),
                _ => ConfigOf(name),
            };
            command.ShouldBe(expected, name);
        }

        static string[] ConfigOf(string host) => ["--config", $"/etc/stack/{host}.json"];
    }

    [Fact]
    public void Probes_OfTheDistributedForm_WatchNodesAndBrokersToo()
    {
        var yaml = StackProbes.Yaml(
            new(Folder) { StoreUrl = "http://es-1:9200,http://es-2:9200/", Kafka = "k-1:9092" }, Paths, StackPorts.Usual(3));

        yaml.ShouldContain("  - { name: elasticsearch-2, url: \"http://es-2:9200/_cluster/health?local=true\", success_code: ");
        yaml.ShouldContain("tcp:\n  - { name: kafka-1, host: \"k-1:9092\" }\ntls:\n");
        yaml.ShouldContain("name: analyzer-3, host:");
    }

    [Fact]
    public void Of_AnalyzerAndGatewayAlone_TellNobody()
    {
        var members = StackMembers.Of(new(Folder) { IsWhole = false }, Paths, Ports);

        members.Select(member => member.Name).ShouldBe(["analyzer-1", "gateway"]);
        members.SelectMany(member => member.Arguments)
            .ShouldAllBe(argument => !argument.Contains("Audit") && !argument.Contains("Journal"));
    }

    [Fact]
    public void Picture_IsThatOfTheWiring() =>
        File.ReadAllText(Path.Combine(SharedData.RepositoryRoot, "docs", "stack.svg")).ReplaceLineEndings("\n")
            .ShouldBe(
                StackPicture.Of(StackMembers.Of(new(Folder), Paths, Ports)).ReplaceLineEndings("\n"),
                "write it anew: dotnet run --project load -- stack --picture docs/stack.svg");

    /// <summary>Paths into the sources are absolute at the stack, and relative in the files.</summary>
    private static IEnumerable<string> ArgumentsOf(string name) => CommandOf(name)
        .Where(argument => argument.StartsWith("--", StringComparison.Ordinal))
        .Select(argument => argument.Replace(ProjectFolder.Repository + Path.DirectorySeparatorChar, "", StringComparison.Ordinal));

    private static IEnumerable<string> CommandOf(string name) => StackMembers.Of(new(Folder), Paths, Ports)
        .Single(member => member.Name == name).Arguments
        .Where(argument => !argument.Contains(":StopAtEndOfInput=", StringComparison.Ordinal));

    private static IEnumerable<string> Flat(string key, JsonElement value) => value.ValueKind switch
    {
        JsonValueKind.Object => value.EnumerateObject().SelectMany(
            member => Flat(key.Length == 0 ? member.Name : $"{key}:{member.Name}", member.Value)),
        JsonValueKind.Array => value.EnumerateArray().SelectMany(
            (item, i) => Flat(string.Create(CultureInfo.InvariantCulture, $"{key}:{i}"), item)),
        _ => [$"--{key}={value}"],
    };
}
