using System.Text;

namespace Analyzer.Storage.Elasticsearch.Tests;

/// <summary>A document that is not what was saved: it is named, nobody gets to see it, and a new save replaces it.</summary>
public sealed class DamagedDocumentTests : FakeClusterTests
{
    private const int Bits = 200;

    private static readonly string Id = $"{Reports.Id(1)}";

    private FakeIndex Index => Server.Indices["reports-v1"];

    [Fact]
    public async Task FindAsync_AnyBitFlipped_NeverGivesTheReport()
    {
        var store = Open(TestStore.Options());
        await store.SaveAsync(Reports.Make(1), Cancellation).Within();
        var written = Encoding.UTF8.GetBytes(Index.Source(Id));
        var random = new Random(7);
        for (var i = 0; i < Bits; i++)
        {
            var bytes = written.ToArray();
            var at = random.Next(bytes.Length);
            bytes[at] ^= (byte)(1 << random.Next(7)); // the fake keeps text, where the eighth would be another sign
            Index.Overwrite(Id, Encoding.UTF8.GetString(bytes));

            // Where the JSON is broken, it is no response; the server itself would not have kept it.
            var failure = await Should.ThrowAsync<Exception>(async () => await store.FindAsync(Reports.Id(1), Cancellation).Within());
            (failure is ReportDamagedException or StoreUnavailableException).ShouldBeTrue($"byte {at} of {bytes.Length}: {failure}");
        }
    }

    [Fact]
    public async Task ListAsync_DamagedReport_IsNamedBesideTheOthers()
    {
        var store = Open(TestStore.Options());
        foreach (var number in Enumerable.Range(0, 3))
        {
            await store.SaveAsync(Reports.Make(number), Cancellation).Within();
        }

        Damage();
        var page = await store.ListAsync(new ReportQuery(), Cancellation).Within();

        page.Damaged.ShouldBe([Reports.Id(1)]);
        page.Reports.Select(report => report.Report.Sha256).ShouldBe([Reports.Id(2), Reports.Id(0)]);
        page.WithoutChecksum.ShouldBe(0);
    }

    [Fact]
    public async Task SaveAsync_OfADamagedReport_ReplacesIt()
    {
        var store = Open(TestStore.Options());
        await store.SaveAsync(Reports.Make(1), Cancellation).Within();
        Damage();

        (await store.SaveAsync(Reports.Make(1), Cancellation).Within()).Outcome.ShouldBe(SaveOutcome.Replaced);

        (await store.FindAsync(Reports.Id(1), Cancellation).Within()).ShouldNotBeNull();
    }

    [Fact]
    public async Task Document_OfAnEarlierVersion_IsTakenAsItIs()
    {
        var store = Open(TestStore.Options());
        await store.SaveAsync(Reports.Make(1), Cancellation).Within();
        var json = Encoding.UTF8.GetString(ReportJson.Serialize(Reports.Make(1)));
        Index.Overwrite(Id, json);

        var found = await store.FindAsync(Reports.Id(1), Cancellation).Within();

        Encoding.UTF8.GetString(found!.Json.Span).ShouldBe(json);
        (await store.ListAsync(new ReportQuery(), Cancellation).Within()).WithoutChecksum.ShouldBe(1);
    }

    private void Damage() => Index.Overwrite(Id, Index.Source(Id).Replace("JavaScript", "JavaScripu", StringComparison.Ordinal));
}
