using Journal.Tests.Evidence;
using Journal.Tests.Search;

namespace Journal.Page.Tests;

/// <summary><c>verify.html</c> of a bundle in a real browser, opened from the disk as a stranger would.</summary>
public sealed class EvidencePageTests(Chromium chromium)
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Page_OfASoundBundle_SaysVerifiedAndShowsItsRecords()
    {
        await using var authority = await StampingAuthority.StartAsync(isRsa: true);
        using var journal = await EvidenceBundle.WriteAsync(authority);
        await using var context = await (await chromium.StartAsync()).NewContextAsync().Within();

        var page = await OpenAsync(context, await ExportAsync(journal), $"{journal.Folder.ReadVerifier()}");

        await Expect(page.Locator("#said li").Last).ToHaveTextAsync("Verified.").Within();
        (await page.Locator("#failed").TextContentAsync()).ShouldBe("");
        var records = await page.Locator("#records").TextContentAsync();
        records!.Split('\n').Length.ShouldBe(14);
        records.ShouldContain("\"line 16\"");
        (await page.Locator("#said").TextContentAsync())!.ShouldContain("A time stamp says that the checkpoint of ");
    }

    [Theory]
    [InlineData("flipped", "was changed")]
    [InlineData("removed", "was removed")]
    [InlineData("frame left out", "is missing")]
    [InlineData("stamp", "FAILED")]
    [InlineData("stamp of another", "other content")]
    public async Task Page_OfAForgedBundle_SaysWhatIsWrong(string way, string words)
    {
        await using var authority = await StampingAuthority.StartAsync(isRsa: true);
        using var journal = await EvidenceBundle.WriteAsync(authority);
        var bundle = await ExportAsync(journal);
        await EvidenceBundle.ChangeAsync(bundle, way);
        await using var context = await (await chromium.StartAsync()).NewContextAsync().Within();

        var page = await OpenAsync(context, bundle, $"{journal.Folder.ReadVerifier()}");

        await Expect(page.Locator("#failed")).ToContainTextAsync(words).Within();
        (await page.Locator("#said").TextContentAsync())!.ShouldNotContain("Verified.");
        (await page.Locator("#records").TextContentAsync()).ShouldBe("");
    }

    private static async Task<string> ExportAsync(SearchedJournal journal)
    {
        var bundle = journal.PathOf("bundle");
        (await EvidenceBundle.ExportAsync(journal, bundle, 3, 17)).Code.ShouldBe(0);
        return bundle;
    }

    private static async Task<IPage> OpenAsync(IBrowserContext context, string bundle, string key)
    {
        var page = await context.NewPageAsync().Within();
        await page.GotoAsync(new Uri(Path.Combine(bundle, "verify.html")).AbsoluteUri).Within();
        await page.FillAsync("#key", key).WaitAsync(Token);
        await page.SetInputFilesAsync("#files", bundle).WaitAsync(Token);
        return page;
    }
}
