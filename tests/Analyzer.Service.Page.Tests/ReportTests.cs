using System.Text.Json.Nodes;
using Analyzer.Core;
using Analyzer.Engines;

namespace Analyzer.Service.Page.Tests;

/// <summary>What a report says, and that what strangers wrote in it stays text.</summary>
public sealed class ReportTests(Chromium chromium)
{
    [Fact]
    public async Task Show_TextThatLooksLikeMarkup_StaysText()
    {
        await using var host = await AnalyzerHost.StartAsync();
        var finding = new Finding(Samples.Markup, 1, 1, 0, Samples.Markup);
        var report = Samples.Report(0, Verdict.Malicious, finding) with { Sha256 = Samples.Clean.Id(), MediaType = Samples.Markup };
        await host.SaveAsync([report]);

        await Visit.MakeAsync(chromium, host, async visit =>
        {
            await visit.ChooseAsync(Samples.File(Samples.Markup, Samples.Clean.Buffer));

            await Expect(visit.Headline).ToHaveTextAsync("Verdict: Malicious");
            await Expect(visit.Report.GetByText(Samples.Markup, new() { Exact = true })).ToHaveCountAsync(4); // name, reason, rule, type
            await Expect(visit.Uploads).ToContainTextAsync(Samples.Markup);
            await Expect(visit.Rows).ToContainTextAsync(Samples.Markup);
            await Expect(visit.Page.Locator("img")).ToHaveCountAsync(0);

            // A name that turns itself around is written out.
            await visit.ChooseAsync(Samples.File("annual\u202Efdp.exe", Samples.Clean.Buffer));
            await Expect(visit.Report.Locator(".file-name")).ToHaveTextAsync("annual[U+202E]fdp.exe");
        });
    }

    [Fact]
    public async Task Show_AScriptThatWasReadInPart_SaysHowMuchOfItWasHashed()
    {
        await using var host = await AnalyzerHost.StartAsync();
        var script = Samples.Hostile.Pdf!.Scripts![0];
        await host.SaveAsync(
        [
            Samples.Hostile with
            {
                Pdf = Samples.Hostile.Pdf with { Scripts = [script, script with { Length = 32_767, Cut = true }] },
                Coverage = Samples.Hostile.Coverage! with { UnreadScripts = 1 },
            },
        ]);

        await Visit.MakeAsync(chromium, host, async visit =>
        {
            await visit.OpenAsync(Samples.Hostile.Sha256);

            var scripts = visit.Report.Locator(".scripts li");
            await Expect(scripts.Nth(0)).ToContainTextAsync("SHA-256 of the whole text");
            await Expect(scripts.Nth(0)).ToContainTextAsync("characters of 4,000.");
            await Expect(scripts.Nth(1)).ToContainTextAsync("SHA-256 of the part that was read (64 KiB)");
            await Expect(scripts.Nth(1)).ToContainTextAsync("characters of the part that was read (64 KiB).");
        });
    }

    [Theory]
    [InlineData(0, "not decoded to its end")]
    [InlineData(1, "not read: the document is encrypted")]
    public async Task Show_AttachmentWithoutASize_SaysWhyItHasNone(int encrypted, string size)
    {
        await using var host = await AnalyzerHost.StartAsync();
        var report = Samples.Hostile with
        {
            Coverage = Samples.Hostile.Coverage! with { Skipped = new SkippedStreams(0, 0, 0, 0, 0, encrypted, 1) },
        };
        await host.SaveAsync([report]);

        await Visit.MakeAsync(chromium, host, async visit =>
        {
            await visit.OpenAsync(report.Sha256);

            await Expect(visit.Report.Locator(".attachments li").Nth(1)).ToContainTextAsync(size);
        });
    }

    [Fact]
    public async Task Show_PartsInsideParts_AreATreeThatSaysWhatEachIs()
    {
        await using var host = await AnalyzerHost.StartAsync();
        var inner = new FilePart
        {
            Name = $"invoice\u202Efdp.exe{Samples.Markup}",
            Offset = 7,
            MediaType = "application/vnd.microsoft.portable-executable",
            Size = 1234,
            Sha256 = Samples.Clean.Id(),
            Verdict = Verdict.Suspicious,
            Score = 100,
            Findings = [new Finding("part.program", 100, 1, 0, "A program came inside.")],
            Unable = [new UnableReason("not-judged", 1, "Programs are described, not judged.")],
        };
        var report = Samples.Report(0, Verdict.Suspicious) with
        {
            MediaType = "application/zip",
            Score = 100,
            Coverage = new Coverage { Parts = 3, OpenedParts = 2, PartBytes = 2048 },
            Unable = [new UnableReason("part-unable", 1, "Something inside could not be examined; the part says why.")],
            Parts =
            [
                new FilePart { Name = "in.zip", Offset = 30, MediaType = "application/zip", Verdict = Verdict.Suspicious, Score = 100,
                    Findings = [], Parts = [inner] },
            ],
        };
        await host.SaveAsync([report]);

        await Visit.MakeAsync(chromium, host, async visit =>
        {
            await visit.OpenAsync(report.Sha256);

            await Expect(visit.Report.Locator("#parts-heading")).ToHaveTextAsync("Parts inside it (3)");
            await Expect(visit.Report.Locator(".parts > li")).ToHaveCountAsync(2);
            var shown = visit.Report.Locator(".parts .parts > li");
            await Expect(shown.Locator(".part-name")).ToContainTextAsync($"invoice[U+202E]fdp.exe{Samples.Markup}");
            await Expect(shown.Locator(".part-verdict")).ToHaveTextAsync("suspicious, 100");
            await Expect(shown.Locator(".coverage .gap")).ToHaveTextAsync("Programs are described, not judged.");
            await Expect(shown.Locator(".reasons li")).ToContainTextAsync("A program came inside.");
            await Expect(visit.Report.Locator(".coverage").First).ToContainTextAsync("3 parts inside, of which 2 were read to the end: "
                + "2.05 kB.");
            await Expect(visit.Report.GetByText("2 of them are listed")).ToBeVisibleAsync();
            await Expect(visit.Page.Locator("img, b:text-is('bold')")).ToHaveCountAsync(0);
        });
    }

    [Fact]
    public async Task Show_WhatStrangersWrote_IsTextInPlainWords()
    {
        await using var host = await AnalyzerHost.StartAsync();
        await host.SaveAsync([Samples.Hostile]);

        await Visit.MakeAsync(chromium, host, async visit =>
        {
            await Expect(visit.Rows.Locator(".extent")).ToHaveTextAsync("in part");
            await visit.OpenAsync(Samples.Hostile.Sha256);

            // Reasons by weight, the first of them with its places.
            await Expect(visit.Report.Locator(".reasons .points")).ToHaveTextAsync(["+120", "+45", "0"]);
            var first = visit.Report.Locator(".reasons li").First;
            await Expect(first).ToContainTextAsync("seen 3 times, first at object 12, inside object stream 7, offset 1,234");
            await Expect(first.Locator(".excerpt")).ToContainTextAsync(@"/JS (app.alert\(1\)) AAA");
            await first.GetByText("2 further places").ClickAsync();
            await Expect(first.Locator(".places li")).ToHaveTextAsync(["object 13, offset 5,678", "offset 9,000,000"]);
            await Expect(first.GetByRole(AriaRole.Link)).ToHaveAttributeAsync("href", "/rules#pdf.javascript");

            await Expect(visit.Report.Locator(".measure")).ToContainTextAsync("165 points: suspicious from 100, malicious from 150.");
            await Expect(visit.Report.GetByRole(AriaRole.Button, new() { Name = "Delete report" })).ToHaveCountAsync(0);
            await Expect(visit.Report.Locator(".coverage .gap")).ToHaveTextAsync(
            [
                $"An object stream was not opened: {Samples.Markup}",
                "The target of an action[U+202E] was not seen. (2 times)",
            ]);
            await Expect(visit.Report.Locator(".coverage")).ToContainTextAsync("Of 12 streams, 3 were opened and decoded to 4.32 kB.");
            await Expect(visit.Report.Locator(".coverage")).ToContainTextAsync("2 pictures, 1 font and 5 others");

            await Expect(visit.Report.Locator(".scripts pre")).ToContainTextAsync($"[U+202E]{Samples.Markup}[U+0000]");
            await Expect(visit.Report.Locator(".attachment-name")).ToHaveTextAsync(
                ["invoice[U+202E]fdp.exe a program", "without a name type not known"]);
            await Expect(visit.Report.Locator(".links li").Nth(1)).ToHaveTextAsync("https://example.org/[U+202E]txt.exe");
            await Expect(visit.Report.Locator(".links a")).ToHaveCountAsync(0);
            await Expect(visit.Page.Locator("img, b:text-is('bold')")).ToHaveCountAsync(0);
            var addresses = await visit.Report.Locator("a[href]")
                .EvaluateAllAsync<string[]>("(links) => links.map((link) => link.getAttribute('href'))").Within();
            addresses.ShouldAllBe(address => address.StartsWith("/rules#") || address.StartsWith("#/files/"));
        });
    }

    [Fact]
    public async Task Show_EncryptedDocument_DoesNotSayThatAllOfItWasSeen()
    {
        await using var host = await AnalyzerHost.StartAsync();

        await Visit.MakeAsync(chromium, host, steps: async visit =>
        {
            await visit.ChooseAsync(Samples.Pdf(
                "sealed.pdf", "<< /Type /Catalog /Pages 2 0 R >>",
                "/ID [<00> <00>] /Encrypt << /Filter /Standard /V 2 /R 3 /Length 128 /P -4 "
                    + $"/O <{new string('1', 64)}> /U <{new string('2', 64)}> >> "));

            await Expect(visit.Headline).ToHaveTextAsync("Verdict: Unable");
            await Expect(visit.Report.Locator(".coverage .gap")).ToHaveTextAsync(
                "It is encrypted and opens only with a password.");
            await Expect(visit.Report.Locator(".coverage")).Not.ToContainTextAsync("Every object stream");
            await Expect(visit.Rows.Locator(".extent")).ToHaveTextAsync("in part");
        });
    }

    [Fact]
    public async Task Submit_FileWhoseStoredReportIsDamaged_ReplacesIt()
    {
        await using var host = await AnalyzerHost.StartAsync();

        await Visit.MakeAsync(chromium, host, refusals: [503], steps: async visit =>
        {
            await visit.Page.RouteAsync(Visit.Questions, route => route.FulfillAsync(new()
            {
                Status = 503,
                Json = new { type = "urn:analyzer:problem:report-damaged", title = "The stored report is damaged" },
            })).Within();
            await visit.ChooseAsync(Samples.Clean);

            await Expect(visit.Headline).ToHaveTextAsync("Verdict: Clean");
            visit.Requests.Count(request => request.StartsWith("POST")).ShouldBe(1);
        });
    }

    [Fact]
    public async Task Download_Report_IsIndentedJson()
    {
        await using var host = await AnalyzerHost.StartAsync();
        await host.SaveAsync([Samples.Hostile]);

        await Visit.MakeAsync(chromium, host, async visit =>
        {
            await visit.OpenAsync(Samples.Hostile.Sha256);
            var download = await visit.Page.RunAndWaitForDownloadAsync(() =>
                visit.Report.GetByRole(AriaRole.Button, new() { Name = "Download as JSON" }).ClickAsync()).Within();

            download.SuggestedFilename.ShouldBe($"report-{Samples.Hostile.Sha256.ToString()[..16]}.json");
            var text = await File.ReadAllTextAsync(await download.PathAsync().Within(), TestContext.Current.CancellationToken);
            text.ShouldStartWith("{\n  \"sha256\": ");
            JsonNode.DeepEquals(JsonNode.Parse(text), JsonNode.Parse(ReportJson.Serialize(Samples.Hostile))).ShouldBeTrue();
        });
    }

    [Fact]
    public async Task OldEngine_Report_IsToldAndAnalysedAgain()
    {
        await using var host = await AnalyzerHost.StartAsync();
        await host.SaveAsync([Samples.Report(0, Verdict.Clean) with { Sha256 = Samples.Malicious.Id(), Engine = 1 }]);
        await host.SaveAsync([Samples.Report(1, Verdict.Clean) with { Sha256 = Samples.Clean.Id(), Engine = 1 }]);

        await Visit.MakeAsync(chromium, host, async visit =>
        {
            await Expect(visit.Rows.Locator(".extent")).ToHaveTextAsync(["not told", "not told"]);
            await visit.OpenAsync(Samples.Malicious.Id());
            await Expect(visit.Report.Locator(".coverage")).ToContainTextAsync("Not told: engine 1 did not say what it looked at");
            await Expect(visit.Report.Locator(".older")).ToContainTextAsync(
                $"The service has engine {FileAnalysis.EngineVersion} now, which may see more.");
            await Expect(visit.Report.Locator(".older")).ToContainTextAsync("The service keeps no files, so the file has to be chosen");

            await RenewAsync(visit, Samples.Clean);
            await Expect(visit.Uploads.First).ToContainTextAsync("This is another file.");
            await RenewAsync(visit, Samples.Malicious);
            await Expect(visit.Headline).ToHaveTextAsync("Verdict: Malicious");
            await Expect(visit.Report.Locator(".older")).ToBeHiddenAsync();

            // Whoever hands the file over is not answered with what an old engine said.
            await visit.ChooseAsync(Samples.Clean);
            await Expect(visit.Report).ToContainTextAsync("An older engine had made its report, so it was sent and analysed again.");
            await Expect(visit.Rows.Locator(".extent")).ToHaveTextAsync(["whole", "whole"]);
        });
    }

    private static async Task RenewAsync(Visit visit, FilePayload file)
    {
        var dialog = await visit.Page.RunAndWaitForFileChooserAsync(() =>
            visit.Report.GetByRole(AriaRole.Button, new() { Name = "Choose the file again" }).ClickAsync()).Within();
        await dialog.SetFilesAsync(file).Within();
    }

    [Fact]
    public async Task Delete_WhereItIsAllowed_OnlyWhenItIsMeant()
    {
        await using var host = await AnalyzerHost.StartAsync("Deletion=true");
        await host.SaveAsync([Samples.Report(0, Verdict.Clean)]);

        await Visit.MakeAsync(chromium, host, refusals: [404], steps: async visit =>
        {
            await visit.OpenAsync(Samples.Report(0, Verdict.Clean).Sha256);
            var delete = visit.Report.GetByRole(AriaRole.Button, new() { Name = "Delete report" });
            await delete.ClickAsync();
            await Expect(visit.Page.GetByRole(AriaRole.Button, new() { Name = "Keep it" })).ToBeFocusedAsync();
            await visit.Page.Keyboard.PressAsync("Escape");
            await Expect(delete).ToBeFocusedAsync();
            (await host.CountAsync()).ShouldBe(1);

            await delete.ClickAsync();
            await visit.Page.GetByRole(AriaRole.Button, new() { Name = "Delete it" }).ClickAsync();
            await Expect(visit.Headline).ToHaveTextAsync("Deleted");
            await Expect(visit.Headline).ToBeFocusedAsync();
            await Expect(visit.Page.Locator("#listing-empty")).ToBeVisibleAsync();
            (await host.CountAsync()).ShouldBe(0);
            await visit.Page.ReloadAsync().Within();
            await Expect(visit.Headline).ToHaveTextAsync("No such report");
        });
    }
}
