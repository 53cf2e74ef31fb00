using System.Text.RegularExpressions;
using Prober.Engine.Probing;

namespace Prober.Features.Configuration.Clients;

/// <summary>What the output of a command has to contain, and what not.</summary>
internal sealed record OutputCheck(Regex? Contain, Regex? NotContain, bool ShowsOutput)
{
    private const int MaxShown = 256;

    public void Apply(string output, ProbeResult result)
    {
        if (Contain is { } wanted && !wanted.IsMatch(output))
        {
            result.Fail(FailureClass.Content, $"The output lacks the required text.{Beginning(output)}");
        }
        else if (NotContain is { } unwanted && unwanted.IsMatch(output))
        {
            result.Fail(FailureClass.Content, $"The output contains the forbidden text.{Beginning(output)}");
        }
    }

    /// <summary>The beginning of the output for a message, on one line; it may hold secrets, so only if the file allows that.</summary>
    public string Beginning(string output) => !ShowsOutput || output.Length == 0 ? ""
        : $" It begins: {OneLine.Of(output, MaxShown)}";
}
