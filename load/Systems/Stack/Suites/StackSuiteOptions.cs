using System.CommandLine;
using Load.Measuring;

namespace Load.Systems.Stack.Suites;

/// <summary>The options of the suite.</summary>
internal sealed class StackSuiteOptions
{
    private const int MaxRate = 10_000;

    private readonly Option<int> _rate = new("--rate")
    {
        Description = "Files a second that are submitted through the gateway",
        DefaultValueFactory = _ => 50,
    };

    public StackSuiteOptions() => _rate.Require(rate => rate is >= 1 and <= MaxRate, $"1 to {MaxRate}");

    public SuiteCommand Command(string name, string description, Func<int, ulong, Suite> create) =>
        new(name, description, (parsed, seed) => create(parsed.GetValue(_rate), seed)) { Options = [_rate] };
}
