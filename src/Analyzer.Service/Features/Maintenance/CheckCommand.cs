namespace Analyzer.Service.Features.Maintenance;

/// <summary>Reads all that is stored and says whether it is sound. Changes nothing, and may run beside the service.</summary>
internal static class CheckCommand
{
    public static async Task<int> RunAsync(MaintenanceContext context, CancellationToken cancellationToken)
    {
        // SQLite's own part of it is one call that hears no token; it only reads, so that leaving it behind does no harm.
        var problems = await context.Store.CheckAsync(cancellationToken).WaitAsync(cancellationToken);
        foreach (var problem in problems)
        {
            await context.Messages.WriteLineAsync(problem);
        }

        await context.Messages.WriteLineAsync(problems.Count == 0
            ? $"{context.Store.Place} is sound."
            : $"{context.Store.Place} is damaged: {problems.Count} problem{(problems.Count == 1 ? "" : "s")}. Stop the service, keep a copy of the file, and import an export of it into a new one.");
        return problems.Count == 0 ? ExitCode.Success : ExitCode.Problems;
    }
}
