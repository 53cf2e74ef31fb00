using System.Globalization;
using Load.Statistics;

namespace Load.Comparing;

/// <summary>A comparison as text, whatever it is printed on.</summary>
internal static class ComparisonTable
{
    /// <summary>The first column is words, the others are numbers but for the last.</summary>
    public static IReadOnlyList<string> Headings { get; } = ["row", "figure", "first", "second", "change", "95 % interval", "verdict"];

    /// <summary>The text in place of a row's name.</summary>
    public const string AllRows = "all rows";

    public static bool IsText(int column) => column is 0 or 1 or 6;

    /// <summary>Figure by figure, all rows together first; each line with its verdict, for colour.</summary>
    public static IEnumerable<(ChangeVerdict Verdict, IReadOnlyList<string> Cells)> Lines(Comparison comparison) =>
        comparison.Overall.Concat(comparison.Rows)
            .GroupBy(change => change.Figure == Figure.CpuPerGigabyte ? Figure.Cpu : change.Figure)
            .SelectMany(figure => figure)
            .Select(change => (change.Verdict, Cells(change)));

    /// <summary>How the surest figure of a row changed, for the ordinary report.</summary>
    public static string Short(Comparison comparison, string row) =>
        comparison.Rows.FirstOrDefault(change => change.Row == row) is { } change
            ? change.Verdict == ChangeVerdict.NoDifferenceShown ? Percent(change.Ratio) : $"{Percent(change.Ratio)} {Words(change.Verdict)}"
        : comparison.Failures.FirstOrDefault(failure => failure.Row == row) is { Row: not null } failure ? Words(failure.Verdict)
        : "-";

    public static string Words(ChangeVerdict verdict) => verdict switch
    {
        ChangeVerdict.Better => "better",
        ChangeVerdict.Worse => "worse",
        _ => "no difference shown",
    };

    /// <summary>A ratio as a change: 1.1 is +10.0%.</summary>
    public static string Percent(double ratio) => (100 * (ratio - 1)).ToString("+#,0.0;-#,0.0;0.0", CultureInfo.InvariantCulture) + "%";

    private static IReadOnlyList<string> Cells(Change change) =>
    [
        change.Row ?? AllRows, change.Name,
        change.Before is null ? "" : Format.Digits(change.Before), change.After is null ? "" : Format.Digits(change.After),
        Percent(change.Ratio), $"{Percent(change.Low)} … {Percent(change.High)}", Words(change.Verdict),
    ];
}
