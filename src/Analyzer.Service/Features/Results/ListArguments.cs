using System.ComponentModel;
using System.Globalization;
using Analyzer.Contract;
using Analyzer.Core;
using Analyzer.Service.Features.Errors;
using Hosting.Errors;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.WebUtilities;

namespace Analyzer.Service.Features.Results;

/// <summary>A page of the listing, as a client asks for it. Absent and empty arguments mean no condition.</summary>
internal sealed class ListArguments
{
    [FromQuery(Name = WireNames.Verdict), Description("Only reports with this verdict.")]
    public string? Verdict { get; init; }

    [FromQuery(Name = WireNames.Type), Description("Only this media type, such as application/pdf, or this kind, such as image/*.")]
    public string? Type { get; init; }

    [FromQuery(Name = WireNames.MinScore), Description("Only reports with this score or a higher one.")]
    public string? MinScore { get; init; }

    [FromQuery(Name = WireNames.MaxScore), Description("Only reports with this score or a lower one.")]
    public string? MaxScore { get; init; }

    [FromQuery(Name = WireNames.From), Description("Only files that were analyzed at this instant (RFC 3339) or later.")]
    public string? From { get; init; }

    [FromQuery(Name = WireNames.To), Description("Only files that were analyzed before this instant (RFC 3339).")]
    public string? To { get; init; }

    [FromQuery(Name = WireNames.Sha256), Description("Only files whose SHA-256 begins with these 1 to 64 hex digits.")]
    public string? Sha256 { get; init; }

    [FromQuery(Name = WireNames.Limit), Description("The most reports on the page: 1 to 1000. Default 50. Large reports end it earlier.")]
    public string? Limit { get; init; }

    [FromQuery(Name = WireNames.After), Description("The 'next' of the previous page, with the same filters.")]
    public string? After { get; init; }

    /// <summary>Reads the query of a REST request, which a gateway passes on unchanged.</summary>
    public static ListArguments Parse(string query)
    {
        var values = QueryHelpers.ParseQuery(query);
        return new()
        {
            Verdict = Text(WireNames.Verdict),
            Type = Text(WireNames.Type),
            MinScore = Text(WireNames.MinScore),
            MaxScore = Text(WireNames.MaxScore),
            From = Text(WireNames.From),
            To = Text(WireNames.To),
            Sha256 = Text(WireNames.Sha256),
            Limit = Text(WireNames.Limit),
            After = Text(WireNames.After),
        };

        string? Text(string name) => values.TryGetValue(name, out var value) ? value.ToString() : null;
    }

    /// <returns>The query, or an error that names the argument and its valid values.</returns>
    public Result<ReportQuery> ToQuery()
    {
        var limit = Parse(Limit, ReportQuery.DefaultLimit);
        if (limit is null or < 1 or > ReportQuery.MaxLimit)
        {
            return AnalyzerErrors.InvalidArgument($"'limit' has to be a number from 1 to {ReportQuery.MaxLimit}.");
        }

        if (ToFilter().IsError(out var error, out var filter))
        {
            return error;
        }

        if (string.IsNullOrEmpty(After))
        {
            return new ReportQuery(limit.Value, filter);
        }

        return !ReportCursor.TryParse(After, out var cursor)
                ? AnalyzerErrors.InvalidArgument("'after' has to be the 'next' of the previous page, unchanged.")
            : cursor.Filter != filter.Fingerprint
                ? AnalyzerErrors.InvalidArgument("'after' belongs to a listing with other filters: leave it out to start this listing.")
            : new ReportQuery(limit.Value, filter, cursor);
    }

    private Result<ReportFilter> ToFilter()
    {
        var (minScore, maxScore) = (Parse(MinScore, 0), Parse(MaxScore, int.MaxValue));
        var (from, to) = (Instant.Parse(From), Instant.Parse(To));
        var verdict = ParseVerdict();
        MediaTypePattern? type = null;
        FileIdPrefix? sha256 = null;
        var problem =
            IsAsked(Verdict) && verdict is null ? AnalyzerErrors.NotAVerdict
            : IsAsked(Type) && !MediaTypePattern.TryParse(Type, out type)
                ? AnalyzerErrors.InvalidArgument("'type' has to be a media type such as application/pdf, or a group such as image/*.")
            : minScore is null ? NotAScore(WireNames.MinScore)
            : maxScore is null ? NotAScore(WireNames.MaxScore)
            : minScore > maxScore ? AnalyzerErrors.InvalidArgument("'minScore' is above 'maxScore', so no report can match.")
            : IsAsked(From) && from is null ? NotAnInstant(WireNames.From)
            : IsAsked(To) && to is null ? NotAnInstant(WireNames.To)
            : from >= to ? AnalyzerErrors.InvalidArgument("'to' has to be later than 'from'.")
            : IsAsked(Sha256) && !FileIdPrefix.TryParse(Sha256, out sha256)
                ? AnalyzerErrors.InvalidArgument("'sha256' has to be the first 1 to 64 hex digits of a SHA-256.")
            : null;
        return problem is not null ? problem : new ReportFilter
        {
            Verdict = verdict,
            Type = type,
            MinScore = IsAsked(MinScore) ? minScore : null,
            MaxScore = IsAsked(MaxScore) ? maxScore : null,
            From = from,
            To = to,
            Sha256 = sha256,
        };
    }

    private static bool IsAsked(string? argument) => !string.IsNullOrEmpty(argument);

    private static Error NotAScore(string name) => AnalyzerErrors.InvalidArgument($"'{name}' has to be a whole number, 0 or more.");

    private static Error NotAnInstant(string name) => AnalyzerErrors.InvalidArgument(
        $"'{name}' has to be a time of RFC 3339, such as 2026-11-21T06:00:00Z. In an address, write + as %2B.");

    /// <returns>Null when the text is not a number.</returns>
    private static int? Parse(string? number, int absent) =>
        !IsAsked(number) ? absent
        : int.TryParse(number, NumberStyles.None, CultureInfo.InvariantCulture, out var value) ? value
        : null;

    /// <returns>Null when the text is not a verdict. Enum.TryParse would take numbers and lists of names too.</returns>
    private Verdict? ParseVerdict()
    {
        var index = Array.FindIndex(Enum.GetNames<Verdict>(), known => known.Equals(Verdict, StringComparison.OrdinalIgnoreCase));
        return index < 0 ? null : Enum.GetValues<Verdict>()[index];
    }
}
