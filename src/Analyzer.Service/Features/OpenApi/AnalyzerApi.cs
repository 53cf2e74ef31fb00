using System.Text.Json.Nodes;
using Analyzer.Contract;
using Analyzer.Core;
using Hosting.Uploads;
using Hosting.Web.Api;

namespace Analyzer.Service.Features.OpenApi;

/// <summary>What clients have to know of the service's operations.</summary>
internal static class AnalyzerApi
{
    private const string Reports = "Reports";
    private const string Itself = "Service";
    private const string Instant = "2026-11-21T06:00:00Z";

    public static ApiDocument Document { get; } = new("Submit a file, get a verdict with its reasons, look it up by SHA-256.")
    {
        Tags = [(Reports, "Files in, verdicts out."), (Itself, "What the service says about itself.")],
        Kinds = ErrorKinds.All,
        Configure = ReportSchemas.Describe,
    };

    /// <summary>An operation whose id the audit names as the action, over REST and gRPC alike.</summary>
    public static RouteHandlerBuilder DescribeAction(this RouteHandlerBuilder endpoint, ApiOperation operation) =>
        endpoint.Describe(operation).WithName(operation.Id);

    public static ApiOperation Submit { get; } = new("SubmitFile", "Analyses a file: the raw body, or one file in a form.")
    {
        Tag = Reports,
        Description = "The same bytes give the same report, however often they are sent: 201 the first time, then 200.",
        Parameters =
        [
            ApiParameter.Query(
                WireNames.Sha256, Shapes.Sha256(lowerCase: false),
                "The SHA-256 of the file. A known file is answered before its bytes are read; one with another digest is refused.",
                ReportExamples.Report["sha256"]),
            ApiParameter.Header(
                "Content-Digest", Shapes.Text(pattern: "^sha-256=:[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=:$"),
                "The same for a raw body, as RFC 9530 spells it.", "sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:"),
            ApiParameter.Header(
                WireNames.PasswordHeader, Shapes.Text(SentPassword.MaxBytes, "^[!-~]+$"),
                "Opens the file, or what lies in it: as it is, or beyond ASCII as RFC 8187 spells it. It is not logged or stored.",
                    "infected"),
        ],
        Body = new("The file's bytes, under any content type; or one file in a form.",
            new("application/octet-stream", Shapes.Bytes()),
            new("multipart/form-data", Shapes.Record(
                ["file"],
                (SentPassword.Field, Shapes.Text(SentPassword.MaxBytes, minLength: 1)
                    .Described("Opens the file. The field comes before the file.")),
                ("file", Shapes.Bytes())))),
        Answers =
        [
            Report(200, "The file was known: its report.") with { Headers = [Location] },
            Report(201, "The report of a file that is new here.") with { Headers = [Location] },
        ],
        Problems = [400, 408, 413, 429, 503],
    };

    /// <summary>The first system's route, for its clients.</summary>
    public static ApiOperation SubmitV0 { get; } =
        Submit with { Id = "SubmitFileV0", Summary = "Analyses a file, as the first system's clients send it.", IsDeprecated = true };

    public static ApiOperation Find { get; } = new("AnalyzeResult", "The report of a file that was submitted before.")
    {
        Tag = Reports,
        Parameters = [Digest],
        Answers = [Report(200, "The report.")],
        Problems = [400, 404, 503],
    };

    /// <inheritdoc cref="SubmitV0"/>
    public static ApiOperation FindV0 { get; } = Find with
    {
        Id = "AnalyzeResultV0",
        Summary = "The report of a file, as the first system's clients ask for it.",
        Parameters =
        [
            ApiParameter.Query(
                WireNames.FileHash, Shapes.Sha256(lowerCase: false), "The SHA-256 of the file.", ReportExamples.Report["sha256"])
                with { IsRequired = true },
        ],
        IsDeprecated = true,
    };

    public static ApiOperation Delete { get; } = new("DeleteResult", "Deletes the report of a file. Off unless Analyzer:Deletion is true.")
    {
        Tag = Reports,
        Parameters = [Digest],
        Answers = [new(204, "It is deleted.")],
        Problems = [400, 403, 404, 503],
    };

    public static ApiOperation List { get; } = new("ListResults", "Reports that meet every condition, newest first, a page at a time.")
    {
        Tag = Reports,
        Parameters =
        [
            ApiParameter.Query(WireNames.Verdict, Shapes.OneOf(ReportSchemas.Verdicts), "Only reports with this verdict.", "malicious"),
            ApiParameter.Query(
                WireNames.Type, Shapes.Text(pattern: "^[a-z0-9][a-z0-9.+-]{0,60}/([a-z0-9][a-z0-9.+-]{0,60}|\\*)$"),
                "Only this media type, such as application/pdf, or this kind, such as image/*.", "application/pdf"),
            ApiParameter.Query(WireNames.MinScore, Shapes.Whole(0, int.MaxValue), "Only reports with this score or a higher one.", 100),
            ApiParameter.Query(WireNames.MaxScore, Shapes.Whole(0, int.MaxValue), "Only reports with this score or a lower one.", 500),
            ApiParameter.Query(
                WireNames.From, Shapes.Instant(), "Only files that were analyzed at this instant (RFC 3339) or later.", Instant),
            ApiParameter.Query(
                WireNames.To, Shapes.Instant(), "Only files that were analyzed before this instant (RFC 3339).", "2026-11-22T06:00:00Z"),
            ApiParameter.Query(
                WireNames.Sha256, Shapes.Text(pattern: "^[0-9A-Fa-f]{1,64}$"), "Only files whose SHA-256 begins with these digits.",
                    "e3b0"),
            ApiParameter.Query(
                WireNames.Limit, Shapes.Whole(1, ReportQuery.MaxLimit, ReportQuery.DefaultLimit),
                "The most reports on the page. Large reports end it earlier.", 100),
            ApiParameter.Query(WireNames.After, Shapes.Text(), "The 'next' of the previous page, with the same filters."),
        ],
        Answers =
        [
            ApiAnswer.Json<ReportPage>(
                200, "A page; 'next' leads to the next one.",
                new JsonObject { ["reports"] = new JsonArray(ReportExamples.Report.DeepClone()) }),
        ],
        Problems = [400, 503],
    };

    private static ApiParameter Digest => ApiParameter.Path(
        WireNames.Sha256, Shapes.Sha256(lowerCase: false), "The SHA-256 of the file.", ReportExamples.Report["sha256"]);

    private static ApiHeader Location => new("Location", "The path of the report.", Shapes.Text());

    /// <typeparam name="T">The document.</typeparam>
    /// <param name="id">Of the operation.</param>
    /// <param name="summary">A sentence.</param>
    public static ApiOperation Describing<T>(string id, string summary) => new(id, summary)
    {
        Tag = Itself,
        Parameters = [ApiParameter.Header("If-None-Match", Shapes.Text(),
            "The ETag of what the client has: 304 says that it is still right.")],
        Answers =
        [
            ApiAnswer.Json<T>(200, "The document.") with
            {
                Headers = [new("ETag", "Changes with the document.", Shapes.Text()), new("Cache-Control", "no-cache.", Shapes.Text())],
            },
            new(304, "The client has it already."),
        ],
    };

    private static ApiAnswer Report(int status, string description) =>
        ApiAnswer.Json<AnalysisReport>(status, description, ReportExamples.Report);
}
