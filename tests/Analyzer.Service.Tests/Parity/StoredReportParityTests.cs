using System.Text.Json.Nodes;
using Analyzer.Core;
using Analyzer.Engines;
using Analyzer.Service.Tests.Edges;
using Storage.Compliance;

namespace Analyzer.Service.Tests.Parity;

/// <summary>Every edge tells all that a stored report holds, and adds nothing to one that an older engine made.</summary>
public sealed class StoredReportParityTests
{
    [Fact]
    public async Task EveryEdge_ReportThatHoldsEverything_IsToldWhole()
    {
        // No number twice: one that takes another's place would show.
        var place = new Place(1, 2, 3);
        var report = Reports.Make(1, FileAnalysis.EngineVersion) with
        {
            Findings =
            [
                new("pdf.javascript", 4, 5, 6, "Runs script.") { Places = [place, new Place(7, 8), new Place(9)], Excerpt = @"/JS (\x00)" },
                new("pdf.embedded-file", 0, 1, 10, "Carries a file."),
            ],
            Pdf = new PdfSummary("1.7", Keywords(100), 11)
            {
                Inside = Keywords(200),
                Scripts = [new PdfScript(place, 12, Reports.Id(13), "a\n\u202Eb\0") { Cut = true }],
                Attachments =
                [
                    new PdfAttachment("a.exe", place, 14, Reports.Id(15), "application/x-msdownload", "executable"),
                    new PdfAttachment(null, place, null, null, null, null),
                ],
                Links = [@"\\server\share", "https://a.example/"],
            },
            Coverage = new Coverage
            {
                Streams = 21,
                Opened = 22,
                Skipped = new SkippedStreams(23, 24, 25, 26, 27, 28, 29),
                UnopenedObjectStreams = 30,
                UnreadScripts = 31,
                ActionsWithoutTarget = 32,
                DecodedBytes = 33,
                Parts = 34,
                OpenedParts = 35,
                PartBytes = 36,
            },
            Unable = [new UnableReason("part-unable", 37, "Not all was seen.") { Places = [place] }, new UnableReason("broken", 1, "Cut.")],
            Parts = [PartThatHoldsEverything(), new FilePart { Offset = 49, Verdict = Verdict.Clean, Score = 0, Findings = [] }],
        };

        await ShouldBeToldAlikeAsync(report, told => told["coverage"]!["skipped"]!["broken"]!.GetValue<long>().ShouldBe(29));
    }

    [Fact]
    public async Task EveryEdge_ReportOfAnOlderEngine_HasNothingAdded() =>
        await ShouldBeToldAlikeAsync(Reports.Make(2, engine: 1) with { Coverage = null }, told =>
        {
            told.ContainsKey("coverage").ShouldBeFalse();
            told["pdf"]!.AsObject().ContainsKey("inside").ShouldBeFalse();
            ((string?)told["engine"]).ShouldBe("1");
        });

    private static async Task ShouldBeToldAlikeAsync(AnalysisReport report, Action<JsonObject> look)
    {
        await using var host = await AnalyzerHost.StartAsync();
        await host.Store.SaveAsync(report, TestContext.Current.CancellationToken).Within();
        var stored = Answer.WithoutTimes(JsonNode.Parse(ReportJson.Serialize(report))!.AsObject());
        look(stored);

        foreach (var kind in Enum.GetValues<EdgeKind>())
        {
            using var edge = await kind.ConnectAsync(host);
            var found = await edge.FindAsync($"{report.Sha256}", TestContext.Current.CancellationToken).Within();

            found.Report!.ToJsonString().ShouldBe(stored.ToJsonString(), kind.ToString());
        }
    }

    private static FilePart PartThatHoldsEverything() => new()
    {
        Name = "a\u202Egnp.exe",
        Offset = 38,
        MediaType = "application/zip",
        Size = 39,
        Sha256 = Reports.Id(40),
        Verdict = Verdict.Suspicious,
        Score = 41,
        Findings = [new("executable.inside", 42, 43, 44, "A program.")],
        Unable = [new UnableReason("broken", 45, "Cut.")],
        Parts = [new FilePart { Offset = 46, Verdict = Verdict.Malicious, Score = 47, Findings = [] }],
    };

    private static PdfKeywords Keywords(int first) => new([.. PdfKeywords.Names.Select((_, index) => (long)(first + index))]);
}
