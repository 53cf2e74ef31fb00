using System.Collections.Concurrent;
using System.Text.RegularExpressions;
using Analyzer.Core;

namespace Analyzer.Service.Page.Tests.Browsing;

/// <summary>A person's visit to the page, watched: what its scripts complain of and what it asks for is written down.</summary>
internal sealed partial class Visit
{
    /// <summary>The request by which the page asks whether a file is known. A new file's list is empty, where a 404 would be red.</summary>
    public static readonly Regex Questions = Question();

    /// <summary>How it sends one.</summary>
    public static readonly Regex Submissions = Submission();

    private const string Failed = "Failed to load resource: net::";
    private const string Refused = "Failed to load resource: the server responded";

    private readonly ConcurrentQueue<string> _complaints = new();
    private readonly ConcurrentQueue<string> _requests = new();
    private readonly ConcurrentQueue<int> _refusals = new();

    private Visit(IPage page, AnalyzerHost host)
    {
        (Page, Host) = (page, host);
        page.PageError += (_, error) => _complaints.Enqueue(error);
        page.Console += (_, message) =>
        {
            // The browser always complains of a refusal; that is counted by itself, below.
            if (message.Type is "error" or "warning" && !message.Text.StartsWith(Refused, StringComparison.Ordinal))
            {
                _complaints.Enqueue(message.Text);
            }
        };
        page.Request += (_, request) => _requests.Enqueue($"{request.Method} {request.Url}");
        page.Response += (_, response) =>
        {
            if (response.Status >= 400 && !response.Url.EndsWith("/metrics"))
            {
                _refusals.Enqueue(response.Status);
            }
        };
    }

    public IPage Page { get; }

    public AnalyzerHost Host { get; }

    /// <summary>Such as <c>POST /v1/files?sha256=…</c>.</summary>
    public IEnumerable<string> Requests =>
        _requests.Select(request => request.Replace(Host.Http1.GetLeftPart(UriPartial.Authority), "", StringComparison.Ordinal));

    /// <summary>The panel that says what became of a file or of a look-up.</summary>
    public ILocator Report => Page.Locator("#report");

    /// <summary>The heading that carries the verdict, or the refusal's title.</summary>
    public ILocator Headline => Page.Locator("#report-heading");

    /// <summary>The files of this visit, in the order in which they came.</summary>
    public ILocator Uploads => Page.Locator(".upload");

    /// <summary>The rows of the list.</summary>
    public ILocator Rows => Page.Locator("#listing tbody tr");

    /// <summary>
    /// Opens the page, does what <paramref name="steps"/> says, and then fails the test if a script complained, or if anything was
    /// asked of another origin or refused that was not expected.
    /// </summary>
    /// <param name="refusals">
    /// Status codes that the visit is to meet. The browser shows each in red, so none may come of what is no fault, such as a new file.
    /// </param>
    /// <param name="expectsFailures">Some requests are to come to nothing, as without a service; of those the browser complains.</param>
    public static async Task MakeAsync(
        Chromium chromium, AnalyzerHost host, Func<Visit, Task> steps, int[]? refusals = null, BrowserNewContextOptions? options = null,
        bool expectsFailures = false)
    {
        var browser = await chromium.StartAsync();
        await using var context = await browser.NewContextAsync(options ?? new() { ReducedMotion = ReducedMotion.Reduce }).Within();
        context.SetDefaultTimeout((float)Deadline.Default.TotalMilliseconds);
        var visit = new Visit(await context.NewPageAsync().Within(), host);
        await visit.Page.GotoAsync(host.Http1.ToString()).Within();

        try
        {
            await steps(visit);
        }
        finally
        {
            // Or what a failed test left waiting would hold the service up when it stops.
            host.Store.Gate?.TrySetResult();
            host.Store.Down = false;
        }

        visit._complaints.Where(complaint => !(expectsFailures && complaint.StartsWith(Failed, StringComparison.Ordinal))).ShouldBeEmpty();
        visit._requests.ShouldAllBe(request => request.Split(' ')[1].StartsWith(host.Http1.ToString()));
        visit._refusals.Distinct().Order().ShouldBe((refusals ?? []).Order());
    }

    public Task ShouldPassAxeAsync(string when) => Page.ShouldPassAxeAsync(when);

    /// <summary>Goes to the address of a report, within the page.</summary>
    public Task OpenAsync(FileId id) =>
        Page.EvaluateAsync("(sha256) => { location.hash = `#/files/${sha256}`; }", id.ToString()).Within();

    /// <summary>Chooses files in the file dialog.</summary>
    public Task ChooseAsync(params FilePayload[] files) => Page.Locator("#files").SetInputFilesAsync(files).Within();

    /// <summary>Lets files go over an element, as if they were dragged from a folder.</summary>
    public async Task DropAsync(string selector, params FilePayload[] files)
    {
        var dragged = await Page.EvaluateHandleAsync(
            """
            (files) => {
              const data = new DataTransfer();
              for (const { name, base64 } of files) {
                data.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name));
              }

              return data;
            }
            """,
            files.Select(file => new { name = file.Name, base64 = Convert.ToBase64String(file.Buffer) }).ToArray()).Within();
        foreach (var step in (string[])["dragenter", "dragover", "drop"])
        {
            await Page.Locator(selector).DispatchEventAsync(step, new Dictionary<string, object> { ["dataTransfer"] = dragged }).Within();
        }
    }

    /// <summary>Lets a folder go over the page: a real one, which only the browser itself can hand to a page.</summary>
    public async Task DropFolderAsync(string path)
    {
        var devTools = await Page.Context.NewCDPSessionAsync(Page).Within();
        var data = new { items = Array.Empty<object>(), files = new[] { path }, dragOperationsMask = 1 };
        foreach (var type in (string[])["dragEnter", "dragOver", "drop"])
        {
            Dictionary<string, object> step = new() { ["type"] = type, ["x"] = 200, ["y"] = 60, ["data"] = data };
            await devTools.SendAsync("Input.dispatchDragEvent", step).Within();
        }
    }

    /// <summary>Sends slowly enough to watch, in bytes per second.</summary>
    public async Task ThrottleAsync(int uploadRate)
    {
        var devTools = await Page.Context.NewCDPSessionAsync(Page).Within();
        await devTools.SendAsync("Network.enable").Within();
        await devTools.SendAsync("Network.emulateNetworkConditions", new()
        {
            ["offline"] = false,
            ["latency"] = 0,
            ["downloadThroughput"] = -1,
            ["uploadThroughput"] = uploadRate,
        }).Within();
    }

    [GeneratedRegex("/v1/files\\?sha256=[0-9a-f]{64}&limit=1$")]
    private static partial Regex Question();

    [GeneratedRegex("/v1/files\\?sha256=[0-9a-f]{64}$")]
    private static partial Regex Submission();
}
