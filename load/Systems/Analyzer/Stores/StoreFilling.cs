using System.Diagnostics;
using Load.Machine;
using Load.Systems.Analyzer.Service;

namespace Load.Systems.Analyzer.Stores;

/// <summary>Fills a store as a person would: through the service's own <c>import</c>.</summary>
internal static class StoreFilling
{
    /// <param name="start">The service; its log gets what the import says.</param>
    /// <param name="settings">Settings that lead to the store.</param>
    /// <param name="folder">Its data directory.</param>
    /// <param name="cancellationToken">Ends it; what is stored by then stays.</param>
    /// <returns>The last line of the import, such as how many in which time.</returns>
    /// <exception cref="LabException">It did not take them all.</exception>
    public static async Task<string> RunAsync(
        ServiceStart start, ServiceSettings settings, string folder, CancellationToken cancellationToken)
    {
        string[] arguments = ["import", $"--Analyzer:DataDirectory={folder}",
            .. settings.Options.Select(option => $"--{option.Key}={option.Value}")];
        using var process = Process.Start(DotNet.Start(start.Assembly, arguments).WithLabEndpoints(start.Assembly))!;
        try
        {
            var said = process.StandardError.ReadToEndAsync(cancellationToken);
            try
            {
                await new ReportArchive(settings.Reports).WriteAsync(process.StandardInput.BaseStream, cancellationToken);
                process.StandardInput.Close();
            }
            catch (IOException)
            {
                // It ended early, and has said why.
            }

            await process.WaitForExitAsync(cancellationToken);
            await File.AppendAllTextAsync(start.LogPath, await said, cancellationToken);
            var last = (await said).TrimEnd().Split('\n')[^1];
            return process.ExitCode == 0
                ? last
                : throw new LabException($"The store could not be filled with {settings.Reports} reports: {last}");
        }
        finally
        {
            if (!process.HasExited)
            {
                process.Kill();
            }
        }
    }
}
