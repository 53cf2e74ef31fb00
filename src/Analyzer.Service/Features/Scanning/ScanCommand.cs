using Analyzer.Core;
using Hosting.Lifetime;

namespace Analyzer.Service.Features.Scanning;

/// <summary>Judges files and folders, one after the other, in the order of their names.</summary>
/// <param name="lines">Standard output.</param>
/// <param name="messages">Standard error: what could not be read, and the sum.</param>
internal sealed class ScanCommand(IFileJudge judge, ScanLines lines, TextWriter messages)
{
    /// <returns>
    /// <see cref="ExitCode.Found"/> when a file is so bad as <paramref name="failOn"/>; otherwise <see cref="ExitCode.NotDone"/> when a
    /// file or folder could not be read.
    /// </returns>
    public async Task<int> RunAsync(IReadOnlyList<string> paths, Verdict failOn, CancellationToken cancellationToken)
    {
        var counts = new Dictionary<Verdict, int>();
        var (found, failed) = (0, 0);
        void NotListed(string folder, string problem)
        {
            failed++;
            messages.WriteLine($"scan: {folder}: {problem}");
        }

        foreach (var (path, isMet) in FileWalk.Of(paths, NotListed))
        {
            cancellationToken.ThrowIfCancellationRequested();
            var judged = await JudgeAsync(path, isMet, cancellationToken);
            await lines.WriteAsync(path, judged);
            if (judged.Report is not { } report)
            {
                failed++;
                continue;
            }

            counts[report.Verdict] = counts.GetValueOrDefault(report.Verdict) + 1;
            found += Severity.IsAtLeast(report.Verdict, failOn) ? 1 : 0;
        }

        await messages.WriteLineAsync(Sum(counts, failed));
        return found > 0 ? ExitCode.Found : failed > 0 || counts.Count == 0 ? ExitCode.NotDone : ExitCode.Done;
    }

    private async Task<JudgedFile> JudgeAsync(string path, bool isMet, CancellationToken cancellationToken)
    {
        try
        {
            // A pipe that somebody named opens when its writer comes.
            await using var file = isMet ? FileWalk.OpenMet(path)
                : await Task.Run(() => FileWalk.Open(path), cancellationToken).WaitAsync(cancellationToken);
            return await judge.JudgeAsync(file, cancellationToken);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return JudgedFile.Failed(FileWalk.IsUnspeakable(path) ? FileWalk.Unspeakable : exception.Message);
        }
    }

    private static string Sum(Dictionary<Verdict, int> counts, int failed)
    {
        var parts = new[] { Verdict.Malicious, Verdict.Suspicious, Verdict.Unable, Verdict.Clean }
            .Where(counts.ContainsKey).Select(verdict => $"{counts[verdict]} {verdict.ToString().ToLowerInvariant()}")
            .Concat(failed > 0 ? [$"{failed} not read"] : []).ToList();
        return parts.Count == 0 ? "scan: no files there." : $"scan: {string.Join(", ", parts)}.";
    }
}
