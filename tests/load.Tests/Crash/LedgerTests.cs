using Load.Crash;

namespace Load.Tests.Crash;

public sealed class LedgerTests
{
    private readonly Ledger _ledger = new();

    [Fact]
    public void Draw_NothingSent_IsNull() => _ledger.Draw(0).ShouldBeNull();

    [Fact]
    public void Draw_ManySent_ReachesEachAndPrefersTheLast()
    {
        var all = Enumerable.Range(0, 200).Select(_ => _ledger.Add(Uploads.New())).ToList();

        Enumerable.Range(0, 400).Select(draw => _ledger.Draw(2 * (ulong)draw)).Distinct().Count().ShouldBe(200);
        Enumerable.Range(0, 400).Select(draw => _ledger.Draw((2 * (ulong)draw) + 1)).Distinct().ShouldBe(all[^32..], ignoreOrder: true);
    }

    [Fact]
    public void Add_TailThatIsUsedAgain_IsCopied()
    {
        var tail = new byte[] { 1, 2, 3 };

        var submission = _ledger.Add(Uploads.New() with { Tail = tail });
        tail[0] = 9;

        submission.Upload.Tail.ToArray().ShouldBe([1, 2, 3]);
    }
}
