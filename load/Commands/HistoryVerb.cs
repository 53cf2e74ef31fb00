using System.CommandLine;
using Load.History;
using Load.Machine;
using Load.Statistics;

namespace Load.Commands;

/// <summary><c>history</c>: which commit made a row slower?</summary>
internal static class HistoryVerb
{
    private const int Bar = 40;

    private static readonly string[] Figures = ["cpu", "rate", "p99"];

    public static Command Create()
    {
        var folder = new Argument<string>("folder") { Description = "Holds runs, such as load/results" };
        var row = new Option<string?>("--row") { Description = "A row's name, such as \"rest look-up 10KB x16\" [default: the row that most runs have]" };
        var figure = new Option<string>("--figure") { Description = "cpu (ms per unit), rate or p99 (ms)", DefaultValueFactory = _ => Figures[0] };
        figure.AcceptOnlyFromAmong(Figures);
        var command = new Command("history", "Show a row over all runs of a folder, with the commits where its level changed")
        {
            folder, row, figure,
        };
        command.SetAction(parsed =>
        {
            try
            {
                Write(
                    RowHistory.Read(parsed.GetValue(folder)!, parsed.GetValue(row), parsed.GetValue(figure)!),
                    parsed.InvocationConfiguration.Output);
                return LabExitCode.Success;
            }
            catch (LabException exception)
            {
                parsed.InvocationConfiguration.Error.WriteLine(exception.Message);
                return exception.ExitCode;
            }
        });
        return command;
    }

    private static void Write(RowHistory history, TextWriter output)
    {
        output.WriteLine($"{history.Row}: {history.Figure}, {Format.Count(history.Points.Count, "run")}");
        var most = history.Points.Select(point => point.Value.Mean).DefaultIfEmpty(1).Max();
        var changes = ChangePoints.Of([.. history.Points.Select(point => point.Value.Mean)]).ToDictionary(change => change.Index, change => change.Change);
        for (var i = 0; i < history.Points.Count; i++)
        {
            var point = history.Points[i];
            if (changes.TryGetValue(i, out var change))
            {
                output.WriteLine($"--- from here on {change} as before: {history.Points[i - 1].Build} against {point.Build}");
            }

            var bar = new string('█', Math.Max(1, (int)Math.Round(Bar * point.Value.Mean / most)));
            output.WriteLine(
                $"{point.StartedAt:yyyy-MM-dd HH:mm}  {point.Build,-18} {Format.Digits(point.Value.Mean),10} " +
                $"{(point.Value.HalfWidth is { } half ? $"± {Format.Digits(half)}" : ""),-10} {bar}");
        }

        output.WriteLine(changes.Count == 0 ? "No change of level is shown." : $"{Format.Count(changes.Count, "change")} of level.");
        foreach (var left in history.LeftOut)
        {
            output.WriteLine($"Left out: {left}.");
        }
    }
}
