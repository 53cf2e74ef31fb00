using Crash.Faults;
using Crash.Systems.Analyzer;
using Crash.Tests.Systems.Analyzer;

namespace Crash.Tests.Faults;

public sealed class LedgerTests
{
    private readonly Ledger<SentFile> _ledger = new();

    [Fact]
    public void Draw_NothingSent_IsNull() => _ledger.Draw(0).ShouldBeNull();

    [Fact]
    public void Draw_ManySent_ReachesEachAndPrefersTheLast()
    {
        var all = Enumerable.Range(0, 200).Select(_ => _ledger.Add(SentFiles.New())).ToList();

        Enumerable.Range(0, 400).Select(draw => _ledger.Draw(2 * (ulong)draw)).Distinct().Count().ShouldBe(200);
        Enumerable.Range(0, 400).Select(draw => _ledger.Draw((2 * (ulong)draw) + 1)).Distinct().ShouldBe(all[^32..], ignoreOrder: true);
    }

    [Fact]
    public void Add_EntryTwice_Throws()
    {
        var entry = _ledger.Add(SentFiles.New());

        Should.Throw<InvalidOperationException>(() => _ledger.Add(entry)).Message.ShouldContain(entry.Id);
    }
}
