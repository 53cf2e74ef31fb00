using Dashboards.Tests.Grafana;
using YamlDotNet.Serialization;
using YamlDotNet.Serialization.NamingConventions;

namespace Dashboards.Tests;

/// <summary>The rules of one system, or of all hosts: a <c>.rules.yml</c> of dashboards/prometheus.</summary>
public sealed record RuleFile
{
    public List<Group> Groups { get; init; } = [];

    public IEnumerable<Rule> Rules => Groups.SelectMany(group => group.Rules);

    /// <summary>The systems that have rules; "hosting" is what all hosts share.</summary>
    public static string[] Names { get; } = ["analyzer", "gateway", "hosting", "journal", "prober", "sigma"];

    public static RuleFile Load(string name) => new DeserializerBuilder()
        .WithNamingConvention(UnderscoredNamingConvention.Instance)
        .IgnoreUnmatchedProperties()
        .Build()
        .Deserialize<RuleFile>(File.ReadAllText(Path.Combine(Dashboard.Folder, "prometheus", $"{name}.rules.yml")));

    public sealed record Group
    {
        public List<Rule> Rules { get; init; } = [];
    }

    public sealed record Rule
    {
        public string? Record { get; init; }

        public string? Alert { get; init; }

        public string Expr { get; init; } = "";

        public bool IsAlert => Alert is not null;

        public string Name => (Alert ?? Record)!;
    }
}
