using System.Text.RegularExpressions;
using Dashboards.Tests.Grafana;
using YamlDotNet.RepresentationModel;

namespace Dashboards.Tests;

/// <summary>Nothing runs compose.yaml here, so these tests compare what its parts say about each other: ports, paths, versions.</summary>
public sealed partial class ProvisioningTests
{
    private readonly YamlNode _services = Read("compose.yaml")["services"];
    private readonly YamlNode _dataSource = Read("grafana/provisioning/datasources/prometheus.yaml")["datasources"][0];
    private readonly YamlNode _prometheus = Read("prometheus/prometheus.yml");

    [Fact]
    public void Images_Always_NameAnExactVersion()
    {
        foreach (var service in Values(_services).Cast<YamlMappingNode>())
        {
            if (service.Children.TryGetValue("image", out var image))
            {
                $"{image}".ShouldMatch(@"^[\w./-]+:v?\d+\.\d+\.\d+$");
            }
        }
    }

    [Fact]
    public void Images_OfOurs_AreThoseOfTheNewestVersion()
    {
        var changelog = File.ReadAllText(System.IO.Path.Combine(SharedData.RepositoryRoot, "CHANGELOG.md"));
        var version = Heading().Match(changelog).Groups[1].Value;

        Values(_services).Select(service => $"{service["image"]}").Where(image => image.StartsWith("localhost/", StringComparison.Ordinal))
            .ShouldBe(
                [.. new[] { "analyzer", "gateway", "prober", "journal", "sigma" }.Select(host => $"localhost/{host}:{version}")],
                ignoreOrder: true);
    }

    [Fact]
    public void Services_Always_ListenOnLoopbackOnly()
    {
        // They share the host's network: the machine listens on whatever they listen on.
        Values(_services).ShouldAllBe(service => $"{service["network_mode"]}" == "host");
        Option("--web.listen-address").ShouldStartWith("127.0.0.1:");
        Environment("grafana", "GF_SERVER_HTTP_ADDR").ShouldBe("127.0.0.1");
        Environment("elasticsearch", "network.host").ShouldBe("127.0.0.1");
    }

    [Fact]
    public void Ports_Always_AreThePortsThatTheOthersAsk()
    {
        var service = File.ReadAllText(System.IO.Path.Combine(SharedData.RepositoryRoot, "src", "Analyzer.Service", "AnalyzerApp.cs"));
        var target = $"{_prometheus["scrape_configs"][0]["static_configs"][0]["targets"][0]}";

        $"{_dataSource["url"]}".ShouldBe($"http://{Option("--web.listen-address")}");
        service.ShouldContain($"Listener.Http1(\"HttpPort\", {target.Split(':')[1]})");
        var gateway = File.ReadAllText(System.IO.Path.Combine(SharedData.RepositoryRoot, "src", "Gateway", "GatewayApp.cs"));
        var itsTarget = $"{_prometheus["scrape_configs"][1]["static_configs"][0]["targets"][0]}";
        gateway.ShouldContain($"Listener.Http1(\"HttpPort\", {itsTarget.Split(':')[1]})");
        var prober = File.ReadAllText(System.IO.Path.Combine(SharedData.RepositoryRoot, "src", "Prober", "ProberApp.cs"));
        var watched = $"{_prometheus["scrape_configs"][2]["static_configs"][0]["targets"][0]}";
        prober.ShouldContain($"Listener.Http1(\"HttpPort\", {watched.Split(':')[1]})");
        $"{_prometheus["scrape_configs"][6]["static_configs"][0]["targets"][0]}".ShouldBe(watched); // its targets
        var sigma = File.ReadAllText(System.IO.Path.Combine(SharedData.RepositoryRoot, "src", "Sigma.Streams", "SigmaApp.cs"));
        var sigmaTarget = $"{_prometheus["scrape_configs"][4]["static_configs"][0]["targets"][0]}";
        sigma.ShouldContain($"Listener.Http1(\"HttpPort\", {sigmaTarget.Split(':')[1]})");
        var journal = File.ReadAllText(System.IO.Path.Combine(SharedData.RepositoryRoot, "src", "Journal", "JournalApp.cs"));
        var journalsTarget = $"{_prometheus["scrape_configs"][5]["static_configs"][0]["targets"][0]}";
        journal.ShouldContain($"Listener.Http1(\"HttpPort\", {journalsTarget.Split(':')[1]})");
        var elasticsearch = Environment("analyzer", "Analyzer__Elasticsearch__Url");
        $"{_services["elasticsearch"]["healthcheck"]["test"][4]}".ShouldStartWith($"{elasticsearch}/_cluster/health");
    }

    [Fact]
    public void Mounts_Always_ArePathsThatTheProgramsRead()
    {
        var provider = Read("grafana/provisioning/dashboards/analyzer.yaml")["providers"][0];

        Mounted("grafana", $"{provider["options"]["path"]}").ShouldBe(Path("grafana/dashboards"));
        Mounted("grafana", "/etc/grafana/provisioning").ShouldBe(Path("grafana/provisioning"));
        var home = Environment("grafana", "GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH");
        File.Exists(Mounted("grafana", home)).ShouldBeTrue(home);
        Mounted("prometheus", Option("--config.file")).ShouldBe(Path("prometheus/prometheus.yml"));
    }

    [Fact]
    public void Targets_OfTheLab_AreReadWhereTheLabWritesThem()
    {
        var lab = $"{_prometheus["scrape_configs"][3]["file_sd_configs"][0]["files"][0]}";
        var written = System.IO.Path.Combine(SharedData.RepositoryRoot, "load", "results", "targets.json");

        System.IO.Path.GetFullPath(System.IO.Path.Combine(Path("prometheus"), lab)).ShouldBe(written);
        Mounted("prometheus", new Uri(new Uri($"file://{Option("--config.file")}"), lab).AbsolutePath).ShouldBe(written);
    }

    [Fact]
    public void ScrapeInterval_Always_IsTheOneThatGrafanaAssumes()
    {
        $"{_dataSource["jsonData"]["timeInterval"]}".ShouldBe($"{_prometheus["global"]["scrape_interval"]}");
        Option("--enable-feature").ShouldBe("exemplar-storage");
    }

    private static string Path(string file) => System.IO.Path.GetFullPath(System.IO.Path.Combine(Dashboard.Folder, file));

    private static YamlNode Read(string file)
    {
        var yaml = new YamlStream();
        using var text = File.OpenText(Path(file));
        yaml.Load(text);
        return yaml.Documents.ShouldHaveSingleItem().RootNode;
    }

    private static IEnumerable<YamlNode> Values(YamlNode node) => ((YamlMappingNode)node).Children.Values;

    private string Environment(string service, string name) => $"{_services[service]["environment"][name]}";

    private string Option(string name) => ((YamlSequenceNode)_services["prometheus"]["command"])
        .Select(option => $"{option}".Split('=', 2)).Single(option => option[0] == name)[1];

    /// <summary>Returns the path on this machine that a container sees at the given path.</summary>
    private string Mounted(string service, string path)
    {
        var mounts = ((YamlSequenceNode)_services[service]["volumes"]).Select(volume => $"{volume}".Split(':'));
        var mount = mounts.Single(mount => mount[0].StartsWith('.') && (path + "/").StartsWith(mount[1] + "/", StringComparison.Ordinal));
        return Path(mount[0] + path[mount[1].Length..]);
    }

    [GeneratedRegex(@"(?m)^## (\d+\.\d+\.\d+)")]
    private static partial Regex Heading();
}
