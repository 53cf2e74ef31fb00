using System.Threading.Channels;
using Analyzer.Core;
using Hosting.Files;
using Hosting.Lifetime;

namespace Analyzer.Service.Features.Scanning;

/// <summary>
/// Judges each file that comes into a folder, when nobody writes to it any more. The system tells what changes; since it may lose some of
/// that, the folder is also looked through from time to time.
/// </summary>
/// <param name="judge">Judges the files.</param>
/// <param name="quarantine">Where files go that were found; null: nothing is moved.</param>
/// <param name="lines">Standard output.</param>
/// <param name="messages">Standard error.</param>
/// <param name="time">Runs the clocks.</param>
internal sealed class WatchCommand(IFileJudge judge, Quarantine? quarantine, ScanLines lines, TextWriter messages, TimeProvider time)
{
    private readonly Channel<string> _changed = Channel.CreateUnbounded<string>(new() { SingleReader = true });

    /// <summary>The files that were judged, as they were then.</summary>
    private readonly Dictionary<string, FileState> _judged = new(StringComparer.Ordinal);

    /// <summary>The files that changed, as they were last seen, and since when.</summary>
    private readonly Dictionary<string, (FileState State, long Since)> _unsettled = new(StringComparer.Ordinal);

    /// <summary>The files whose problem was told.</summary>
    private readonly HashSet<string> _told = new(StringComparer.Ordinal);

    /// <summary>A file is whole when it has not changed for so long.</summary>
    public TimeSpan Settled { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>How often the folder is looked through.</summary>
    public TimeSpan Round { get; init; } = TimeSpan.FromSeconds(30);

    /// <returns><see cref="ExitCode.NotDone"/> when the folder is not there; otherwise it ends only when it is stopped.</returns>
    public async Task<int> RunAsync(string folder, bool existing, Verdict failOn, CancellationToken cancellationToken)
    {
        folder = Path.GetFullPath(folder);
        if (!Directory.Exists(folder))
        {
            await messages.WriteLineAsync($"watch: {folder} is no folder. Name one that is there.");
            return ExitCode.NotDone;
        }

        if (quarantine?.Holds(folder) == true)
        {
            await messages.WriteLineAsync(
                $"watch: {folder} lies in the quarantine, where nothing is judged. Name another folder for one of them.");
            return ExitCode.NotDone;
        }

        using var watcher = Watch(folder);
        foreach (var path in existing ? [] : Files(folder))
        {
            if (FileState.Of(path) is var state && state != default)
            {
                _judged[path] = state;
            }
        }

        await messages.WriteLineAsync($"watch: {folder} is watched.");
        try
        {
            await LoopAsync(folder, failOn, cancellationToken);
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            // That is how it ends.
        }

        return ExitCode.Done;
    }

    private async Task LoopAsync(string folder, Verdict failOn, CancellationToken cancellationToken)
    {
        long? lastRound = null;
        while (true)
        {
            cancellationToken.ThrowIfCancellationRequested();
            if (lastRound is null || time.GetElapsedTime(lastRound.Value) >= Round)
            {
                LookThrough(folder);
                lastRound = time.GetTimestamp();
            }

            while (_changed.Reader.TryRead(out var path))
            {
                Notice(path);
            }

            foreach (var path in SettledFiles())
            {
                await JudgeAsync(path, failOn, cancellationToken);
            }

            using var pause = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
            pause.CancelAfter(_unsettled.Count > 0 ? Settled / 4 : Round);
            try
            {
                await (_unsettled.Count > 0 ? Task.Delay(Settled / 4, time, cancellationToken)
                    : _changed.Reader.WaitToReadAsync(pause.Token).AsTask());
            }
            catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
            {
                // Time for another round.
            }
        }
    }

    private FileSystemWatcher Watch(string folder)
    {
        var watcher = new FileSystemWatcher(folder)
        {
            IncludeSubdirectories = true,
            NotifyFilter = NotifyFilters.FileName | NotifyFilters.DirectoryName | NotifyFilters.LastWrite | NotifyFilters.Size,
            InternalBufferSize = 64 * 1024,
        };
        watcher.Created += (_, change) => _changed.Writer.TryWrite(change.FullPath);
        watcher.Changed += (_, change) => _changed.Writer.TryWrite(change.FullPath);
        watcher.Renamed += (_, change) => _changed.Writer.TryWrite(change.FullPath);
        watcher.Error += (_, _) => _changed.Writer.TryWrite(folder); // changes were lost: all below is looked through
        watcher.EnableRaisingEvents = true;
        return watcher;
    }

    // What changed may be a folder that was moved here with files in it: of that nothing else tells.
    private void Notice(string path)
    {
        if (Directory.Exists(path))
        {
            LookThrough(path);
        }
        else
        {
            See(path);
        }
    }

    private void LookThrough(string folder)
    {
        foreach (var path in Files(folder))
        {
            See(path);
            if (FileWalk.IsUnspeakable(path) && _told.Add(path))
            {
                messages.WriteLine($"watch: {path}: {FileWalk.Unspeakable}");
            }
        }

        foreach (var gone in _judged.Keys.Where(path => !File.Exists(path)).ToList())
        {
            _judged.Remove(gone);
        }
    }

    private IEnumerable<string> Files(string folder) =>
        FileWalk.Below(folder, (path, problem) => messages.WriteLine($"watch: {path}: {problem}"))
            .Where(path => quarantine?.Holds(path) != true);

    private void See(string path)
    {
        var state = FileState.Of(path);
        if (quarantine?.Holds(path) == true || state == default)
        {
            _unsettled.Remove(path);
            return;
        }

        if (_judged.TryGetValue(path, out var judged) && judged == state)
        {
            return;
        }

        if (!_unsettled.TryGetValue(path, out var seen) || seen.State != state)
        {
            _unsettled[path] = (state, time.GetTimestamp());
        }
    }

    /// <summary>The files that have not changed for long enough. A file that somebody still writes to changes.</summary>
    private List<string> SettledFiles()
    {
        foreach (var path in _unsettled.Keys.ToList())
        {
            See(path);
        }

        return [.. _unsettled.Where(file => time.GetElapsedTime(file.Value.Since) >= Settled).Select(file => file.Key)];
    }

    private async Task JudgeAsync(string path, Verdict failOn, CancellationToken cancellationToken)
    {
        var (before, _) = _unsettled[path];
        JudgedFile judged;
        try
        {
            await using var file = FileWalk.OpenMet(path);
            judged = await judge.JudgeAsync(file, cancellationToken);
        }
        catch (Exception exception) when (exception is FileNotFoundException or DirectoryNotFoundException)
        {
            _unsettled.Remove(path); // renamed or deleted: under its new name it comes again
            return;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // Somebody holds it. It is tried again when that has had time to end.
            _unsettled[path] = (before, time.GetTimestamp());
            await TellOnceAsync(path, exception.Message);
            return;
        }

        var after = FileState.Of(path);
        if (after != default && after != before)
        {
            _unsettled[path] = (after, time.GetTimestamp()); // written to meanwhile: what was judged is not what is there
            return;
        }

        _unsettled.Remove(path);
        _told.Remove(path);
        await lines.WriteAsync(path, judged);
        if (after != default)
        {
            _judged[path] = before;
            await MoveAsync(path, judged, failOn);
        }
    }

    private async Task TellOnceAsync(string path, string problem)
    {
        if (_told.Add(path))
        {
            await messages.WriteLineAsync($"watch: {path}: {problem} It is tried again.");
        }
    }

    private async Task MoveAsync(string path, JudgedFile judged, Verdict failOn)
    {
        if (quarantine is null || judged.Report is not { } report || !Severity.IsAtLeast(report.Verdict, failOn))
        {
            return;
        }

        if (new FileInfo(path).LinkTarget is { } target)
        {
            await messages.WriteLineAsync($"watch: {path} was not moved: it is a link to {target}.");
            return;
        }

        try
        {
            await messages.WriteLineAsync($"watch: {path} was moved to {quarantine.Move(path, judged)}.");
            _judged.Remove(path);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            await messages.WriteLineAsync($"watch: {path} cannot be moved: {exception.Message}");
        }
    }
}
