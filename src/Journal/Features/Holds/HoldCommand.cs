using Hosting.Lifetime;
using Journal.Features.Replay;
using Journal.Log.Folders;
using Journal.Log.Segments;
using Journal.Log.Writing;

namespace Journal.Features.Holds;

/// <summary>Adds, lists and releases holds. A running journal records each within a second, a stopped one when it starts.</summary>
internal sealed class HoldCommand(JournalFolder folder, TextWriter output, TextWriter messages, TimeProvider time)
{
    private readonly HoldFolder _holds = new(folder);

    public async Task<int> AddAsync(string name, ReplayLimit? from, ReplayLimit? to, string reason)
    {
        folder.ReadVerifier();
        if ((from is { Sequence: { } first } && to is { Sequence: { } end } && first >= end)
            || (from is { Microseconds: { } begin } && to is { Microseconds: { } stop } && begin >= stop))
        {
            throw new JournalRefusedException(
                $"The hold would end at {Hold.Text(to, "")}, before it begins at {Hold.Text(from, "")}: exchange --from and --to.");
        }

        var warning = WhatIsDeleted(from, to);
        _holds.Add(new(name, from, to, reason, time.GetUtcNow(), Environment.UserName));
        await messages.WriteLineAsync($"{name} holds {Hold.Text(from, "the beginning")} to {Hold.Text(to, "all that comes")}.{warning}");
        return ExitCode.Done;
    }

    public async Task<int> ReleaseAsync(string name, string reason)
    {
        _holds.Release(new(name, reason, time.GetUtcNow(), Environment.UserName));
        await messages.WriteLineAsync($"{name} is released once the log has recorded it: within a second, if the journal runs.");
        return ExitCode.Done;
    }

    public async Task<int> ListAsync()
    {
        foreach (var hold in _holds.Read())
        {
            var state = _holds.ReleaseOf(hold.Name) is not null ? " (its release is not recorded yet)"
                : _holds.IsRecorded(hold.Name, isRelease: false) ? "" : " (not recorded yet)";
            await output.WriteLineAsync($"{hold}{state}");
        }

        return ExitCode.Done;
    }

    /// <returns>A sentence about records that no hold can keep any more; empty if there are none.</returns>
    /// <exception cref="JournalRefusedException">All of them are deleted.</exception>
    private string WhatIsDeleted(ReplayLimit? from, ReplayLimit? to)
    {
        if (folder.ListSegments() is not [var first, ..] || first.FirstFrame == 0)
        {
            return "";
        }

        using var reader = SegmentReader.Open(first.Path);
        var header = reader.Header;
        var since = $"Records before {header.FirstSequence}, of before {Hold.Text(new(null, header.CreatedAt), "")}, are deleted";
        return to is not null && (to.Sequence is { } end ? end <= header.FirstSequence : to.Microseconds <= header.CreatedAt)
                ? throw new JournalRefusedException($"There is nothing left to hold. {since}.")
            : from is null || (from.Sequence is { } begin ? begin < header.FirstSequence : from.Microseconds < header.CreatedAt)
                ? $" {since}: the hold keeps what is left."
            : "";
    }
}
