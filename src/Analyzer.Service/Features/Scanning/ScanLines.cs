using System.Globalization;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using Analyzer.Core;

namespace Analyzer.Service.Features.Scanning;

/// <summary>Writes one line for each file: for a person, or as JSON.</summary>
internal sealed class ScanLines(TextWriter output, bool json)
{
    private const int MaxRules = 4;

    private static readonly JsonSerializerOptions Path = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    public Task WriteAsync(string path, JudgedFile judged) => output.WriteLineAsync(json ? InJson(path, judged) : InWords(path, judged));

    // The report's own bytes, so that every reader of reports can read it.
    public static string InJson(string path, JudgedFile judged)
    {
        var member = judged.Report is null
            ? $"\"error\":{JsonSerializer.Serialize(judged.Error, Path)}"
            : $"\"report\":{Encoding.UTF8.GetString(judged.Json.Span)}";
        return $"{{\"path\":{JsonSerializer.Serialize(path, Path)},{member}}}";
    }

    private static string InWords(string path, JudgedFile judged)
    {
        if (judged.Report is not { } report)
        {
            return $"{"error",-10} {"",5}  {Shown(path)}: {Shown(judged.Error ?? "")}";
        }

        var rules = Rules(report).Distinct().Take(MaxRules + 1).ToList();
        var why = rules.Count == 0 ? string.Join(", ", Unable(report).Distinct().Take(MaxRules)) : string.Join(", ", rules.Take(MaxRules));
        var more = rules.Count > MaxRules ? ", …" : "";
        var verdict = report.Verdict.ToString().ToLowerInvariant();
        return string.Create(
            CultureInfo.InvariantCulture, $"{verdict,-10} {report.Score,5}  {Shown(path)}{(why.Length > 0 ? $": {why}{more}" : "")}");
    }

    // The rules with points, the heaviest first, wherever in the file they were met.
    private static IEnumerable<string> Rules(AnalysisReport report) => Findings(report.Findings, report.Parts)
        .Where(finding => finding.Points > 0).OrderByDescending(finding => finding.Points).Select(finding => finding.Rule);

    private static IEnumerable<Finding> Findings(IEnumerable<Finding> own, IReadOnlyList<FilePart>? parts) =>
        own.Concat((parts ?? []).SelectMany(part => Findings(part.Findings, part.Parts)));

    private static IEnumerable<string> Unable(AnalysisReport report) => Unable(report.Unable, report.Parts);

    private static IEnumerable<string> Unable(IReadOnlyList<UnableReason>? own, IReadOnlyList<FilePart>? parts) =>
        (own ?? []).Where(reason => reason.Reason != "part-unable").Select(reason => reason.Reason)
            .Concat((parts ?? []).SelectMany(part => Unable(part.Unable, part.Parts)));

    // A name may hold line ends, and letters that move the cursor or turn the line around.
    private static string Shown(string text) => string.Concat(text.Select(letter =>
        char.IsControl(letter) || letter is (>= '\u202A' and <= '\u202E') or (>= '\u2066' and <= '\u2069')
            ? string.Create(CultureInfo.InvariantCulture, $"[U+{(int)letter:X4}]") : letter.ToString()));
}
