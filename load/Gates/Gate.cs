using System.Globalization;
using System.Text.RegularExpressions;
using Load.Machine;
using Load.Results.Summary;

namespace Load.Gates;

/// <summary>
/// A bound that a person sets (<c>--require</c>): <c>p99&lt;50ms</c>, <c>failed=0</c>, <c>cpu&lt;1.1x:baseline</c>, and before a colon
/// the rows that it concerns: <c>transport=grpc,size=1MB: p99&lt;50ms</c>. Without them it concerns every row.
/// </summary>
/// <param name="Text">As it was given.</param>
/// <param name="Rows">Pairs of dimension and value, as <c>--only</c> takes them; null for all rows.</param>
/// <param name="Figure">What is bounded.</param>
/// <param name="Sign">How it is compared with the bound.</param>
/// <param name="Bound">In the figure's own unit, or how many times the baseline's.</param>
/// <param name="IsOfBaseline">Whether the bound is a multiple of the same row's figure in the baseline.</param>
internal sealed partial record Gate(string Text, string? Rows, GateFigure Figure, string Sign, double Bound, bool IsOfBaseline)
{
    private const string Option = "--require";
    private const string Baseline = "x:baseline";

    /// <summary>Where it was given, for messages: the option, or file and line.</summary>
    public string Origin { get; private init; } = Option;

    /// <summary>It itself, for messages.</summary>
    public string Told => $"{Origin} '{Text}'";

    /// <exception cref="LabException">It is none; the message says what one looks like.</exception>
    public static Gate Parse(string text) => Parse(text, Option);

    /// <inheritdoc cref="Parse(string)"/>
    public static Gate Parse(string text, string origin)
    {
        if (Form().Match(Own()) is not { Success: true } match)
        {
            throw Wrong("it is no bound");
        }

        var name = match.Groups["figure"].Value;
        var unit = match.Groups["unit"].Value.Trim();
        var figure = GateFigure.Find(name, unit)
            ?? throw Wrong($"there is no figure '{name}'{(GateFigure.HintTo(name) is { } hint ? $"; {hint}" : "")}");
        var number = double.Parse(match.Groups["number"].Value, CultureInfo.InvariantCulture);
        var isOfBaseline = unit.Equals(Baseline, StringComparison.OrdinalIgnoreCase);
        var factor = isOfBaseline ? 1 : figure.FactorOf(unit)
            ?? throw Wrong($"{figure.Name} is {UnitsOf(figure)}, not in '{unit}'");
        var sign = match.Groups["sign"].Value;
        if ((isOfBaseline ? WhyUnlikelyOfBaseline(number) : WhyUnlikely(figure, sign, number * factor, unit)) is { } why)
        {
            throw Wrong(why);
        }

        var rows = match.Groups["rows"].Value.Trim();
        return new Gate(text.Trim(), rows.Length > 0 ? rows : null, figure, sign, number * factor, isOfBaseline)
        {
            Origin = origin,
        };

        string Own()
        {
            try
            {
                var before = RowsBefore().Match(text).Value;
                return before + OtherTools.InOwnWords(
                    text[before.Length..].Replace("≤", "<=", StringComparison.Ordinal).Replace("≥", ">=", StringComparison.Ordinal));
            }
            catch (FormatException exception)
            {
                throw Wrong(exception.Message);
            }
        }

        static string UnitsOf(GateFigure figure) => figure.Units.Keys.Where(key => key.Length > 0).ToArray() is { Length: > 0 } units
            ? $"in {string.Join(", ", units)}" : "a number";

        LabException Wrong(string why) => new(
            $"{origin} '{text}': {why}. It takes a figure ({string.Join(", ", GateFigure.All.Select(one => one.Name))}), a sign and a " +
            "bound, such as \"p99<50ms\", \"failed=0\", \"transport=grpc: rate>=1000\" or \"cpu<1.1x:baseline\".");
    }

    /// <summary>A bound that nobody can mean is told: it would be kept, or missed, whatever is measured.</summary>
    /// <param name="figure">What is bounded.</param>
    /// <param name="sign">How.</param>
    /// <param name="bound">In the figure's own unit.</param>
    /// <param name="unit">As it was written.</param>
    /// <returns>Null when it may be meant.</returns>
    private static string? WhyUnlikely(GateFigure figure, string sign, double bound, string unit) => (figure, sign) switch
    {
        ({ IsCount: true } or { IsShare: true }, "<") when bound <= 0 => $"nothing is less than that; none at all is {figure.Name}=0",
        ({ IsCount: false, IsShare: false }, not (">" or ">=")) when bound <= 0 => "no row can keep it",
        (_, ">=") when bound <= 0 => "every row keeps it",
        ({ IsCount: false }, ['=', ..]) when bound > 0 =>
            $"nothing is measured to be exactly that; write {figure.Name}{(figure.IsBestSmall || figure.IsOfProcess ? "<=" : ">=")}N",
        ({ IsShare: true }, "<" or "<=") when bound >= 100 => "every row keeps it; one in a hundred is 1% or 0.01",
        ({ IsBestSmall: true }, ">" or ">=") =>
            $"it asks for more than that; a bound says what has to hold, such as {figure.Name}{(sign == ">" ? "<=" : "<")}N. What makes " +
            "a run fail (Taurus) is written the other way round",
        ({ IsCount: true }, _) when !double.IsInteger(bound) =>
            $"{figure.Name} is a count; a share of all requests is error_rate<1%, or not_right<1% with those that were refused",
        ({ Name: "rate" }, _) when bound <= 1 && unit.Length == 0 =>
            "rate is right answers per second, such as rate>=1000/s; a share of requests is not_right<1% (k6's checks: rate>0.99)",
        _ => null,
    };

    private static string? WhyUnlikelyOfBaseline(double factor) => factor > 0 ? null : "a multiple of the baseline is more than 0";

    /// <summary>Whether a row is concerned. A step of a mix has no figures of processes.</summary>
    public bool Concerns(SummaryRow row) => Rows is null ? !(row.IsStep && Figure.IsOfProcess)
        : Measuring.CaseFilter.Wanted(Rows, Told).All(values => row.Dimensions.Any(one =>
            one.Key.Equals(values.Key, StringComparison.OrdinalIgnoreCase)
            && values.Any(value => Measuring.CaseFilter.SameValue(value, one.Value))));

    public bool Holds(double value, double bound) => Sign switch
    {
        "<" => value < bound,
        "<=" => value <= bound,
        ">" => value > bound,
        ">=" => value >= bound,
        _ => value == bound,
    };

    [GeneratedRegex(
        @"^\s*((?<rows>[^:<>]+=[^:<>]+):)?\s*(?<figure>[A-Za-z][\w.]*(\([\d.]+\))?)\s*(?<sign><=|>=|={1,3}|<|>)\s*" +
        @"(?<number>\d+(\.\d+)?)\s*(?<unit>\D*)$",
        RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Form();

    /// <summary>Behind the rows a bound may be another tool's, whose own words have brackets or quotes where these have none.</summary>
    [GeneratedRegex(@"^\s*[^:<>{}()\[\]'""=]+=[^:<>{}()\[\]'""]+:", RegexOptions.None, matchTimeoutMilliseconds: 1000)]
    private static partial Regex RowsBefore();
}
