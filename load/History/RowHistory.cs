using Load.Answering;
using Load.Comparing;
using Load.Machine;
using Load.Results.Summary;
using Load.Statistics;

namespace Load.History;

/// <summary>One figure of one row over all runs of a folder.</summary>
/// <param name="Row">The row's name.</param>
/// <param name="Figure">What is shown of it.</param>
/// <param name="Points">In the order of time.</param>
/// <param name="LeftOut">Runs that have the row and do not count, each with the reason.</param>
internal sealed record RowHistory(string Row, string Figure, IReadOnlyList<HistoryPoint> Points, IReadOnlyList<string> LeftOut)
{
    /// <summary>Runs of a folder; more would be another kind of folder.</summary>
    private const int MaxRuns = 10_000;
    private const int MaxTold = 5;

    /// <param name="folder">Holds the folders of runs.</param>
    /// <param name="row">The row's name; null for the one that most runs have.</param>
    /// <param name="figure"><c>cpu</c>, <c>rate</c> or <c>p99</c>.</param>
    /// <exception cref="LabException">There is no such folder, run or row.</exception>
    public static RowHistory Read(string folder, string? row, string figure)
    {
        if (!Directory.Exists(folder))
        {
            throw new LabException($"history: there is no folder {folder}.");
        }

        var left = new List<string>();
        var runs = Directory.EnumerateFiles(folder, "summary.json", SearchOption.AllDirectories).Take(MaxRuns)
            .Select(file => TryRead(file, left)).OfType<SummaryDocument>().OrderBy(run => run.StartedAt).ToArray();
        if (runs.Length == 0)
        {
            throw new LabException($"history: {folder} holds no run that this lab can read (a folder with a summary.json).");
        }

        var names = runs.SelectMany(run => run.Rows).CountBy(one => one.Name).OrderByDescending(name => name.Value).ToArray();
        if (names.Length == 0)
        {
            throw new LabException($"history: no run of {folder} has a row; each was stopped before one was measured.");
        }

        var name = row ?? names[0].Key;
        if (names.All(one => one.Key != name))
        {
            throw new LabException(
                $"history: no run of {folder} has a row '{name}'; there are: {string.Join("; ", names.Take(20).Select(one => one.Key))}" +
                $"{(names.Length > 20 ? $"; and {names.Length - 20} more" : "")}.");
        }

        var sound = new List<(SummaryDocument Run, Estimate Value)>();
        foreach (var run in runs)
        {
            if (run.Rows.FirstOrDefault(one => one.Name == name) is not { } measured)
            {
                continue;
            }

            var values = measured.Repeats.Select(Of(figure, measured.Unit).Of).OfType<double>().Where(value => value > 0).ToArray();
            if ((WhyLeftOut(run, measured) ?? (values.Length == 0 ? $"no {figure}" : null)) is { } why)
            {
                left.Add($"{run.Id}: {why}");
            }
            else
            {
                sound.Add((run, Estimate.Of(values)!));
            }
        }

        var points = new List<HistoryPoint>();
        foreach (var (run, value) in sound)
        {
            if (Environments.Unlike(run, sound[^1].Run) is [var difference, ..])
            {
                left.Add($"{run.Id}: {difference.Field} was {difference.Before}, and in the newest run it is {difference.After}");
            }
            else
            {
                points.Add(new HistoryPoint(run.Id, run.StartedAt, run.Environment.ShortBuild, value));
            }
        }

        return points.Count > 0 ? new RowHistory(name, figure, points, left) : throw new LabException(
            $"history: no {figure} of '{name}' in {folder} counts ({string.Join("; ", left.TakeLast(MaxTold))}); " +
            "--figure shows cpu, rate or p99.");
    }

    /// <returns>Null when the row's figures count.</returns>
    private static string? WhyLeftOut(SummaryDocument run, SummaryRow row) =>
        run.IsSmoke ? "made with --smoke"
        : run.Interrupted is { } interrupted ? $"partial: {interrupted}"
        : row.InvalidReasons is [var reason, ..] ? $"void: {reason}"
        : row.Failed + row.TimedOut is > 0 and var failed ? $"{Format.Count(failed, "request")} failed"
        : null;

    private static AnsweredFigure Of(string figure, string unit) => figure switch
    {
        "rate" => AnsweredFigure.Rate,
        "p99" => AnsweredFigure.Tail,
        _ => AnsweredFigure.Cpu(unit),
    };

    private static SummaryDocument? TryRead(string file, List<string> left)
    {
        try
        {
            return SummaryFile.Read(file);
        }
        catch (LabException exception)
        {
            left.Add(exception.Message.TrimEnd('.'));
            return null;
        }
    }
}

/// <param name="Run">The run's id.</param>
/// <param name="StartedAt">UTC.</param>
/// <param name="Build">Version and commit that the lab was built from.</param>
/// <param name="Value">The figure over the repeats.</param>
internal sealed record HistoryPoint(string Run, DateTimeOffset StartedAt, string Build, Estimate Value);
