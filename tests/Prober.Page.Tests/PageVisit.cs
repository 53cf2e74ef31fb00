using System.Collections.Concurrent;

namespace Prober.Page.Tests;

/// <summary>A person's visit to a page of the prober: what its scripts complain of, and whom it asks, is written down.</summary>
internal static class PageVisit
{
    /// <summary>
    /// Opens a page, does what <paramref name="steps"/> says, and fails the test if a script complained, or asked another origin.
    /// </summary>
    /// <param name="chromium">The browser.</param>
    /// <param name="address">The page's.</param>
    /// <param name="steps">What the person does, and sees.</param>
    /// <param name="refusal">A status of a refusal that the browser may complain of; null for none.</param>
    /// <param name="another">Another one.</param>
    public static async Task MakeAsync(Chromium chromium, Uri address, Func<IPage, Task> steps, int? refusal = null, int? another = null)
    {
        var browser = await chromium.StartAsync();
        await using var context = await browser.NewContextAsync(new() { ReducedMotion = ReducedMotion.Reduce }).Within();
        context.SetDefaultTimeout((float)Deadline.Default.TotalMilliseconds);
        var page = await context.NewPageAsync().Within();
        var (complaints, requests) = (new ConcurrentQueue<string>(), new ConcurrentQueue<string>());
        page.PageError += (_, error) => complaints.Enqueue(error);
        page.Console += (_, message) => complaints.Enqueue(message.Text);
        page.Request += (_, request) => requests.Enqueue(request.Url);
        await page.GotoAsync(address.ToString()).Within();

        await steps(page);

        int?[] expected = [refusal, another];
        complaints.Where(complaint => !expected.Any(
            status => status is not null && complaint.Contains($"the server responded with a status of {status}"))).ShouldBeEmpty();
        requests.ShouldAllBe(request => request.StartsWith(address.GetLeftPart(UriPartial.Authority)));
    }
}
