using System.CommandLine;
using System.Globalization;
using System.Text.Json;
using System.Text.Json.Nodes;
using Hosting.Lifetime;
using Hosting.Metrics;
using Hosting.Settings;
using Microsoft.Extensions.Options;
using Prober.Engine.Timelines;
using Prober.Features.History;
using Prober.Features.History.Storage;
using Prober.Features.Settings;

namespace Prober.Features.Reports;

/// <summary>
/// <c>check</c>, <c>export</c> and <c>report</c>: they read the history, also while a prober runs, and change nothing.
/// </summary>
/// <param name="settings">Settings from the command line, each <c>--Prober:Key=Value</c>.</param>
/// <param name="addSettings">Registers the prober's options.</param>
internal sealed class HistoryCommands(string[] settings, Action<IServiceCollection> addSettings)
{
    private static readonly JsonSerializerOptions Lines = new(JsonSerializerDefaults.Web);

    public IEnumerable<Command> Create()
    {
        yield return Make("check", "Reads the whole history and says whether it is sound.", (path, output, _) => Check(path, output));
        yield return Make(
            "export",
            "Writes every change, pause, correction and hourly sum as a line of JSON.",
            (path, output, _) => Export(path, output));
        var from = new Option<string?>("--from")
        {
            Description = "The beginning, such as 2026-11-01T00:00:00Z. Default: 30 days before the end.",
        };
        var to = new Option<string?>("--to") { Description = "The end. Default: now." };
        var format = new Option<string>("--format") { Description = "json, csv or html.", DefaultValueFactory = _ => "json" };
        var report = Make(
            "report",
            "Says for how long each target was up, down, unknown and in maintenance.",
            (path, output, parsed) =>
                Report(path, parsed.GetValue(from), parsed.GetValue(to), parsed.GetValue(format)!, output, TimeProvider.System));
        report.Add(from);
        report.Add(to);
        report.Add(format);
        yield return report;
    }

    public static int Check(string path, TextWriter output)
    {
        var problems = HistoryFile.Check(path);
        foreach (var problem in problems)
        {
            output.WriteLine(problem);
        }

        output.WriteLine(problems.Count == 0 ? $"{path} is sound." : $"{path} is damaged: {problems.Count} problems.");
        return problems.Count == 0 ? ExitCode.Done : ExitCode.Found;
    }

    public static int Export(string path, TextWriter output) => HistoryFile.ReadFrom(path, reader =>
    {
        var all = new TimeRange(0, long.MaxValue);
        var (corrections, hours) = (reader.Corrections(all), reader.Hours().ToLookup(row => row.Target, row => row.Sums));
        foreach (var target in reader.Targets())
        {
            var (kind, name) = (target.Key.Kind, target.Key.Name);
            DateTimeOffset? gone = target.Gone is { } at ? Time(at) : null;
            Line(new { type = "target", kind, name, since = Time(target.Since), gone });
            foreach (var change in reader.Changes(target.Id, all))
            {
                Line(new
                {
                    type = "change",
                    kind,
                    name,
                    at = Time(change.At),
                    state = LabelValues.Of(change.State),
                    doubtMilliseconds = change.Doubt,
                    cause = change.Cause,
                });
            }

            foreach (var correction in corrections[target.Id])
            {
                Line(new
                {
                    type = "correction",
                    kind,
                    name,
                    from = Time(correction.Range.Start),
                    to = Time(correction.Range.End),
                    state = LabelValues.Of(correction.State),
                    note = correction.Note,
                });
            }

            foreach (var sums in hours[target.Id])
            {
                Line(new { type = "hour", kind, name, from = Time(sums.Hour), sums });
            }
        }

        foreach (var (notifier, _) in reader.Waiting())
        {
            foreach (var message in reader.Outbox(notifier, int.MaxValue))
            {
                Line(new
                {
                    type = "message",
                    id = message.IdIn(reader.Identity),
                    notifier,
                    kind = message.Kind,
                    made = Time(message.Made),
                    due = Time(message.Due),
                    attempts = message.Attempts,
                    body = JsonNode.Parse(message.Body),
                });
            }
        }

        foreach (var told in reader.Delivered())
        {
            Line(new
            {
                type = "delivered",
                id = OutboxRow.IdOf(reader.Identity, told.Target, told.Id),
                notifier = told.Notifier,
                kind = told.Kind,
                target = told.Key is { } key ? new { kind = key.Kind, name = key.Name } : null,
                made = Time(told.Made),
                at = Time(told.At),
            });
        }

        foreach (var pause in reader.Pauses(all))
        {
            Line(new { type = "pause", from = Time(pause.Range.Start), to = Time(pause.Range.End), reason = pause.Reason });
        }

        foreach (var planned in reader.Maintenance(all))
        {
            Line(new { type = "maintenance", name = planned.Name, from = Time(planned.Range.Start), to = Time(planned.Range.End) });
        }

        return ExitCode.Done;

        void Line(object row) => output.WriteLine(JsonSerializer.Serialize(row, Lines));
    });

    public static int Report(string path, string? from, string? to, string format, TextWriter output, TimeProvider time)
    {
        var end = Parse("--to", to) ?? time.GetUtcNow();
        var start = Parse("--from", from) ?? end.AddDays(-30);
        if (start >= end)
        {
            throw new ArgumentException("--from has to be before --to.");
        }

        if (!ReportFormats.All.TryGetValue(format, out var write))
        {
            throw new ArgumentException($"--format has to be {string.Join(", ", ReportFormats.All.Keys)}.");
        }

        var window = new TimeRange(start.ToUnixTimeMilliseconds(), end.ToUnixTimeMilliseconds());
        output.WriteLine(write(HistoryFile.ReadFrom(path, reader => AvailabilityReport.Read(reader, window))));
        return ExitCode.Done;
    }

    private static DateTimeOffset? Parse(string option, string? text) =>
        text is null ? null
        : DateTimeOffset.TryParse(text, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out var time) ? time
        : throw new ArgumentException($"{option} has to be a time, such as 2026-11-01 or 2026-11-01T00:00:00Z.");

    private static DateTimeOffset Time(long at) => DateTimeOffset.FromUnixTimeMilliseconds(at);

    private Command Make(string name, string description, Func<string, TextWriter, ParseResult, int> run)
    {
        var command = new Command(name, description);
        command.SetAction((parsed, _) => Task.FromResult(Run(name, path => run(path, Console.Out, parsed))));
        return command;
    }

    private int Run(string name, Func<string, int> run)
    {
        try
        {
            var builder = HostConfiguration.CreateBuilder(settings, addSettings);
            using var services = builder.Services.BuildServiceProvider();
            services.ValidateSettings();
            return run(HistoryFeature.PathIn(services.GetRequiredService<IOptions<ProberOptions>>().Value.DataDirectory));
        }
        catch (Exception exception) when (StartFailure.IsExpected(exception)
            || exception is HistoryRefusedException or HistoryUnavailableException)
        {
            Console.Error.WriteLine($"{name}: {StartFailure.Sentence(exception)}");
            return ExitCode.NotDone;
        }
    }
}
