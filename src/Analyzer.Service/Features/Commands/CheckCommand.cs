using Hosting.Lifetime;

namespace Analyzer.Service.Features.Commands;

/// <summary>Reads everything that is stored and says whether it is sound. It changes nothing, and may run while the service runs.</summary>
internal static class CheckCommand
{
    public static async Task<int> RunAsync(MaintenanceContext context, CancellationToken cancellationToken)
    {
        // SQLite's own part of it is one call that ignores tokens; it only reads, so leaving it behind does no harm.
        var (problems, withoutChecksum) = await context.Store.CheckAsync(cancellationToken).WaitAsync(cancellationToken);
        foreach (var problem in problems)
        {
            await context.Messages.WriteLineAsync(problem);
        }

        if (withoutChecksum > 0)
        {
            await context.Messages.WriteLineAsync(
                $"{withoutChecksum:n0} reports have no checksum, because an earlier version stored them; they are accepted as they are.");
        }

        await context.Messages.WriteLineAsync(problems.Count == 0
            ? $"{context.Store.Place} is sound."
            : $"{context.Store.Place} is damaged: {problems.Count} problem{(problems.Count == 1 ? "" : "s")}. "
                + "Submit the files of the damaged reports again; if that does not help, stop the service, keep a copy of the store, "
                + "and import an export of it into a new one.");
        return problems.Count == 0 ? ExitCode.Done : ExitCode.Found;
    }
}
