using Journal.Log.Frames;

namespace Journal.Features.Search;

/// <summary>A record that a search has found.</summary>
/// <param name="Record">Its own copy.</param>
/// <param name="Frame">The index of its frame.</param>
/// <param name="IsProven">Whether the frame is in the signed tree.</param>
internal sealed record FoundRecord(LogRecord Record, long Frame, bool IsProven);
