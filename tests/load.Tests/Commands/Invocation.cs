using System.CommandLine;
using Load.Machine;

namespace Load.Tests.Commands;

/// <summary>What Hosting's CommandRunner does, with the output kept.</summary>
internal static class Invocation
{
    public static async Task<int> InvokeAsync(
        RootCommand root, IReadOnlyList<string> arguments, InvocationConfiguration configuration, CancellationToken cancellationToken)
    {
        var parsed = root.Parse(arguments);
        var code = await parsed.InvokeAsync(configuration, cancellationToken);
        return parsed.Errors.Count > 0 ? LabExitCode.NotDone : code;
    }
}
