namespace Storage.Compliance;

public abstract partial class ReportStoreCompliance
{
    [Fact]
    public async Task SaveAsync_NewReport_IsCreatedAndFoundByteForByte()
    {
        var store = await OpenAsync().Within();
        var report = Reports.Make(1);

        var saved = await store.SaveAsync(report, Cancellation).Within();

        saved.Outcome.ShouldBe(SaveOutcome.Created);
        Json(saved.Stored).ShouldBe(Json(report));
        await ShouldBeStoredAsync(store, report);
    }

    [Fact]
    public async Task FindAsync_UnknownId_IsNull()
    {
        var store = await OpenAsync().Within();
        await store.SaveAsync(Reports.Make(1), Cancellation).Within();

        (await store.FindAsync(Reports.Id(2), Cancellation).Within()).ShouldBeNull();
    }

    [Fact]
    public async Task SaveAsync_SameEngineAgain_KeepsAndAnswersTheEarlier()
    {
        var store = await OpenAsync().Within();
        var earlier = Reports.Make(1);
        var later = earlier with { AnalyzedAt = earlier.AnalyzedAt.AddDays(1), ElapsedMs = 99 };
        await store.SaveAsync(earlier, Cancellation).Within();

        var saved = await store.SaveAsync(later, Cancellation).Within();

        saved.Outcome.ShouldBe(SaveOutcome.Known);
        Json(saved.Stored).ShouldBe(Json(earlier));
        await ShouldBeStoredAsync(store, earlier);
    }

    [Fact]
    public async Task SaveAsync_NewerEngine_ReplacesTheReport()
    {
        var store = await OpenAsync().Within();
        var newer = Reports.Make(1, engine: 10) with { Verdict = Verdict.Malicious };
        await store.SaveAsync(Reports.Make(1, engine: 9), Cancellation).Within();

        var saved = await store.SaveAsync(newer, Cancellation).Within();

        saved.Outcome.ShouldBe(SaveOutcome.Replaced);
        Json(saved.Stored).ShouldBe(Json(newer));
        await ShouldBeStoredAsync(store, newer);
    }

    [Fact]
    public async Task SaveAsync_OlderEngine_NeverReplaces()
    {
        var store = await OpenAsync().Within();
        var newer = Reports.Make(1, engine: 10);
        await store.SaveAsync(newer, Cancellation).Within();

        var saved = await store.SaveAsync(Reports.Make(1, engine: 9), Cancellation).Within();

        saved.Outcome.ShouldBe(SaveOutcome.Known);
        Json(saved.Stored).ShouldBe(Json(newer));
        await ShouldBeStoredAsync(store, newer);
    }

    [Fact]
    public async Task SaveAsync_PasswordOpenedMore_ReplacesTheReportOfTheSameEngine()
    {
        var store = await OpenAsync().Within();
        UnableReason locked = new(ReportPrecedence.NeedsPassword, 1, "It is encrypted.");
        FilePart part = new() { Offset = 9, Verdict = Verdict.Unable, Score = 0, Findings = [], Unable = [locked] };
        var without = Reports.Make(1, engine: 9) with { Unable = [locked], Parts = [part] };
        var some = Reports.Make(1, engine: 9) with { Parts = [part] };
        var with = Reports.Make(1, engine: 9) with { Verdict = Verdict.Malicious };
        foreach (var (report, outcome, stored) in new[]
        {
            (without, SaveOutcome.Created, without), (without, SaveOutcome.Known, without),
            (some, SaveOutcome.Replaced, some), (without, SaveOutcome.Known, some),
            (with, SaveOutcome.Replaced, with), (some, SaveOutcome.Known, with), (without, SaveOutcome.Known, with),
        })
        {
            var saved = await store.SaveAsync(report, Cancellation).Within();

            saved.Outcome.ShouldBe(outcome);
            Json(saved.Stored).ShouldBe(Json(stored));
        }

        await ShouldBeStoredAsync(store, with);
    }

    [Fact]
    public async Task SaveAsync_SameIdFrom64AtOnce_CreatesOneAndAnswersAll()
    {
        var store = await OpenAsync().Within();
        var reports = Enumerable.Range(0, 64).Select(i => Reports.Make(1) with { ElapsedMs = i });

        var saved = await SaveAllAsync(store, reports);

        saved.Count(result => result.Outcome == SaveOutcome.Created).ShouldBe(1);
        saved.Count(result => result.Outcome == SaveOutcome.Known).ShouldBe(63);
        saved.Select(result => Json(result.Stored)).Distinct().ShouldHaveSingleItem();
        await ShouldBeStoredAsync(store, saved[0].Stored.Report);
    }

    [Fact]
    public async Task SaveAsync_ManyEnginesOfOneIdAtOnce_TheNewestStays()
    {
        var store = await OpenAsync().Within();
        var engines = Enumerable.Range(1, 32).OrderBy(engine => engine * 7919 % 32).ToList();

        var saved = await SaveAllAsync(store, engines.Select(engine => Reports.Make(1, engine)));

        saved.Count(result => result.Outcome == SaveOutcome.Created).ShouldBe(1);
        saved.Zip(engines).ShouldAllBe(pair => pair.First.Stored.Report.Engine >= pair.Second);
        await ShouldBeStoredAsync(store, Reports.Make(1, engine: 32));
    }

    [Fact]
    public async Task SaveAsync_ManyIdsAtOnce_AllAreCreated()
    {
        var store = await OpenAsync().Within();
        var reports = Enumerable.Range(0, 500).Select(number => Reports.Make(number)).ToList();

        var saved = await SaveAllAsync(store, reports);

        saved.ShouldAllBe(result => result.Outcome == SaveOutcome.Created);
        foreach (var report in reports)
        {
            await ShouldBeStoredAsync(store, report);
        }
    }

    [Theory]
    [InlineData("Grüße, 世界, مرحبا, 🧨👩‍👩‍👧")]
    [InlineData("\"quotes\" \\ back\\slash / 'single' <b>&amp;</b>")]
    [InlineData("\0 \u0001 \b \f \n \r \t \u007f \u0085 \u2028 \u2029 \ufeff \uffff")]
    [InlineData("'); DROP TABLE reports; --")]
    [InlineData("")]
    public async Task SaveAsync_AnyTextInAReason_ComesBackUnchanged(string reason)
    {
        var store = await OpenAsync().Within();
        var report = Reports.Make(1) with { Findings = [new("test.text", 1, 1, 0, reason)] };

        await store.SaveAsync(report, Cancellation).Within();

        await ShouldBeStoredAsync(store, report);
        await ShouldBeListedAsync(store, report);
    }

    [Fact]
    public async Task SaveAsync_ExtremeValues_ComeBackUnchanged()
    {
        var store = await OpenAsync().Within();
        var report = Reports.Make(1, engine: int.MaxValue) with
        {
            Size = long.MaxValue,
            Score = int.MaxValue,
            Entropy = 0.1 + 0.2,
            ElapsedMs = double.Epsilon,
            Findings = [],
            Pdf = null,
            MediaType = "application/octet-stream",
            AnalyzedAt = DateTimeOffset.UnixEpoch,
        };

        await store.SaveAsync(report, Cancellation).Within();

        await ShouldBeStoredAsync(store, report);
        await ShouldBeListedAsync(store, report);
    }

    /// <summary>Every program has a spelling of its own for such numbers: Java writes 1.0E-5 where .NET writes 1E-05.</summary>
    [Theory]
    [InlineData(0.00001, 8)]
    [InlineData(1e20, 0)]
    [InlineData(0.001, 1.0 / 3)]
    [InlineData(12345678.9, 5e-324)]
    public async Task SaveAsync_AnyNumber_ComesBackInItsSpelling(double elapsedMs, double entropy)
    {
        var store = await OpenAsync().Within();
        var report = Reports.Make(1) with { ElapsedMs = elapsedMs, Entropy = entropy };

        var saved = await store.SaveAsync(report, Cancellation).Within();

        Json(saved.Stored).ShouldBe(Json(report));
        await ShouldBeStoredAsync(store, report);
        await ShouldBeListedAsync(store, report);
    }

    [Fact]
    public async Task SaveAsync_ReportOfMegabytes_ComesBackUnchanged()
    {
        var store = await OpenAsync().Within();
        var report = Reports.Make(1) with
        {
            Findings = [.. Enumerable.Range(0, 20_000).Select(i => new Finding($"test.rule{i}", 1, i, i * 100L, new string('x', 100)))],
        };

        await store.SaveAsync(report, Cancellation).Within();

        await ShouldBeStoredAsync(store, report);
    }

    [Fact]
    public async Task SaveAsync_AnyOrderOfEngines_AgreesWithADictionary()
    {
        var store = await OpenAsync().Within();
        var model = new Dictionary<FileId, AnalysisReport>();
        var random = new Random(20261121);
        for (var i = 0; i < 300; i++)
        {
            var report = Reports.Make(random.Next(40), engine: random.Next(1, 6)) with { ElapsedMs = i };
            var earlier = model.GetValueOrDefault(report.Sha256);
            var expected = earlier is null ? SaveOutcome.Created
                : report.Engine > earlier.Engine ? SaveOutcome.Replaced
                : SaveOutcome.Known;
            if (expected != SaveOutcome.Known)
            {
                model[report.Sha256] = report;
            }

            var saved = await store.SaveAsync(report, Cancellation).Within();

            saved.Outcome.ShouldBe(expected, $"save {i}");
            Json(saved.Stored).ShouldBe(Json(model[report.Sha256]), $"save {i}");
        }

        foreach (var report in model.Values)
        {
            await ShouldBeStoredAsync(store, report);
        }
    }
}
