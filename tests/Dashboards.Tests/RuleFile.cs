using Dashboards.Tests.Grafana;
using YamlDotNet.Serialization;
using YamlDotNet.Serialization.NamingConventions;

namespace Dashboards.Tests;

/// <summary>The rules of one system, or of all hosts: a <c>.rules.yml</c> of dashboards/prometheus.</summary>
public sealed record RuleFile
{
    public List<Group> Groups { get; init; } = [];

    public IEnumerable<Rule> Rules => Groups.SelectMany(group => group.Rules);

    /// <summary>The systems that have rules; "hosting" and "objectives" are for all of them.</summary>
    public static string[] Names { get; } = ["analyzer", "gateway", "hosting", "journal", "objectives", "prober", "sigma"];

    public static string PathOf(string file) => Path.Combine(Dashboard.Folder, "prometheus", file);

    public static RuleFile Load(string name) => new DeserializerBuilder()
        .WithNamingConvention(UnderscoredNamingConvention.Instance)
        .IgnoreUnmatchedProperties()
        .Build()
        .Deserialize<RuleFile>(File.ReadAllText(PathOf($"{name}.rules.yml")));

    public sealed record Group
    {
        public List<Rule> Rules { get; init; } = [];
    }

    public sealed record Rule
    {
        public string? Record { get; init; }

        public string? Alert { get; init; }

        public string Expr { get; init; } = "";

        public Dictionary<string, string> Labels { get; init; } = [];

        public Dictionary<string, string> Annotations { get; init; } = [];

        public bool IsAlert => Alert is not null;

        public string Name => (Alert ?? Record)!;
    }
}
