using Load.Measuring;
using Load.Systems.Journal.Suites;

namespace Load.Systems.Journal;

/// <summary>The journal: what the lab can measure of it.</summary>
internal sealed class JournalSystem : ILabSystem
{
    public string Name => "journal";

    public IReadOnlyList<SuiteCommand> Suites =>
        [JournalSuite.Command(), AppendSuite.Command(), ReplaySuite.Command(), CustomJournalSuite.Command()];
}
