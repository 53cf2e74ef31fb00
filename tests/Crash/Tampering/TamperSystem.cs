using Load.Measuring;

namespace Crash.Tampering;

/// <summary>The journal, as one that somebody tampers with.</summary>
internal sealed class TamperSystem : ILabSystem
{
    public string Name => "journal";

    public IReadOnlyList<SuiteCommand> Suites => [TamperSuite.Command()];
}
