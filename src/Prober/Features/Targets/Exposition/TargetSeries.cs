using Prober.Engine.Probing;
using Prober.Engine.Watching;

namespace Prober.Features.Targets.Exposition;

/// <summary>
/// The last result of each target under blackbox_exporter's names, written directly into the response: no label set, and no string for each
/// row. A result that is no evidence is left out, so that no alert mistakes the prober's own trouble for the target's.
/// </summary>
internal static class TargetSeries
{
    /// <summary>A flush allocates some hundred bytes, and all rows of 20,000 targets have some ten million bytes.</summary>
    private const int FlushBytes = 256 * 1024;

    private const string ContentType = "text/plain; version=0.0.4; charset=utf-8";

    /// <summary>
    /// The rows of all targets, each with <c>name</c>, <c>kind</c> and <c>instance</c>: targets of two kinds may have the same name and
    /// instance.
    /// </summary>
    public static async Task WriteAsync(HttpResponse response, IReadOnlyList<WatchedTarget> targets, CancellationToken cancellationToken)
    {
        response.ContentType = ContentType;
        using var text = new SeriesText();
        foreach (var family in SeriesFamily.All)
        {
            AddHead(text, family);
            for (var i = 0; i < targets.Count; i++)
            {
                var definition = targets[i].Definition;
                if (family.Fits(definition.Kind) && targets[i].Last is { } result && result.Failure.IsEvidence())
                {
                    AddRows(text, family, result, definition);
                }

                if (text.Length > FlushBytes)
                {
                    await response.BodyWriter.WriteAsync(text.Written, cancellationToken);
                    text.Clear();
                }
            }
        }

        await response.BodyWriter.WriteAsync(text.Written, cancellationToken);
    }

    /// <summary>The rows of one probe, without target labels: the scraper knows which target it asked for.</summary>
    /// <param name="before">Comments before them.</param>
    public static async Task WriteAsync(
        HttpResponse response, string kind, ProbeResult result, string before, CancellationToken cancellationToken)
    {
        response.ContentType = ContentType;
        using var text = new SeriesText();
        text.Add(before);
        foreach (var family in SeriesFamily.All.Where(family => family.Fits(kind) && family.Rows.Any(row => row.Read(result) is not null)))
        {
            AddHead(text, family);
            AddRows(text, family, result, target: null);
        }

        await response.BodyWriter.WriteAsync(text.Written, cancellationToken);
    }

    private static void AddHead(SeriesText text, SeriesFamily family) => text
        .Add("# HELP "u8).Add(family.Name).Add(" "u8).Add(family.Help).Add("\n# TYPE "u8).Add(family.Name).Add(" gauge\n"u8);

    private static void AddRows(SeriesText text, SeriesFamily family, ProbeResult result, TargetDefinition? target)
    {
        foreach (var row in family.Rows)
        {
            if (row.Read(result) is { } value)
            {
                _ = target is null ? AddNames(text, family, row, result) : AddNames(text, family, row, result, target);
                text.Add(value).Add("\n"u8);
            }
        }
    }

    private static SeriesText AddNames(SeriesText text, SeriesFamily family, SeriesRow row, ProbeResult result, TargetDefinition target)
    {
        text.Add(family.Opening).AddEscaped(target.Name).Add("\",kind=\""u8).Add(target.Kind)
            .Add("\",instance=\""u8).AddEscaped(target.Probe.Endpoint);
        if (row.Labels is null)
        {
            return text.Add(row.Closing);
        }

        row.Labels(text.Add("\","u8), result);
        return text.Add("} "u8);
    }

    private static SeriesText AddNames(SeriesText text, SeriesFamily family, SeriesRow row, ProbeResult result)
    {
        text.Add(family.Name);
        if (row.Label.Length == 0 && row.Labels is null)
        {
            return text.Add(" "u8);
        }

        text.Add("{"u8).Add(row.Label);
        row.Labels?.Invoke(text, result);
        return text.Add("} "u8);
    }
}
