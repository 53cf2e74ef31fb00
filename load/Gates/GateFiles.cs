using System.Globalization;
using System.Text;
using System.Xml.Linq;

namespace Load.Gates;

/// <summary>Gates for other programs: <c>junit.xml</c>, and ten lines of Markdown for a build's page.</summary>
internal static class GateFiles
{
    private const int MaxLines = 10;

    public static async Task WriteAsync(DirectoryInfo folder, string run, IReadOnlyList<GateOutcome> outcomes)
    {
        await File.WriteAllTextAsync(Path.Combine(folder.FullName, "junit.xml"), $"{JUnit(run, outcomes)}\n");
        await File.WriteAllTextAsync(Path.Combine(folder.FullName, "gates.md"), Markdown(run, outcomes));
    }

    /// <summary>
    /// A suite for each gate, a case for each row. Jenkins' schema asks for errors, readers of forges show the text of a failure and add up
    /// times: to judge a bound takes none.
    /// </summary>
    internal static XDocument JUnit(string run, IReadOnlyList<GateOutcome> outcomes) => new(new XElement(
        "testsuites",
        Counts(outcomes),
        outcomes.GroupBy(outcome => outcome.Gate.Text).Select(gate => new XElement(
            "testsuite",
            new XAttribute("name", gate.Key),
            Counts([.. gate]),
            gate.Select(outcome => new XElement(
                "testcase",
                new XAttribute("classname", run),
                new XAttribute("name", $"{outcome.Gate.Text}: {outcome.Row}"),
                new XAttribute("time", 0),
                outcome.IsKept ? null : new XElement(
                    "failure", new XAttribute("message", outcome.Problem!), new XAttribute("type", "bound"), $"{outcome}")))))));

    internal static string Markdown(string run, IReadOnlyList<GateOutcome> outcomes)
    {
        var missed = outcomes.Where(outcome => !outcome.IsKept).ToArray();
        var text = new StringBuilder();
        text.AppendLine(CultureInfo.InvariantCulture, $"**{run}**: {outcomes.Count - missed.Length} of {outcomes.Count} bounds kept");
        text.AppendLine();
        const int Head = 2;
        var shown = missed.Length <= MaxLines - Head ? missed : missed[..(MaxLines - Head - 1)];
        foreach (var outcome in shown)
        {
            text.AppendLine(CultureInfo.InvariantCulture, $"- `{outcome.Gate.Text}` {outcome.Row}: {outcome.Problem}");
        }

        if (shown.Length < missed.Length)
        {
            text.AppendLine(CultureInfo.InvariantCulture, $"- and {missed.Length - shown.Length} more");
        }

        return text.ToString();
    }

    private static XAttribute[] Counts(IReadOnlyList<GateOutcome> outcomes) =>
    [
        new("tests", outcomes.Count), new("failures", outcomes.Count(outcome => !outcome.IsKept)), new("errors", 0), new("time", 0),
    ];
}
