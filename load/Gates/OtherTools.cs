using System.Globalization;
using System.Text.RegularExpressions;

namespace Load.Gates;

/// <summary>
/// Bounds as other tools write them. Thresholds of k6 and NBomber say what has to hold, of figures that are measured here too, and are
/// taken; what Gatling, Taurus, Azure Load Testing and Artillery write is answered with the bound that says the same here. Sources: k6's
/// thresholds (https://grafana.com/docs/k6/latest/using-k6/thresholds), NBomber's
/// (https://nbomber.com/docs/nbomber/asserts_and_thresholds), Gatling's assertions (https://docs.gatling.io/concepts/assertions), Taurus'
/// pass and fail criteria (https://gettaurus.org/docs/PassFail), Azure's
/// (https://learn.microsoft.com/azure/load-testing/how-to-define-test-criteria).
/// </summary>
internal static partial class OtherTools
{
    /// <summary>The share of requests that were answered rightly: one less that of the others.</summary>
    private const string Right = "right";

    private const string NotRight = "not_right";

    private const int Timeout = 1000;

    /// <returns>The bound in the lab's own words; the text itself where it is no other tool's.</returns>
    /// <exception cref="FormatException">It is one that is not taken; the message says why, and what to write.</exception>
    public static string InOwnWords(string text) => text.Contains("abortOnFail", StringComparison.Ordinal)
        ? throw new FormatException("a bound does not end a run here, it is judged when all is measured; leave 'abortOnFail' out")
        : Several().IsMatch(text)
        ? throw new FormatException("that is a list; give each bound by itself, or the whole of them as 'thresholds' of a scenario")
        : OfK6(text) ?? OfNBomber(text) ?? Refused(text) ?? text;

    private static string? OfK6(string text)
    {
        if (Threshold().Match(text) is not { Success: true } match)
        {
            return null;
        }

        var (metric, method, tags) = (match.Groups["metric"].Value, match.Groups["method"].Value, match.Groups["tags"].Value.Trim());
        var (figure, unit) = (metric, method) switch
        {
            ("http_req_duration" or "grpc_req_duration", "p(100)") => ("max", "ms"),
            ("http_req_duration" or "grpc_req_duration", "avg" or "med" or "min" or "max" or ['p', '(' or (>= '0' and <= '9'), ..]) =>
                (method, "ms"),
            ("http_req_failed", "rate") => (NotRight, ""),
            ("checks", "rate") => (Right, ""),
            ("http_reqs" or "iterations", "rate") => ("rate", "/s"),
            ("http_reqs" or "iterations", "count") => ("requests", ""),
            ("dropped_iterations", "count") => ("dropped", ""),
            _ => throw new FormatException(
                $"'{metric}: {method}' is not measured here; of k6's metrics these are: http_req_duration and grpc_req_duration (avg, " +
                "med, min, max, p(N)), http_req_failed and checks (rate), http_reqs and iterations (rate, count), dropped_iterations " +
                "(count); rows stand before a colon as transport=grpc: p99<50ms"),
        };
        var own = Bound(figure, match, match.Groups["unit"] is { Length: > 0 } written ? written.Value : unit);
        return tags is "" or "expected_response:true" ? own : throw new FormatException(
            $"tags ({{{tags}}}) are those of a script; here a bound names rows or steps by their dimensions: transport=grpc: {own}, or " +
            $"step={(tags.Split(':', 2) is [_, var value] ? value.Trim() : "NAME")}: {own} for a step of a scenario");
    }

    private static string? OfNBomber(string text) => Stats().Match(text) is not { Success: true } match ? null
        : Rows(match) is { Length: > 0 } rows
        ? throw new FormatException($"that is a threshold of a step; here it is {rows}{OfNBomber(match)}")
        : OfNBomber(match);

    private static string OfNBomber(Match match) =>
        (match.Groups["side"].Value, match.Groups["what"].Value) switch
        {
            ("Ok", "Latency.MinMs") => Bound("min", match, "ms"),
            ("Ok", "Latency.MeanMs") => Bound("mean", match, "ms"),
            ("Ok", "Latency.MaxMs") => Bound("max", match, "ms"),
            ("Ok", ['L', .., 'P', 'e', 'r', 'c', 'e', 'n', 't', _, _] percentile) => Bound($"p{percentile[^2..]}", match, "ms"),
            ("Ok", "Request.RPS") => Bound("rate", match, "/s"),
            ("Ok", "Request.Percent") => Bound(Right, match, "%"),
            ("Fail", "Request.Percent") => Bound(NotRight, match, "%"),
            ("Fail", "Request.Count") => Bound("failed", match, ""),
            _ => throw new FormatException(
                $"{match.Groups["side"].Value}.{match.Groups["what"].Value} is not measured here; of NBomber's figures these are: " +
                "Ok.Latency (MinMs, MeanMs, MaxMs, Percent50 to Percent99), Ok.Request.RPS, Ok.Request.Percent, Fail.Request.Percent and " +
                "Fail.Request.Count"),
        };

    private static string? Refused(string text)
    {
        if (Assertion().Match(text) is { Success: true } gatling)
        {
            return OfGatling(gatling) is var own && own is null ? null
                : throw new FormatException($"that is an assertion of Gatling; here it is {Rows(gatling)}{own}");
        }

        if (Criterion().Match(text) is { Success: true } taurus && IsOfTaurus(taurus))
        {
            throw Inverted("Taurus", taurus, "subject", OfTaurus);
        }

        if (FailCriterion().Match(text) is { Success: true } azure)
        {
            throw Inverted("Azure Load Testing", azure, "metric", OfAzure);
        }

        return ResponseTime().Match(text) is { Success: true } artillery
            ? throw new FormatException(
                "that is a threshold of Artillery; here it is " + (artillery.Groups["figure"].Value is "maxErrorRate"
                    ? Bound(NotRight, "<=", artillery.Groups["number"].Value, "%")
                    : Bound(artillery.Groups["figure"].Value, "<", artillery.Groups["number"].Value, "ms")))
            : null;
    }

    private static string? OfGatling(Match match)
    {
        var sign = match.Groups["condition"].Value switch
        {
            "lt" or "lessThan" => "<",
            "lte" or "lessThanOrEqual" => "<=",
            "gt" or "greaterThan" => ">",
            "gte" or "greaterThanOrEqual" => ">=",
            _ => "=",
        };
        var number = match.Groups["number"].Value;
        return match.Groups["what"].Value.Replace("()", "", StringComparison.Ordinal) switch
        {
            "responseTime.percentile1" => Bound("p50", sign, number, "ms"),
            "responseTime.percentile2" => Bound("p75", sign, number, "ms"),
            "responseTime.percentile3" => Bound("p95", sign, number, "ms"),
            "responseTime.percentile4" => Bound("p99", sign, number, "ms"),
            "responseTime.percentile" => Bound($"p{Number(match.Groups["quantile"].Value):0.##}", sign, number, "ms"),
            "responseTime.min" => Bound("min", sign, number, "ms"),
            "responseTime.mean" => Bound("mean", sign, number, "ms"),
            "responseTime.max" => Bound("max", sign, number, "ms"),
            "successfulRequests.percent" => Bound(Right, sign, number, "%"),
            "failedRequests.percent" => Bound(NotRight, sign, number, "%"),
            "failedRequests.count" => Bound("failed", sign, number, ""),
            "allRequests.count" => Bound("requests", sign, number, ""),
            "requestsPerSec" => Bound("rate", sign, number, "/s"),
            _ => null,
        };
    }

    /// <summary>Some subjects are figures of ours, which are bounds unless words around them say otherwise.</summary>
    private static bool IsOfTaurus(Match match) => match.Groups["label"].Success || match.Groups["tail"].Length > 0
        || match.Groups["subject"].Value is "avg-rt" or "fail" or "failures" or "succ" or "success";

    /// <summary>What makes a run fail. Whoever would have one fail because it was fast, or right, means what has to hold.</summary>
    /// <param name="tool">Its name.</param>
    /// <param name="criterion">As it was written.</param>
    /// <param name="subject">The group of what it is about.</param>
    /// <param name="own">The bound for a sign; null where there is none.</param>
    private static FormatException Inverted(string tool, Match criterion, string subject, Func<Match, string, string?> own)
    {
        var sign = criterion.Groups["sign"].Value;
        var isPromise = sign[0] == (criterion.Groups[subject].Value is "succ" or "success" or "requests" or "requests_per_sec" ? '>' : '<');
        return new(own(criterion, isPromise ? sign : Opposite(sign)) is not { } held
            ? $"that says when a run of {tool} fails, by '{criterion.Groups[subject].Value}', which has no bound here"
            : isPromise ? $"what has to hold is written so here: {Rows(criterion)}{held}"
            : $"that says when a run of {tool} fails; a bound says what has to hold, over the whole row: {Rows(criterion)}{held}");
    }

    private static string? OfTaurus(Match match, string sign)
    {
        var (number, unit) = (match.Groups["number"].Value, match.Groups["unit"].Value);
        return match.Groups["subject"].Value switch
        {
            "avg-rt" => Bound("mean", sign, number, unit),
            ['p', >= '0' and <= '9', ..] percentile => Bound(percentile, sign, number, unit),
            "fail" or "failures" or "failed" => Bound(unit == "%" ? NotRight : "failed", sign, number, unit),
            "succ" or "success" when unit == "%" || Number(number) <= 1 => Bound(Right, sign, number, unit),
            _ => null,
        };
    }

    private static string? OfAzure(Match match, string sign)
    {
        var (function, number) = (match.Groups["function"].Value, match.Groups["number"].Value);
        return (match.Groups["metric"].Value, function) switch
        {
            ("response_time_ms" or "latency", "avg") => Bound("mean", sign, number, "ms"),
            ("response_time_ms" or "latency", "min" or "max" or ['p', >= '0' and <= '9', ..]) => Bound(function, sign, number, "ms"),
            ("error", "percentage") => Bound(NotRight, sign, number, "%"),
            ("requests_per_sec", "avg") => Bound("rate", sign, number, "/s"),
            ("requests", "count") => Bound("requests", sign, number, ""),
            _ => null,
        };
    }

    private static string Rows(Match match) =>
        match.Groups["label"].Value.Split("\" / \"")[^1].Trim(' ', '"') is { Length: > 0 } label ? $"step={label}: " : "";

    private static string Bound(string figure, Match match, string unit) =>
        Bound(figure, match.Groups["sign"].Value, match.Groups["number"].Value, unit);

    private static string Bound(string figure, string sign, string number, string unit)
    {
        if (figure != Right)
        {
            return $"{figure}{sign}{number}{unit}";
        }

        var share = Number(number) / (unit == "%" ? 100 : 1);
        return share <= 1 ? string.Create(CultureInfo.InvariantCulture, $"{NotRight}{Turned(sign)}{(1 - share) * 100:0.######}%")
            : throw new FormatException($"{number}{unit} is more than all requests");
    }

    private static decimal Number(string text) => decimal.Parse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture);

    /// <summary>The sign for what is left of a whole.</summary>
    private static string Turned(string sign) => sign[0] switch { '<' => $">{sign[1..]}", '>' => $"<{sign[1..]}", _ => sign };

    /// <returns>What holds when the other does not.</returns>
    private static string Opposite(string sign) => sign switch { ">" => "<=", ">=" => "<", "<" => ">=", _ => ">" };

    [GeneratedRegex(
        @"^\s*['""]?(?<metric>[A-Za-z_]\w*)(\{(?<tags>[^{}]*)\})?['""]?\s*:\s*\[?\s*['""]?\s*(?<method>[a-z]+|p\([\d.]+\)|p\d[\d.]*)\s*" +
        @"(?<sign><=|>=|={1,3}|<|>)\s*(?<number>\d+(\.\d+)?)\s*(?<unit>ms|s|%|/s)?\s*['""]?\s*\]?\s*,?\s*$",
        RegexOptions.ExplicitCapture, Timeout)]
    private static partial Regex Threshold();

    /// <summary>In brackets, or with <c>&amp;&amp;</c>, <c>and</c> or a comma between them.</summary>
    [GeneratedRegex(
        @"^[^<>=]*:\s*\[[^\]]*[<>=][^\]]*,[^\]]*[<>=][^\]]*\]|[<>][^<>]*(&&|,|\band\b)[^<>=]*[<>=]",
        RegexOptions.ExplicitCapture, Timeout)]
    private static partial Regex Several();

    [GeneratedRegex(
        @"^[^<>""]*(""(?<label>[^""<>]*)""\s*\)?\s*[,.])?[^<>""]*(=>)?[^<>""]*\b(?<side>Ok|Fail)\." +
        @"(?<what>(Latency|Request|DataTransfer)\.\w+)\s*(?<sign><=|>=|==|<|>)\s*(?<number>\d+(\.\d+)?)\s*(ms)?\s*\)*\s*[;,]?\s*$",
        RegexOptions.ExplicitCapture, Timeout)]
    private static partial Regex Stats();

    [GeneratedRegex(
        @"^\s*(global|forAll|details\((?<label>[^()]*)\))(\(\))?\.(?<what>[A-Za-z]+(\(\))?(\.[A-Za-z]+\d?)?)" +
        @"(\((?<quantile>\d+(\.\d+)?)?\))?(\(\))?\.(?<condition>lte?|gte?|is|lessThan(OrEqual)?|greaterThan(OrEqual)?)" +
        @"\((?<number>\d+(\.\d+)?)[DLdl]?\)\s*,?\s*(//.*)?$",
        RegexOptions.ExplicitCapture, Timeout)]
    private static partial Regex Assertion();

    [GeneratedRegex(
        @"^\s*(?<subject>[a-z][\w?.-]*)(\s+of\s+(?<label>[^<>=]+?))?\s*(?<sign><=|>=|<|>)\s*" +
        @"(?<number>\d+(\.\d+)?)\s*(?<unit>ms|s|%)?(?<tail>(\s+(for|within|over)\s+\d+\w+)?(\s*,\s*(stop|continue)\s+as\s+[\w-]+)?)\s*$",
        RegexOptions.ExplicitCapture, Timeout)]
    private static partial Regex Criterion();

    [GeneratedRegex(
        @"^\s*((?<label>[^:<>]+):)?\s*(?<function>avg|min|max|count|percentage|p\d+(\.\d+)?)\s*\(\s*" +
        @"(?<metric>response_time_ms|latency|error|requests|requests_per_sec)\s*\)\s*(?<sign><=|>=|<|>)\s*(?<number>\d+(\.\d+)?)\s*" +
        @"(?<tail>,\s*(stop|continue))?\s*$",
        RegexOptions.ExplicitCapture, Timeout)]
    private static partial Regex FailCriterion();

    [GeneratedRegex(
        @"^\s*['""]?(([\w.]+\.)?response_time\.)?(?<figure>p\d+(\.\d+)?|median|mean|min|max|maxErrorRate)['""]?\s*:\s*" +
        @"(?<number>\d+(\.\d+)?)\s*(ms|%)?\s*,?\s*$",
        RegexOptions.ExplicitCapture, Timeout)]
    private static partial Regex ResponseTime();
}
