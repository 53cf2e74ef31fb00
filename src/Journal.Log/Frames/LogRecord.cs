namespace Journal.Log.Frames;

/// <summary>A record as it is stored.</summary>
/// <param name="Sequence">Its number in the log, without gaps.</param>
/// <param name="ReceivedAt">Microseconds since 1970.</param>
/// <param name="Message">The received bytes, unchanged.</param>
public readonly record struct LogRecord(
    long Sequence, long ReceivedAt, RecordSource Source, RecordMarks Marks, ReadOnlyMemory<byte> Message);
