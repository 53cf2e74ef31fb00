namespace Storage.Compliance;

public abstract partial class ReportStoreCompliance
{
    private static readonly string[] Types = ["application/pdf", "application/zip", "applications/pdf", "image/png", "text/plain"];

    public static TheoryData<string> SingleFilters => [.. SingleFilterTable.Keys];

    private static Dictionary<string, ReportFilter> SingleFilterTable { get; } = new()
    {
        ["verdict"] = new() { Verdict = Verdict.Malicious },
        ["type"] = new() { Type = Type("application/zip") },
        ["type that no report has"] = new() { Type = Type("application/x") },
        ["kind of types"] = new() { Type = Type("application/*") },
        ["lowest score"] = new() { MinScore = 100 },
        ["highest score"] = new() { MaxScore = 0 },
        ["one score"] = new() { MinScore = 37, MaxScore = 37 },
        ["from"] = new() { From = Reports.Make(20).AnalyzedAt },
        ["from between two milliseconds"] = new() { From = Reports.Make(20).AnalyzedAt.AddTicks(1) },
        ["to"] = new() { To = Reports.Make(20).AnalyzedAt },
        ["to between two milliseconds"] = new() { To = Reports.Make(20).AnalyzedAt.AddTicks(1) },
        ["before 1970"] = new() { To = DateTimeOffset.MinValue },
        ["all times"] = new() { From = DateTimeOffset.MinValue, To = DateTimeOffset.MaxValue },
        ["prefix of one digit"] = new() { Sha256 = Prefix(Reports.Id(7).ToString()[..1]) },
        ["prefix of eight digits"] = new() { Sha256 = Prefix(Reports.Id(7).ToString()[..8].ToUpperInvariant()) },
        ["whole digest"] = new() { Sha256 = Prefix(Reports.Id(7).ToString()) },
        ["digest that no report has"] = new() { Sha256 = Prefix(Reports.Id(777).ToString()) },
    };

    [Theory]
    [MemberData(nameof(SingleFilters))]
    public async Task ListAsync_OneCondition_HoldsAllThatMeetItAndNoOther(string name)
    {
        var filter = SingleFilterTable[name];
        var store = await OpenAsync().Within();
        var reports = await SaveManyKindsAsync(store);

        foreach (var order in Enum.GetValues<ReportOrder>())
        {
            var listed = await ListAllAsync(store, new ReportQuery(7, filter, Order: order));

            listed.Select(Json).ShouldBe(Expected(reports, filter, order).Select(Json), order.ToString());
        }
    }

    [Fact]
    public async Task ListAsync_AnyConditionsTogether_AgreesWithAModel()
    {
        var store = await OpenAsync().Within();
        var reports = await SaveManyKindsAsync(store);
        var random = new Random(20261122);
        var found = 0;
        for (var round = 0; round < 120; round++)
        {
            var filter = Any(random);
            var query = new ReportQuery(random.Next(1, 20), filter, Order: (ReportOrder)random.Next(2));

            var listed = await ListAllAsync(store, query);

            listed.Select(Json).ShouldBe(Expected(reports, filter, query.Order).Select(Json), $"round {round}: {query}");
            found += listed.Count;
        }

        found.ShouldBeGreaterThan(100, "filters that find nothing show nothing");
    }

    [Fact]
    public async Task ListAsync_ReportReplaced_IsFoundByWhatItSaysNow()
    {
        var store = await OpenAsync().Within();
        await store.SaveAsync(Reports.Make(1) with { Score = 5, MediaType = "text/plain" }, Cancellation).Within();
        var newer = Reports.Make(1, engine: 2) with { Score = 150, MediaType = "application/pdf" };
        await store.SaveAsync(newer, Cancellation).Within();
        await RefreshAsync().Within();

        (await ListAllAsync(store, new ReportQuery(Filter: new ReportFilter { MaxScore = 5 }))).ShouldBeEmpty();
        (await ListAllAsync(store, new ReportQuery(Filter: new ReportFilter { Type = Type("text/plain") }))).ShouldBeEmpty();
        (await ListAllAsync(store, new ReportQuery(Filter: new ReportFilter { MinScore = 150, Type = Type("application/pdf") })))
            .Select(Json).ShouldBe([Json(newer)]);
    }

    /// <summary>Verdict, type and score of a report say nothing about each other; several share a time.</summary>
    private async Task<List<AnalysisReport>> SaveManyKindsAsync(IReportStore store)
    {
        var reports = Enumerable.Range(0, 60).Select(number => Reports.Make(number) with
        {
            MediaType = Types[number / 4 % Types.Length],
            Score = number * 37 % 201,
            AnalyzedAt = Reports.Make(number / 2 * 2).AnalyzedAt,
        }).ToList();
        await SaveAllAsync(store, reports);
        await RefreshAsync().Within();
        return reports;
    }

    private static IEnumerable<AnalysisReport> Expected(IEnumerable<AnalysisReport> reports, ReportFilter filter, ReportOrder order)
    {
        var met = reports
            .Where(report => filter.Verdict is null || report.Verdict == filter.Verdict)
            .Where(report => filter.Type is null ||
                (filter.Type.IsPrefix ? report.MediaType.StartsWith(filter.Type.Start) : report.MediaType == filter.Type.Text))
            .Where(report => report.Score >= (filter.MinScore ?? 0) && report.Score <= (filter.MaxScore ?? int.MaxValue))
            .Where(report => report.AnalyzedAt >= (filter.From ?? DateTimeOffset.MinValue))
            .Where(report => report.AnalyzedAt < (filter.To ?? DateTimeOffset.MaxValue))
            .Where(report => report.Sha256.ToString().StartsWith(filter.Sha256?.Hex ?? ""))
            .OrderBy(report => (report.AnalyzedAt, report.Sha256));
        return order == ReportOrder.OldestFirst ? met : met.Reverse();
    }

    private static ReportFilter Any(Random random)
    {
        return new()
        {
            Verdict = Sometimes() ? (Verdict)random.Next(4) : null,
            Type = Sometimes() ? Type(random.Next(2) == 0 ? "application/*" : Types[random.Next(Types.Length)]) : null,
            MinScore = Sometimes() ? random.Next(100) : null,
            MaxScore = Sometimes() ? random.Next(100, 201) : null,
            From = Sometimes() ? Reports.Make(random.Next(30)).AnalyzedAt.AddMilliseconds(random.Next(-1, 2)) : null,
            To = Sometimes() ? Reports.Make(random.Next(30, 61)).AnalyzedAt.AddMilliseconds(random.Next(-1, 2)) : null,
            Sha256 = random.Next(5) == 0 ? Prefix(Reports.Id(random.Next(60)).ToString()[..random.Next(1, 7)]) : null,
        };

        bool Sometimes() => random.Next(3) == 0;
    }

    private static MediaTypePattern Type(string text) =>
        MediaTypePattern.TryParse(text, out var type) ? type : throw new FormatException(text);

    private static FileIdPrefix Prefix(string text) =>
        FileIdPrefix.TryParse(text, out var prefix) ? prefix : throw new FormatException(text);
}
