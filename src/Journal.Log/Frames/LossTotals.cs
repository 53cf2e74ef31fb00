namespace Journal.Log.Frames;

/// <summary>Running totals since the log began, signed with everything else.</summary>
/// <param name="Received">Messages that reached the process: stored, lost in it, or refused.</param>
/// <param name="LostInKernel">Dropped at the socket before the process saw them.</param>
/// <param name="LostHere">Dropped because the queue was full or the disk failed.</param>
/// <param name="Refused">Turned away because they were malformed or too many.</param>
/// <param name="Missing">Never came, by the senders' own numbers.</param>
/// <param name="Suspicious">Stored with a mark of <see cref="RecordMarks.Suspicious"/>.</param>
public readonly record struct LossTotals(long Received, long LostInKernel, long LostHere, long Refused, long Missing, long Suspicious);
