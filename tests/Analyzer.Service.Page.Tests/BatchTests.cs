using Analyzer.Core;

namespace Analyzer.Service.Page.Tests;

/// <summary>Many files at once: in which order they are shown, and what becomes of them when the service or the page goes away.</summary>
public sealed class BatchTests(Chromium chromium)
{
    [Fact]
    public async Task Drop_SeveralFiles_AreSentOneAfterAnotherAndTheWorstIsShown()
    {
        await using var host = await AnalyzerHost.StartAsync();
        host.Store.Gate = new TaskCompletionSource();

        await Visit.MakeAsync(chromium, host, steps: async visit =>
        {
            await visit.DropAsync("#drop", Samples.Clean, Samples.Malicious, Samples.Noise("noise.bin", 10));

            await Expect(visit.Uploads.Nth(0)).ToContainTextAsync("All sent. Waiting for the verdict.");
            await Expect(visit.Uploads.Nth(1)).ToContainTextAsync("Waiting for its turn.");
            await Expect(visit.Uploads.Nth(2)).ToContainTextAsync("Waiting for its turn.");
            await host.ShouldHaveUploadsAsync(1);
            host.Store.Gate.SetResult();

            await Expect(visit.Uploads.Nth(0)).ToContainTextAsync("Clean");
            await Expect(visit.Uploads.Nth(1)).ToContainTextAsync("Malicious");
            await Expect(visit.Uploads.Nth(2)).ToContainTextAsync("Unable");
            await Expect(visit.Headline).ToHaveTextAsync("Verdict: Malicious");
            await Expect(visit.Page.Locator("#queue-summary")).ToHaveTextAsync("3 of 3 files done: 1 clean, 1 malicious, 1 unable.");
            await Expect(visit.Uploads.Filter(new() { Has = visit.Page.Locator("[aria-current]") })).ToContainTextAsync("invoice.pdf");
            await Expect(visit.Rows.Filter(new() { Has = visit.Page.Locator("[aria-current]") })).ToContainTextAsync("Malicious");
            (await host.CountAsync()).ShouldBe(3);

            await visit.Page.GetByLabel("Order").SelectOptionAsync("worst first");
            await NamesAreAsync(visit, "invoice.pdf", "noise.bin", "minutes.pdf");
            await visit.Page.GetByLabel("Show").SelectOptionAsync("unable");
            await NamesAreAsync(visit, "noise.bin");
            await visit.Page.GetByLabel("Show").SelectOptionAsync("");
            await visit.Page.GetByLabel("Order").SelectOptionAsync("came");
            await NamesAreAsync(visit, "minutes.pdf", "invoice.pdf", "noise.bin");
        });
    }

    [Fact]
    public async Task Report_ReaderWentToOne_StaysWhileOthersAreSent()
    {
        await using var host = await AnalyzerHost.StartAsync();

        await Visit.MakeAsync(chromium, host, steps: async visit =>
        {
            await visit.ChooseAsync(Samples.Clean);
            await Expect(visit.Headline).ToHaveTextAsync("Verdict: Clean");
            host.Store.Gate = new TaskCompletionSource();
            await visit.ChooseAsync(Samples.Malicious);
            await Expect(visit.Uploads.Nth(1)).ToContainTextAsync("All sent.");

            await visit.Rows.First.GetByRole(AriaRole.Link).ClickAsync();
            await Expect(visit.Headline).ToBeFocusedAsync();
            host.Store.Gate.SetResult();
            await Expect(visit.Uploads.Nth(1)).ToContainTextAsync("Malicious");

            await Expect(visit.Headline).ToHaveTextAsync("Verdict: Clean");
        });
    }

    [Fact]
    public async Task TryAllAgain_RefusalsAreOver_AreTaken()
    {
        await using var host = await AnalyzerHost.StartAsync();

        await Visit.MakeAsync(chromium, host, refusals: [500], steps: async visit =>
        {
            await visit.Page.RouteAsync(Visit.Questions, route => route.FulfillAsync(new() { Status = 500 })).Within();
            await visit.ChooseAsync(Samples.Clean, Samples.Malicious, Samples.File("empty.txt", []));
            await Expect(visit.Page.Locator("#queue-summary")).ToHaveTextAsync("3 of 3 files done: 3 refused.");
            await visit.Page.UnrouteAsync(Visit.Questions).Within();

            await visit.Page.GetByRole(AriaRole.Button, new() { Name = "Try all again" }).ClickAsync();

            // A file that is refused for good is told so once.
            await Expect(visit.Page.Locator("#queue-summary")).ToHaveTextAsync("3 of 3 files done: 1 clean, 1 malicious, 1 refused.");
            await Expect(visit.Headline).ToHaveTextAsync("Verdict: Malicious");
            await Expect(visit.Page.GetByRole(AriaRole.Button, new() { Name = "Try all again" })).ToBeHiddenAsync();
        });
    }

    [Fact]
    public async Task Submit_ServiceAsksForPatience_IsSentAgainByItself()
    {
        await using var host = await AnalyzerHost.StartAsync();

        await Visit.MakeAsync(chromium, host, refusals: [503], steps: async visit =>
        {
            var start = new DateTime(2026, 1, 2, 12, 0, 0, DateTimeKind.Utc);
            await visit.Page.Clock.InstallAsync(new() { TimeDate = start }).Within();
            await visit.Page.Clock.PauseAtAsync(start.AddMinutes(1)).Within();
            var headers = new Dictionary<string, string> { ["Retry-After"] = "20", ["Content-Type"] = "application/problem+json" };
            var busy = """{"title":"Too many uploads at once","detail":"Come back later."}""";
            await visit.Page.RouteAsync(Visit.Questions, route =>
                route.FulfillAsync(new() { Status = 503, Headers = headers, Body = busy })).Within();

            await visit.ChooseAsync(Samples.Clean, Samples.Malicious);
            await Expect(visit.Uploads.First).ToContainTextAsync(
                "Too many uploads at once. Come back later. It asks to wait 20 seconds; then this page tries again.");
            await Expect(visit.Uploads.Nth(1)).ToContainTextAsync("Waiting for its turn.");
            await visit.Page.UnrouteAsync(Visit.Questions).Within();
            await visit.Page.Clock.RunForAsync(20_000).Within();

            await Expect(visit.Page.Locator("#queue-summary")).ToHaveTextAsync("2 of 2 files done: 1 clean, 1 malicious.");
        });
    }

    [Fact]
    public async Task Submit_ServiceAway_WaitsForItAndGoesOn()
    {
        await using var host = await AnalyzerHost.StartAsync();

        await Visit.MakeAsync(chromium, host, refusals: [404], expectsFailures: true, steps: async visit =>
        {
            await Expect(visit.Page.Locator("#listing-empty")).ToBeVisibleAsync();
            await visit.Page.RouteAsync("**/*", route => route.AbortAsync()).Within();
            await visit.ChooseAsync(Samples.Clean, Samples.Malicious);

            await Expect(visit.Uploads.First).ToContainTextAsync("Not answered. The service cannot be reached. This page tries again");
            await Expect(visit.Uploads.Nth(1)).ToContainTextAsync("Waiting for its turn.");
            await Expect(visit.Page.Locator("#queue-summary")).ToContainTextAsync("the rest waits, and goes on by itself");
            await Expect(visit.Page.Locator(".upload-state", new() { HasText = "refused" })).ToHaveCountAsync(0);
            await visit.OpenAsync(Samples.Report(0, Verdict.Clean).Sha256);
            await Expect(visit.Headline).ToHaveTextAsync("Not answered");
            await Expect(visit.Page.GetByRole(AriaRole.Button, new() { Name = "Ask now" })).ToBeVisibleAsync();
            await visit.Page.UnrouteAsync("**/*").Within();
            await visit.Page.EvaluateAsync("() => dispatchEvent(new Event('online'))").Within();

            await Expect(visit.Page.Locator("#queue-summary")).ToHaveTextAsync("2 of 2 files done: 1 clean, 1 malicious.");
            await Expect(visit.Headline).ToHaveTextAsync("No such report");
            await Expect(visit.Rows).ToHaveCountAsync(2);
        });
    }

    [Fact]
    public async Task Reload_BatchUnderWay_GoesOnByItself()
    {
        await using var host = await AnalyzerHost.StartAsync();

        await Visit.MakeAsync(chromium, host, steps: async visit =>
        {
            await visit.ChooseAsync(Samples.Clean);
            await Expect(visit.Headline).ToHaveTextAsync("Verdict: Clean");
            host.Store.Gate = new TaskCompletionSource();
            await visit.ChooseAsync(Samples.Malicious, Samples.Noise("noise.bin", 10));
            await Expect(visit.Uploads.Nth(1)).ToContainTextAsync("All sent.");
            await KeptAsync(visit, "invoice.pdf", "noise.bin");

            await visit.Page.ReloadAsync().Within();
            host.Store.Gate.SetResult();
            host.Store.Gate = null;

            await Expect(visit.Page.Locator("#queue-summary")).ToHaveTextAsync("3 of 3 files done: 1 clean, 1 malicious, 1 unable.");
            await NamesAreAsync(visit, "minutes.pdf", "invoice.pdf", "noise.bin");
            await Expect(visit.Headline).ToHaveTextAsync("Verdict: Malicious");
            await KeptAsync(visit);
        });
    }

    [Fact]
    public async Task Reload_ReaderWentToAReport_StaysThereWhileTheBatchGoesOn()
    {
        await using var host = await AnalyzerHost.StartAsync();

        await Visit.MakeAsync(chromium, host, steps: async visit =>
        {
            await visit.ChooseAsync(Samples.Clean);
            await Expect(visit.Headline).ToHaveTextAsync("Verdict: Clean");
            host.Store.Gate = new TaskCompletionSource();
            await visit.ChooseAsync(Samples.Malicious);
            await Expect(visit.Uploads.Nth(1)).ToContainTextAsync("All sent.");
            await KeptAsync(visit, "invoice.pdf");
            await visit.Rows.First.GetByRole(AriaRole.Link).ClickAsync();
            await Expect(visit.Headline).ToBeFocusedAsync();

            await visit.Page.ReloadAsync().Within();
            host.Store.Gate.SetResult();
            host.Store.Gate = null;

            await Expect(visit.Page.Locator("#queue-summary")).ToHaveTextAsync("2 of 2 files done: 1 clean, 1 malicious.");
            await Expect(visit.Headline).ToHaveTextAsync("Verdict: Clean");
        });
    }

    [Fact]
    public async Task Reload_FilesWithoutAnAnswer_CanBeTriedAgainUntilTheListIsCleared()
    {
        await using var host = await AnalyzerHost.StartAsync();

        await Visit.MakeAsync(chromium, host, refusals: [500], steps: async visit =>
        {
            await visit.Page.RouteAsync(Visit.Questions, route => route.FulfillAsync(new() { Status = 500 })).Within();
            await visit.ChooseAsync(Samples.Clean, Samples.Malicious, Samples.File("empty.txt", []));
            await KeptAsync(visit, "minutes.pdf", "invoice.pdf");

            await visit.Page.ReloadAsync().Within();
            await visit.Page.UnrouteAsync(Visit.Questions).Within();
            await Expect(visit.Page.Locator("#queue-summary")).ToHaveTextAsync("3 of 3 files done: 3 refused.");
            await visit.Page.GetByRole(AriaRole.Button, new() { Name = "Try again: minutes.pdf" }).ClickAsync();
            await Expect(visit.Page.Locator("#queue-summary")).ToHaveTextAsync("3 of 3 files done: 1 clean, 2 refused.");
            await KeptAsync(visit, "invoice.pdf");

            await visit.Page.GetByRole(AriaRole.Button, new() { Name = "Clear the list" }).ClickAsync();
            await KeptAsync(visit);
        });
    }

    [Fact]
    public async Task Reload_MoreThanIsKept_GoesOnWithTheRest()
    {
        await using var host = await AnalyzerHost.StartAsync();
        host.Store.Gate = new TaskCompletionSource();

        await Visit.MakeAsync(chromium, host, steps: async visit =>
        {
            await visit.Page.RouteAsync("**/intake/files.js", async route =>
            {
                var script = await (await route.FetchAsync()).TextAsync();
                await route.FulfillAsync(new()
                {
                    ContentType = "text/javascript",
                    Body = script.Replace("500 * 1024 * 1024", "2000", StringComparison.Ordinal),
                });
            }).Within();
            await visit.Page.ReloadAsync().Within();
            await visit.ChooseAsync(Samples.Noise("large.bin", 3000), Samples.Noise("one.bin", 1200), Samples.Noise("two.bin", 700));
            await KeptAsync(visit, "one.bin", "two.bin");

            await visit.Page.ReloadAsync().Within();
            host.Store.Gate.SetResult();
            host.Store.Gate = null;

            await Expect(visit.Page.Locator("#queue-summary")).ToHaveTextAsync("3 of 3 files done: 1 not sent, 2 unable.");
        });
    }

    [Fact]
    public async Task Reload_FilesCannotBeKept_TakeTheirPlacesWhenTheyAreChosenAgain()
    {
        await using var host = await AnalyzerHost.StartAsync();

        await Visit.MakeAsync(chromium, host, steps: async visit =>
        {
            await visit.Page.AddInitScriptAsync("Object.defineProperty(globalThis, 'indexedDB', { value: undefined });").Within();
            await visit.Page.ReloadAsync().Within();
            await visit.ChooseAsync(Samples.Malicious);
            await Expect(visit.Headline).ToHaveTextAsync("Verdict: Malicious");
            host.Store.Gate = new TaskCompletionSource();
            await visit.ChooseAsync(Samples.Clean, Samples.Noise("noise.bin", 10));
            await Expect(visit.Uploads.Nth(1)).ToContainTextAsync("All sent.");

            await visit.Page.ReloadAsync().Within();
            host.Store.Gate.SetResult();
            host.Store.Gate = null;

            await Expect(visit.Headline).ToHaveTextAsync("Verdict: Malicious");
            await Expect(visit.Report.Locator(".file-name")).ToHaveTextAsync("invoice.pdf");
            await Expect(visit.Uploads.First).ToContainTextAsync("Malicious");
            await Expect(visit.Uploads.Nth(2)).ToContainTextAsync("Not sent before this page was reloaded. Choose the file again");
            await Expect(visit.Page.Locator("#queue-summary")).ToHaveTextAsync("3 of 3 files done: 1 malicious, 2 not sent.");
            await visit.ChooseAsync(Samples.Clean);
            await Expect(visit.Page.Locator("#queue-summary")).ToHaveTextAsync("3 of 3 files done: 1 malicious, 1 not sent, 1 clean.");
            await NamesAreAsync(visit, "invoice.pdf", "minutes.pdf", "noise.bin");

            await visit.Page.GetByRole(AriaRole.Button, new() { Name = "Clear the list" }).ClickAsync();
            await Expect(visit.Uploads).ToHaveCountAsync(0);
            await visit.Page.ReloadAsync().Within();
            await Expect(visit.Headline).ToHaveTextAsync("Verdict: Clean");
            await Expect(visit.Uploads).ToHaveCountAsync(0);
        });
    }

    [Fact]
    public async Task Folder_ChosenAndDropped_GivesItsFilesWithTheirPaths()
    {
        await using var host = await AnalyzerHost.StartAsync();
        using var folder = new TempDirectory();
        Directory.CreateDirectory(folder.Combine("mail/inner"));
        await File.WriteAllBytesAsync(folder.Combine("mail/a.pdf"), Samples.Clean.Buffer, TestContext.Current.CancellationToken);
        await File.WriteAllBytesAsync(folder.Combine("mail/inner/b.pdf"), Samples.Malicious.Buffer, TestContext.Current.CancellationToken);

        await Visit.MakeAsync(chromium, host, steps: async visit =>
        {
            await visit.Page.Locator("#folder").SetInputFilesAsync(folder.Combine("mail")).Within();
            await Expect(visit.Page.Locator("#queue-summary")).ToHaveTextAsync("2 of 2 files done: 1 clean, 1 malicious.");
            await NamesAreAsync(visit, "mail/a.pdf", "mail/inner/b.pdf");

            await visit.DropFolderAsync(folder.Combine("mail"));
            await Expect(visit.Page.Locator("#queue-summary")).ToHaveTextAsync("4 of 4 files done: 2 clean, 2 malicious.");
            await NamesAreAsync(visit, "mail/a.pdf", "mail/inner/b.pdf", "mail/a.pdf", "mail/inner/b.pdf");
        });
    }

    /// <summary>Waits until the browser keeps copies of these files for a reload, and of no others.</summary>
    private static Task KeptAsync(Visit visit, params string[] names)
    {
        return PollAsync().Within();

        async Task PollAsync()
        {
            while (await KeptNowAsync(visit) is var kept && !kept.SequenceEqual(names))
            {
                await Task.Delay(100, TestContext.Current.CancellationToken);
            }
        }
    }

    private static Task<string[]> KeptNowAsync(Visit visit) => visit.Page.EvaluateAsync<string[]>(
        """
        () => new Promise((resolve) => {
          const opening = indexedDB.open("analyzer");
          opening.onupgradeneeded = () => opening.transaction.abort(); // the page has not made it yet
          opening.onerror = () => resolve(["no database"]);
          opening.onsuccess = () => {
            const reading = opening.result.transaction("files").objectStore("files").getAll();
            reading.onsuccess = () => {
              opening.result.close();
              resolve(reading.result.map(({ file }) => file.name));
            };
          };
        })
        """);

    private static async Task NamesAreAsync(Visit visit, params string[] names) =>
        await Expect(visit.Page.Locator(".upload:visible .upload-name bdi")).ToHaveTextAsync(names);
}
