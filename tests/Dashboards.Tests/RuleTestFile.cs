using System.Globalization;
using System.Text.RegularExpressions;
using YamlDotNet.RepresentationModel;

namespace Dashboards.Tests;

/// <summary>
/// A file of promtool's tests, which can be changed: https://prometheus.io/docs/prometheus/latest/configuration/unit_testing_rules
/// </summary>
internal sealed partial class RuleTestFile
{
    private readonly YamlMappingNode _root;

    private RuleTestFile(YamlMappingNode root) => _root = root;

    /// <summary>What the tests ask of alerts: does this one fire then?</summary>
    public IReadOnlyList<(string Alert, bool Fires)> AlertQuestions =>
    [
        .. Groups.SelectMany(group => Items(group, "alert_rule_test"))
            .Select(question => ($"{question["alertname"]}", Items(question, "exp_alerts").Any())),
    ];

    private IEnumerable<YamlMappingNode> Groups => Items(_root, "tests");

    public static RuleTestFile Load(string name)
    {
        var yaml = new YamlStream();
        using var text = File.OpenText(RuleFile.PathOf($"{name}.rules.test.yml"));
        yaml.Load(text);
        var root = (YamlMappingNode)yaml.Documents.Single().RootNode;
        root.Children["rule_files"] = new YamlSequenceNode(RuleFile.PathOf($"{name}.rules.yml"));
        return new RuleTestFile(root);
    }

    /// <summary>Instead of an alert's texts its existence: <c>ALERTS</c> with its name has the expected labels, or is empty.</summary>
    public RuleTestFile AlertsOnly()
    {
        foreach (var group in Groups)
        {
            var questions = Items(group, "alert_rule_test").Select(question => new YamlMappingNode(
                "expr", $"ALERTS{{alertname=\"{question["alertname"]}\",alertstate=\"firing\"}}",
                "eval_time", $"{question["eval_time"]}",
                "exp_samples", Samples($"{question["alertname"]}", Items(question, "exp_alerts")))).ToList<YamlNode>();
            group.Children.Remove("alert_rule_test");
            group.Children.Remove("promql_expr_test");
            group.Children["promql_expr_test"] = new YamlSequenceNode(questions);
        }

        return this;
    }

    /// <summary>Tests about days, which have steps of five minutes, are left out: they would take minutes.</summary>
    public RuleTestFile ScrapedFourTimesAMinute()
    {
        _root.Children["evaluation_interval"] = "15s";
        _root.Children["tests"] = new YamlSequenceNode(Groups.Where(group => $"{group["interval"]}" == "1m"));
        foreach (var group in Groups)
        {
            group.Children["interval"] = "15s";
            foreach (var series in Items(group, "input_series"))
            {
                series.Children["values"] = string.Join(' ', $"{series["values"]}".Split(' ').Select(FourTimes));
            }
        }

        return this;
    }

    /// <summary>
    /// Where something fired, nothing does. What misses hosts is not asked: hosts of the lab are none that Prometheus should have.
    /// </summary>
    public RuleTestFile OfTheLab()
    {
        foreach (var group in Groups)
        {
            var series = Items(group, "input_series").Where(series => !$"{series["series"]}".Contains("run=", StringComparison.Ordinal));
            foreach (var one in series)
            {
                one.Children["series"] = $"{one["series"]}".Replace("{", "{run=\"lab\",", StringComparison.Ordinal);
            }

            group.Children["promql_expr_test"] = new YamlSequenceNode(
                Items(group, "promql_expr_test").Where(question => !$"{question["expr"]}".Contains("Absent", StringComparison.Ordinal)));
            foreach (var question in Items(group, "promql_expr_test"))
            {
                question.Children["exp_samples"] = new YamlSequenceNode();
            }
        }

        return this;
    }

    /// <returns>The path of the file.</returns>
    public string Write(TempDirectory folder)
    {
        var path = folder.Combine("test.yml");
        using var text = File.CreateText(path);
        new YamlStream(new YamlDocument(_root)).Save(text, assignAnchors: false);
        return path;
    }

    private static YamlSequenceNode Samples(string name, IEnumerable<YamlMappingNode> alerts) => new(
        from alert in alerts
        let labels = string.Join(',', ((YamlMappingNode)alert["exp_labels"]).Select(Label))
        select new YamlMappingNode(
            "labels", $"ALERTS{{alertname=\"{name}\",alertstate=\"firing\",{labels}}}",
            "value", "1"));

    private static string Label(KeyValuePair<YamlNode, YamlNode> label) => $"{label.Key}=\"{label.Value}\"";

    /// <summary><c>0+60x10</c>, which is 11 values, becomes 44: <c>0+15x43</c>.</summary>
    private static string FourTimes(string values)
    {
        if (values == "stale")
        {
            return values;
        }

        if (values == "NaN")
        {
            return "NaN NaN NaN NaN";
        }

        if (values.StartsWith("_x", StringComparison.Ordinal)) // no value yet
        {
            return string.Create(CultureInfo.InvariantCulture, $"_x{4 * int.Parse(values[2..], CultureInfo.InvariantCulture)}");
        }

        var match = Values().Match(values);
        match.Success.ShouldBeTrue(values);
        var count = Number(match.Groups["count"]);
        var step = Number(match.Groups["step"]) / 4;
        return string.Create(
            CultureInfo.InvariantCulture, $"{match.Groups["first"].Value}{step:+0.########;-0.########;+0}x{(4 * (count + 1)) - 1}");
    }

    private static double Number(Group group) => group.Success ? double.Parse(group.Value, CultureInfo.InvariantCulture) : 0;

    private static IEnumerable<YamlMappingNode> Items(YamlMappingNode node, string key) =>
        node.Children.TryGetValue(key, out var items) ? ((YamlSequenceNode)items).Cast<YamlMappingNode>() : [];

    [GeneratedRegex(@"^(?<first>-?[\d.]+)(?<step>[+-][\d.]+)?(x(?<count>\d+))?$")]
    private static partial Regex Values();
}
