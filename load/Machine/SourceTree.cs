using System.ComponentModel;
using System.Diagnostics;

namespace Load.Machine;

/// <summary>The source tree that the lab was built from.</summary>
internal static class SourceTree
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);

    /// <returns>Whether it has changes that no commit has; null where there is no repository, or no git.</returns>
    public static async Task<bool?> IsChangedAsync(CancellationToken cancellationToken)
    {
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        patience.CancelAfter(Patience);
        try
        {
            using var git = Process.Start(new ProcessStartInfo("git", ["-C", ProjectFolder.Repository, "status", "--porcelain", "--untracked-files=no"])
            {
                RedirectStandardOutput = true,
                RedirectStandardError = true,
            })!;
            var said = await git.StandardOutput.ReadToEndAsync(patience.Token);
            await git.WaitForExitAsync(patience.Token);
            return git.ExitCode == 0 ? said.Length > 0 : null;
        }
        catch (Exception exception) when (exception is Win32Exception or OperationCanceledException && !cancellationToken.IsCancellationRequested)
        {
            return null;
        }
    }
}
