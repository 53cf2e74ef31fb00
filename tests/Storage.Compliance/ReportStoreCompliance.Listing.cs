namespace Storage.Compliance;

public abstract partial class ReportStoreCompliance
{
    [Fact]
    public async Task ListAsync_EmptyStore_IsOneEmptyPage()
    {
        var store = await OpenAsync().Within();

        var page = await store.ListAsync(new ReportQuery(), Cancellation).Within();

        page.Reports.ShouldBeEmpty();
        page.Next.ShouldBeNull();
    }

    [Fact]
    public async Task ListAsync_SeveralTimes_IsNewestFirstWhateverTheOrderOfSaving()
    {
        var store = await OpenAsync().Within();
        var reports = Enumerable.Range(0, 30).Select(number => Reports.Make(number)).ToList();
        await SaveAllAsync(store, reports.OrderBy(report => report.Sha256));
        await RefreshAsync().Within();

        var page = await store.ListAsync(new ReportQuery(), Cancellation).Within();

        page.Reports.Select(Json).ShouldBe(reports.AsEnumerable().Reverse().Select(Json));
        page.Next.ShouldBeNull();
    }

    [Fact]
    public async Task ListAsync_OneMillisecondForAll_IsOrderedByIdAndPagedWithoutLoss()
    {
        var store = await OpenAsync().Within();
        var time = Reports.Make(1).AnalyzedAt;
        var reports = Enumerable.Range(0, 25).Select(number => Reports.Make(number) with { AnalyzedAt = time }).ToList();
        await SaveAllAsync(store, reports);
        await RefreshAsync().Within();

        var listed = await ListAllAsync(store, limit: 4);

        listed.Select(stored => stored.Report.Sha256).ShouldBe(reports.Select(report => report.Sha256).OrderDescending());
    }

    [Theory]
    [InlineData(Verdict.Clean)]
    [InlineData(Verdict.Suspicious)]
    [InlineData(Verdict.Malicious)]
    [InlineData(Verdict.Unable)]
    public async Task ListAsync_OfOneVerdict_HoldsAllOfThemAndNoOther(Verdict verdict)
    {
        var store = await OpenAsync().Within();
        var reports = Enumerable.Range(0, 40).Select(number => Reports.Make(number)).ToList();
        await SaveAllAsync(store, reports);
        await RefreshAsync().Within();

        var listed = await ListAllAsync(store, limit: 3, verdict);

        listed.Select(Json).ShouldBe(reports.Where(report => report.Verdict == verdict).Reverse().Select(Json));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(7)]
    [InlineData(20)]
    [InlineData(ReportQuery.MaxLimit)]
    public async Task ListAsync_PageAfterPage_HoldsEachReportOnce(int limit)
    {
        var store = await OpenAsync().Within();
        var reports = Enumerable.Range(0, 20).Select(number => Reports.Make(number)).ToList();
        await SaveAllAsync(store, reports);
        await RefreshAsync().Within();

        var listed = await ListAllAsync(store, limit);

        listed.Select(Json).ShouldBe(reports.AsEnumerable().Reverse().Select(Json));
    }

    [Theory]
    [InlineData(null)]
    [InlineData(Verdict.Malicious)]
    public async Task ListAsync_OldestFirst_IsTheSameTheOtherWayRound(Verdict? verdict)
    {
        var store = await OpenAsync().Within();
        var time = Reports.Make(1).AnalyzedAt;
        var reports = Enumerable.Range(0, 40).Select(number => Reports.Make(number) with { AnalyzedAt = time.AddSeconds(number / 10) });
        await SaveAllAsync(store, reports);
        await RefreshAsync().Within();

        var oldestFirst = await ListAllAsync(store, limit: 7, verdict, ReportOrder.OldestFirst);

        oldestFirst.Count.ShouldBe(verdict is null ? 40 : 10);
        oldestFirst.Select(Json).ShouldBe((await ListAllAsync(store, limit: 9, verdict)).AsEnumerable().Reverse().Select(Json));
    }

    [Fact]
    public async Task ListAsync_LastPageExactlyFull_NamesNoNext()
    {
        var store = await OpenAsync().Within();
        await SaveAllAsync(store, Enumerable.Range(0, 10).Select(number => Reports.Make(number)));
        await RefreshAsync().Within();

        var page = await store.ListAsync(new ReportQuery(Limit: 10), Cancellation).Within();

        page.Reports.Count.ShouldBe(10);
        page.Next.ShouldBeNull();
    }

    [Fact]
    public async Task ListAsync_SavesBetweenPages_NeitherRepeatNorHideWhatWasThere()
    {
        var store = await OpenAsync().Within();
        var before = Enumerable.Range(0, 20).Select(number => Reports.Make(2 * number)).ToList();
        await SaveAllAsync(store, before);
        await RefreshAsync().Within();

        var listed = new List<AnalysisReport>();
        ReportCursor? after = null;
        for (var round = 0; ; round++)
        {
            var page = await store.ListAsync(new ReportQuery(Limit: 3, After: after), Cancellation).Within();
            listed.AddRange(page.Reports.Select(stored => stored.Report));
            if (page.Next is null)
            {
                break;
            }

            ReportCursor.TryParse(page.Next, out var next).ShouldBeTrue();
            after = next;

            // One newer than all, and one in the midst of them.
            await store.SaveAsync(Reports.Make(100 + round), Cancellation).Within();
            await store.SaveAsync(Reports.Make((2 * round) + 1), Cancellation).Within();
            await RefreshAsync().Within();
        }

        listed.Select(report => report.Sha256).ShouldBeUnique();
        listed.ShouldBe(listed.OrderByDescending(report => report.AnalyzedAt));
        before.Select(report => report.Sha256).ShouldBeSubsetOf(listed.Select(report => report.Sha256));
    }

    [Fact]
    public async Task ListAsync_ReportReplaced_StandsOnceUnderItsNewTimeAndVerdict()
    {
        var store = await OpenAsync().Within();
        await SaveAllAsync(store, Enumerable.Range(0, 5).Select(number => Reports.Make(number)));
        var replaced = Reports.Make(2, engine: 2) with { AnalyzedAt = Reports.Make(9).AnalyzedAt, Verdict = Verdict.Unable };
        await store.SaveAsync(replaced, Cancellation).Within();
        await RefreshAsync().Within();

        (await ListAllAsync(store, limit: 2)).Select(Json).ShouldBe(
            new[] { replaced, Reports.Make(4), Reports.Make(3), Reports.Make(1), Reports.Make(0) }.Select(Json));
        (await ListAllAsync(store, limit: 2, Verdict.Malicious)).ShouldBeEmpty();
    }

    [Fact]
    public async Task ListAsync_CursorOfNoReport_StartsBelowIt()
    {
        var store = await OpenAsync().Within();
        await SaveAllAsync(store, Enumerable.Range(0, 5).Select(number => Reports.Make(number)));
        await RefreshAsync().Within();
        var between = new ReportCursor(Reports.Make(3).AnalyzedAt.AddMilliseconds(-1), Reports.Id(77));

        var page = await store.ListAsync(new ReportQuery(After: between), Cancellation).Within();

        page.Reports.Select(Json).ShouldBe(new[] { 2, 1, 0 }.Select(number => Json(Reports.Make(number))));
    }

    [Fact]
    public async Task ListAsync_FirstAndLastTimes_AreListedToo()
    {
        var store = await OpenAsync().Within();
        var first = Reports.Make(1) with { AnalyzedAt = DateTimeOffset.UnixEpoch };
        var last = Reports.Make(2) with { AnalyzedAt = new DateTimeOffset(9999, 12, 31, 23, 59, 59, 999, TimeSpan.Zero) };
        await SaveAllAsync(store, [first, last]);
        await RefreshAsync().Within();

        (await ListAllAsync(store, limit: 1)).Select(Json).ShouldBe(new[] { last, first }.Select(Json));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(-1)]
    [InlineData(ReportQuery.MaxLimit + 1)]
    public async Task ListAsync_LimitOutOfRange_IsRefused(int limit)
    {
        var store = await OpenAsync().Within();

        await Should.ThrowAsync<ArgumentOutOfRangeException>(() => store.ListAsync(new ReportQuery(limit), Cancellation).Within());
    }

    [Theory]
    [InlineData(ReportOrder.NewestFirst)]
    [InlineData(ReportOrder.OldestFirst)]
    public async Task ListAsync_LargeReports_ComeInPagesOfBoundedSizeAndEachOnce(ReportOrder order)
    {
        var store = await OpenAsync().Within();
        var reports = Enumerable.Range(0, 30).Select(number => WithReason(number, 300_000)).ToList();
        await SaveAllAsync(store, reports);
        await RefreshAsync().Within();

        var pages = await ListPagesAsync(store, new ReportQuery(ReportQuery.MaxLimit, Order: order));

        pages.Select(page => page.Count).ShouldBe([6, 6, 6, 6, 6]);
        pages.ShouldAllBe(page => page.Sum(report => report.Json.Length) <= ReportPageBuilder.MaxBytes);
        var listed = pages.SelectMany(page => page).Select(report => report.Report.Sha256);
        (order == ReportOrder.OldestFirst ? listed : listed.Reverse()).ShouldBe(reports.Select(report => report.Sha256));
    }

    [Fact]
    public async Task ListAsync_ReportLargerThanAPage_HasAPageOfItsOwn()
    {
        var store = await OpenAsync().Within();
        await SaveAllAsync(store, [Reports.Make(0), Reports.Make(1), WithReason(2, ReportPageBuilder.MaxBytes), Reports.Make(3)]);
        await RefreshAsync().Within();

        var pages = await ListPagesAsync(store, new ReportQuery());

        pages.Select(page => page.Select(report => report.Report.Sha256)).ShouldBe(
            [[Reports.Id(3)], [Reports.Id(2)], [Reports.Id(1), Reports.Id(0)]]);
    }

    private static AnalysisReport WithReason(int number, int length) =>
        Reports.Make(number) with { Findings = [new("pdf.javascript", 100, 2, 1234, new string('x', length))] };

    private async Task ShouldBeListedAsync(IReportStore store, AnalysisReport report)
    {
        await RefreshAsync().Within();
        (await ListAllAsync(store, limit: 1)).Select(Json).ShouldBe([Json(report)]);
    }

    private static Task<List<StoredReport>> ListAllAsync(
        IReportStore store, int limit, Verdict? verdict = null, ReportOrder order = ReportOrder.NewestFirst) =>
        ListAllAsync(store, new ReportQuery(limit, new ReportFilter { Verdict = verdict }, Order: order));

    private static async Task<List<StoredReport>> ListAllAsync(IReportStore store, ReportQuery query) =>
        [.. (await ListPagesAsync(store, query)).SelectMany(page => page)];

    /// <param name="query">The first page.</param>
    private static async Task<List<IReadOnlyList<StoredReport>>> ListPagesAsync(IReportStore store, ReportQuery query)
    {
        var pages = new List<IReadOnlyList<StoredReport>>();
        while (true)
        {
            var page = await store.ListAsync(query, Cancellation).Within();
            page.Reports.Count.ShouldBeLessThanOrEqualTo(query.Limit);
            pages.Add(page.Reports);
            if (page.Next is null)
            {
                return pages;
            }

            ReportCursor.TryParse(page.Next, out var next).ShouldBeTrue();
            next.Filter.ShouldBe(query.Filter.Fingerprint);
            query = query with { After = next };
        }
    }
}
