using System.ComponentModel;
using System.Diagnostics;
using Load.Machine;
using Load.Measuring;
using Load.Systems.Journal.Processes;

namespace Load.Systems.Journal.Replaying;

/// <summary>One run of <c>journal replay</c>, the program, from its start to its end. Its lines go to nowhere.</summary>
internal sealed class ReplayCounter(JournalToReplay journal, Processors? processors) : IWorkCounter
{
    public const string CpuFigure = "CPU s";
    public const string PeakFigure = "peak MB";

    /// <summary>The time between two samples. Memory after the last sample, before the end, is not known.</summary>
    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(10);

    private Process? _process;
    private Task<string> _messages = Task.FromResult("");
    private TimeSpan _cpu;
    private long _peak;

    /// <summary>Why it cannot be measured here; null when it can.</summary>
    public static string? Obstacle => OperatingSystem.IsLinux() ? null : "the output of journal replay goes to /dev/null, by sh";

    public static async Task<IWorkCounter> BeginAsync(ISystemUnderTest system, int lines, CancellationToken cancellationToken)
    {
        var journals = (JournalsToReplay)system;
        return new ReplayCounter(await journals.GetAsync(lines, cancellationToken), journals.Processors);
    }

    /// <summary>The first call starts it.</summary>
    public async Task<WorkCount> ReadAsync(CancellationToken cancellationToken)
    {
        if (_process is null)
        {
            _process = Process.Start(JournalProcess.ToNowhere(
                ["replay", "--key", journal.Key, JournalProcess.Data(journal.Folder)], processors))!;
            _messages = _process.StandardError.ReadToEndAsync(cancellationToken);
            return new(0);
        }

        var isWhole = _process.ExitCode == 0
            && (await _messages).Contains($"{journal.Lines} lines, 0 places suspicious at replay", StringComparison.Ordinal);
        return new(isWhole ? journal.Lines : 0, Wrong: isWhole ? 0 : 1)
        {
            Faults = isWhole ? new Dictionary<string, int>() : new() { [$"replay ended with {_process.ExitCode}: {await _messages}"] = 1 },
            Figures = new Dictionary<string, double> { [CpuFigure] = _cpu.TotalSeconds, [PeakFigure] = _peak / 1e6 },
        };
    }

    public async Task PassAsync(TimeSpan length, TimeProvider time, CancellationToken cancellationToken)
    {
        var ended = _process!.WaitForExitAsync(cancellationToken);
        while (await Task.WhenAny(ended, Task.Delay(Look, time, cancellationToken)) != ended)
        {
            LookAtIt();
        }

        await ended;
    }

    public ValueTask DisposeAsync()
    {
        if (_process is { HasExited: false })
        {
            _process.Kill();
        }

        _process?.Dispose();
        return ValueTask.CompletedTask;
    }

    private void LookAtIt()
    {
        try
        {
            _process!.Refresh();
            (_cpu, _peak) = (_process.TotalProcessorTime, Math.Max(_peak, _process.PeakWorkingSet64));
        }
        catch (Exception exception) when (exception is InvalidOperationException or Win32Exception)
        {
            // It has just ended.
        }
    }
}
