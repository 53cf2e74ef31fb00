using System.Buffers;
using Hosting.Lifetime;
using Journal.Features.Replay.Sinks;
using Journal.Log.Folders;
using Journal.Log.Frames;
using Journal.Log.Reading;
using Journal.Log.Recipients;
using Journal.Log.Signing;
using Journal.Log.Verifying;

namespace Journal.Features.Replay;

/// <summary>Writes the records out again, in order, and reports damage at its place.</summary>
internal sealed class ReplayCommand(JournalFolder folder, ReplayFilter filter, RecordFormat format, TextWriter messages)
{
    private readonly bool _isRaw = RecordFormats.IsRaw(format);
    private readonly bool _wantsAll = filter.WantsAll;
    private readonly FramesForOthers _forOthers = new(messages);

    /// <summary>One for each slot of the reader: threads write lines of several frames at once.</summary>
    private (ReplayedLines Lines, ArrayBufferWriter<byte> Line)[] _places = [];
    private int _damagesTold;
    private long _lines;
    private long _damaged;
    private long _suspicious;
    private long _unproven;
    private long _withoutSeverity;
    private long _redacted;
    private bool _hasOpened;
    private bool _isPast;

    /// <summary>Continues with new lines, each when a checkpoint covers it, which takes about a second.</summary>
    public bool Follow { get; init; }

    /// <summary>Leaves out lines that no checkpoint covers yet: a later run that begins after them would never prove them.</summary>
    public bool OnlyProven { get; init; }

    /// <summary>Threads that open frames and write their lines.</summary>
    public int Threads { get; init; } = LogReader.DefaultThreads;

    /// <summary>The time between two checks for a new checkpoint.</summary>
    public TimeSpan LookInterval { get; init; } = TimeSpan.FromMilliseconds(250);

    /// <param name="key">Opens the segments.</param>
    /// <param name="log">The log's identity, from elsewhere; null when the folder has to vouch for itself.</param>
    /// <param name="sink">Takes the lines.</param>
    /// <param name="cancellationToken">Ends it between two frames. This is the only way to end one with --follow.</param>
    /// <returns>One of <see cref="ExitCode"/>.</returns>
    /// <exception cref="IOException">The lines cannot be written; the message says how far it got.</exception>
    public async Task<int> RunAsync(ReaderKey key, VerifierKey? log, IReplaySink sink, CancellationToken cancellationToken)
    {
        var signed = SignedLog.Read(folder, log);
        var reader = new LogReader(folder, key, signed.LeafOf) { Threads = Threads };
        _places = [.. Enumerable.Range(0, reader.Slots).Select(_ => (new ReplayedLines(), new ArrayBufferWriter<byte>()))];
        await TellAsync(signed);
        if (Follow)
        {
            await FollowAsync(signed, reader, sink, cancellationToken);
        }
        else
        {
            await ReadAsync(signed, reader, sink, filter.FirstFrame(folder), OnlyProven ? signed.Proven : long.MaxValue, cancellationToken);
        }

        await _forOthers.TellAsync();
        await sink.FinishAsync(CancellationToken.None);
        await messages.WriteLineAsync(
            $"{_lines} lines, {_damaged} places suspicious at replay, {_suspicious} lines suspicious at arrival."
            + (_unproven > 0 ? $" No checkpoint covers the last {_unproven} lines yet." : "")
            + (_withoutSeverity > 0 ? $" {_withoutSeverity} lines without a severity were left out." : "")
            + (_redacted > 0 ? $" {_redacted} records of these frames were redacted." : "")
            + (_forOthers.Records > 0 ? $" {_forOthers.Records} records are not for this key." : ""));
        return _damaged > 0 ? ExitCode.Found
            : _forOthers.Records > 0 && !_hasOpened ? ExitCode.NotDone
            : ExitCode.Done;
    }

    private async Task FollowAsync(SignedLog signed, LogReader reader, IReplaySink sink, CancellationToken cancellationToken)
    {
        var next = filter.FirstFrame(folder);
        while (true)
        {
            await ReadAsync(signed, reader, sink, next, signed.Proven, cancellationToken);
            next = signed.Proven;
            while (!_isPast && signed.Damages.Count == 0 && !signed.Extend())
            {
                await Task.Delay(LookInterval, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
                if (cancellationToken.IsCancellationRequested)
                {
                    return;
                }
            }

            await TellAsync(signed);
            if (_isPast || signed.Damages.Count > 0)
            {
                return; // nothing after it would be proven
            }
        }
    }

    private async Task ReadAsync(
        SignedLog signed, LogReader reader, IReplaySink sink, long from, long limit, CancellationToken cancellationToken)
    {
        foreach (var frame in reader.Read(from, filter.Wants, limit, Write))
        {
            cancellationToken.ThrowIfCancellationRequested();
            if (frame is { IsForOthers: true, Found.Header: { } others })
            {
                _forOthers.Add(others);
            }
            else if (frame.Records.Count > 0)
            {
                _hasOpened = true;
                await _forOthers.TellAsync();
            }

            if (frame.Found.IsGone)
            {
                await TellMissingAsync(signed, frame.Found);
            }
            else if (frame.Found.Problem is { } problem && !frame.Found.IsTorn)
            {
                await TellAsync(frame, problem);
            }

            if (frame.Records.Count > 0 && _places[frame.Slot].Lines is { Count: > 0 } lines)
            {
                _lines += lines.Count;
                _suspicious += lines.Suspicious;
                _unproven += frame.Found.Index < signed.Proven ? 0 : lines.Count;
                await sink.SendAsync(lines, cancellationToken);
            }

            _isPast |= frame.Found.Header is { } header && filter.IsPast(header);
        }
    }

    /// <summary>Writes the selected lines of a frame, on the thread that opened it.</summary>
    private void Write(ReadFrame frame)
    {
        var (lines, line) = _places[frame.Slot];
        var records = frame.Records;
        lines.Clear();
        for (var i = 0; i < records.Count; i++)
        {
            if (records.Redacted.ContainsKey(i))
            {
                Interlocked.Increment(ref _redacted);
                continue;
            }

            var isSuspicious = (records.MarksOf(i) & RecordMarks.Suspicious) != 0;
            if (_wantsAll && _isRaw)
            {
                lines.Add(records.SequenceOf(i), records.MessageOf(i), isSuspicious);
                continue;
            }

            var record = records[i];
            var selection = _wantsAll ? Selection.In : filter.Select(record);
            if (selection == Selection.SeverityUnknown)
            {
                Interlocked.Increment(ref _withoutSeverity);
            }
            else if (selection == Selection.In)
            {
                format(record, line);
                lines.Add(record.Sequence, line.WrittenSpan, isSuspicious);
                line.ResetWrittenCount();
            }
        }
    }

    private async Task TellAsync(SignedLog signed)
    {
        for (; _damagesTold < signed.Damages.Count; _damagesTold++)
        {
            _damaged++;
            var damage = signed.Damages[_damagesTold];
            await messages.WriteLineAsync($"Damaged: {damage.Where}: {damage.Problem}.");
        }
    }

    /// <summary>Frames that retention deleted are no damage, and are not reported.</summary>
    private async Task TellMissingAsync(SignedLog signed, FoundFrame gone)
    {
        var end = gone.Index + gone.Count;
        for (var (first, next) = (gone.Index, 0L); first < end; first = next)
        {
            var isPruned = signed.IsPruned(first, out next);
            next = Math.Min(next, end);
            if (!isPruned)
            {
                _damaged += next - first;
                await messages.WriteLineAsync(
                    $"Missing: frames {first} to {next - 1}: no segment holds them, and no signed frame says why.");
            }
        }

        await TellAsync(signed);
    }

    private async Task TellAsync(ReadFrame frame, string problem)
    {
        var found = frame.Found;
        _damaged += Math.Max(1, found.Count);
        var frames = found.Count > 1 ? $"frames {found.Index} to {found.Index + found.Count - 1}" : $"frame {found.Index}";
        await messages.WriteLineAsync($"Damaged: {frames}, {Path.GetFileName(frame.Segment.Path)} at byte {found.Offset}: {problem}.");
    }
}
