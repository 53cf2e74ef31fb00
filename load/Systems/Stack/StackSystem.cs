using Load.Measuring;
using Load.Systems.Stack.Suites;

namespace Load.Systems.Stack;

/// <summary>The five systems together: what the lab can measure of them.</summary>
internal sealed class StackSystem : ILabSystem
{
    private readonly StackSuiteOptions _options = new();

    public string Name => "stack";

    public IReadOnlyList<SuiteCommand> Suites => [StackSuite.Command(_options)];
}
